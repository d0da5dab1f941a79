// Scores labelled pairs of organisations' names with the tables of the folder that it is started in.
import { readFileSync, writeFileSync } from 'node:fs';
import { engineOver } from '../../../bench/quality/index.ts';
import { negativeLists } from '../../../bench/quality/sets.ts';

const [from = '', to = ''] = process.argv.slice(2);
const pairs: { a: string; b: string }[] = JSON.parse(readFileSync(from, 'utf8'));
const engine = await engineOver(negativeLists());
writeFileSync(to, JSON.stringify(pairs.map(({ a, b }) => engine.compare(a, b, 'Organization'))));
