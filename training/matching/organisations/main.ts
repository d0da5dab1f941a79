// Writes tables/names/organisation-lexicon.tsv: what words of organisations' names say in the languages of the European
// Union. README.md beside this file has more.
//
//   npm run train:organisations
import { writeFileSync } from 'node:fs';
import { lexiconOf } from './lexicon.ts';
import { organisationsOfTheUnion } from './names.ts';

const TABLE = new URL('../../../tables/names/organisation-lexicon.tsv', import.meta.url);

const organisations = organisationsOfTheUnion();
const { table, names, words, countries } = lexiconOf(organisations);
writeFileSync(TABLE, table);
process.stdout.write(
  `${organisations.length} organisations, ${names} names; ${words} words, ${countries} of countries\n`,
);
