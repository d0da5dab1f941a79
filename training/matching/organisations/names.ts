// Organisations of the European Union's list: what each is called in English and in the Union's other languages.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { benchData, sharedListPaths } from '../../../bench/shared-lists.ts';
import { analyseName } from '../../../src/screening/names/analyse.ts';
import { LINKS_IN_ORGANISATIONS, PARTICLES } from '../../../src/screening/names/tables/titles-and-particles.ts';
import type { NameToken, TokenRole } from '../../../src/screening/names/types.ts';

export interface NamedOrganisation {
  /** All its names, as the list writes them. */
  readonly names: readonly string[];
  /** Words of each English name. */
  readonly english: readonly (readonly string[])[];
  readonly others: readonly { readonly language: string; readonly words: readonly string[] }[];
}

const ENTITY = /<sanctionEntity .*?<\/sanctionEntity>/gs;
const NAME = /<nameAlias [^>]*?wholeName="([^"]*)"[^>]*?nameLanguage="([^"]*)"/g;
const ENTERPRISE = 'classificationCode="E"';

/** Those of the labelled pairs at hand (`organisations.csv`), which may train. All others are left to who judges. */
export function organisationsOfTheUnion(): NamedOrganisation[] {
  const teaching = teachingNames();
  const [path = ''] = sharedListPaths('eu-fsf') ?? [];
  const xml = gunzipSync(readFileSync(path)).toString('utf8');
  const found: NamedOrganisation[] = [];
  for (const [entity] of xml.matchAll(ENTITY)) {
    if (!entity.includes(ENTERPRISE)) continue;
    const names = Array.from(entity.matchAll(NAME), ([, name, language]) => ({
      name: plain(name!),
      language: language!,
    }));
    if (!names.some(({ name }) => teaching.has(name))) continue;
    const english = names.filter(({ language }) => language === 'EN').map(({ name }) => wordsOf(name));
    const others = names.filter(({ language }) => language !== 'EN' && language !== '');
    if (english.length === 0 || others.length === 0) continue;
    found.push({
      names: names.map(({ name }) => name),
      english,
      others: others.map(({ name, language }) => ({ language, words: wordsOf(name) })),
    });
  }
  return found;
}

/** Every name of an organisation that one of the labelled pairs calls the same. */
function teachingNames(): ReadonlySet<string> {
  const rows: Record<string, string>[] = parse(readFileSync(join(benchData(), 'bench/organisations.csv')), {
    columns: true,
    bom: true,
  });
  return new Set(rows.flatMap(({ a, b, same }) => (same === '1' ? [a!, b!] : [a!])));
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', quot: '"', apos: "'", lt: '<', gt: '>' };

function plain(text: string): string {
  return text
    .replace(/&(?:#(\d+)|(\w+));/g, (all, code, name) =>
      code ? String.fromCodePoint(Number(code)) : (ENTITIES[name] ?? all),
    )
    .trim();
}

/** Roles of tokens that say what an organisation is or does. A general is a title before a person's name alone. */
const TELLING: ReadonlySet<TokenRole> = new Set(['word', 'generic', 'body', 'title']);
const NUMBER = /\d/;

/**
 * The words of a name as the engine spells them, without numbers, letters, legal forms, articles and prepositions.
 * What they say is not looked up: the lexicon that is in force would teach the next one.
 */
function wordsOf(name: string): string[] {
  const tokens = tokensOf(name);
  const isTelling = ({ role, text }: NameToken) =>
    TELLING.has(role) && text.length > 1 && !NUMBER.test(text) && !isLink(text);
  const words = tokens.filter(isTelling).map(({ text }) => text);
  return isLegalForm(name) ? [] : words;
}

const tokensOf = (name: string): readonly NameToken[] => analyseName(name, 'unknown').readings[0]?.tokens ?? [];

/** The list has names that are a legal form and no more. Alone they are words, behind a word they are that form. */
const isLegalForm = (name: string): boolean =>
  tokensOf(`Quistorp ${name}`)
    .slice(1)
    .every(({ role }) => role === 'legal-form' || role === 'particle');

const isLink = (text: string): boolean => PARTICLES.has(text) || LINKS_IN_ORGANISATIONS.has(text);
