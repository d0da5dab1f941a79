import type { ListName } from '../../domain/list-entry.ts';
import type { Evidence, Explanation, TokenPair } from '../../domain/match.ts';
import { say } from '../../sentences.ts';
import { ACRONYM_SYSTEM } from '../names/acronym.ts';
import type { SpellingSystem } from '../names/systems.ts';
import type { NameToken, Reading } from '../names/types.ts';
import type { FinishedScore } from './finish.ts';
import { type AlignedPair, type Alignment, lowestBit } from './judge.ts';
import type { Plan } from './plan.ts';
import { CONSONANTS, NICKNAME, SAME, SHORT, SOUND } from './term-matches.ts';

interface ExplanationParts {
  readonly plan: Plan;
  readonly alignment: Alignment;
  readonly finished: FinishedScore;
  /** The entry's name and the reading of it that was indexed. */
  readonly name: ListName;
  readonly reading: Reading;
  /** What stands in the query beside the name. */
  readonly aside: readonly string[];
  /** A text of the index's dictionary. */
  readonly textOf: (id: number) => string;
}

/** Puts an alignment into words. */
export function explain({ plan, alignment, finished, name, reading, aside, textOf }: ExplanationParts): Explanation {
  const total = alignment.pairs.reduce((sum, { weight }) => sum + weight, 0) || 1;
  const queryTokens = plan.tokens.map(({ token }) => token);
  const pairs = alignment.pairs
    .toSorted((a, b) => lowestBit(a.query) - lowestBit(b.query))
    .map((pair) => explainPair(pair, queryTokens, reading.tokens, total, textOf));
  return {
    matchedName: name.full,
    matchedNameKind: name.kind,
    weakAlias: name.weak === true,
    pairs,
    unmatchedQuery: leftOver(queryTokens, alignment.queryMask),
    unmatchedEntry: leftOver(reading.tokens, alignment.entryMask),
    nameScore: finished.nameScore,
    adjustments: [...besideTheName(aside), ...finished.adjustments.map(inWords)],
  };
}

const inWords = ({ reason, points, values }: FinishedScore['adjustments'][number]) => ({
  reason: say(`score.${reason}`, values),
  points,
});

/** What was set aside costs nothing, and is named. */
function besideTheName(aside: readonly string[]): Explanation['adjustments'] {
  return aside.length === 0 ? [] : [{ reason: say('score.beside-the-name', { numbers: aside.join(', ') }), points: 0 }];
}

function explainPair(
  pair: AlignedPair,
  queryTokens: readonly NameToken[],
  entryTokens: readonly NameToken[],
  total: number,
  textOf: (id: number) => string,
): TokenPair {
  const query = chosen(queryTokens, pair.query);
  const entry = chosen(entryTokens, pair.entry);
  return {
    query: surfaces(query),
    entry: surfaces(entry),
    ...evidenceOf(pair, query, entry, textOf),
    similarity: Math.round(pair.similarity * 1000) / 1000,
    weight: Math.round((pair.weight / total) * 1000) / 1000,
  };
}

type Kind = { evidence: Evidence; detail?: string };

function evidenceOf(
  pair: AlignedPair,
  query: readonly NameToken[],
  entry: readonly NameToken[],
  textOf: (id: number) => string,
): Kind {
  if (pair.shared) return { evidence: 'transliteration', detail: throughCharacters(pair.shared, query, entry) };
  if (pair.kind === 'initial') return { evidence: 'initial' };
  if (pair.kind === 'short') return { evidence: 'nickname', detail: say('pair.short-form') };
  if (pair.kind === 'legal-form') return { evidence: 'legal-form', detail: query[0]?.legalForm ?? '' };
  if (pair.kind === 'residual') return { evidence: 'spelling', detail: say('pair.weak-resemblance') };
  if (entry[0]?.system === ACRONYM_SYSTEM) return { evidence: 'acronym', detail: entry[0].text };
  const found = textOf(pair.text);
  if (query.length > 1 || entry.length > 1) return { evidence: 'joined', detail: found };
  return evidenceOfRoute(pair, query[0]!, entry[0]!, found);
}

/** Such as "pinyin and Cantonese: Huang = 黄 = Wong". */
function throughCharacters(
  { characters, systems }: NonNullable<AlignedPair['shared']>,
  query: readonly NameToken[],
  entry: readonly NameToken[],
): string {
  const [asked, listed] = systems.map((system) => say(`system.${system}`));
  return `${asked} and ${listed}: ${surfaces(query)} = ${characters} = ${surfaces(entry)}`;
}

/** How one word of the list was found by one of the query. */
function evidenceOfRoute(
  { matchKind, spelling }: AlignedPair,
  query: NameToken,
  entry: NameToken,
  found: string,
): Kind {
  const systems = [spellingSystem(query, spelling), systemOf(entry, found)]
    .flatMap((system) => (system ? [say(`system.${system}`)] : []))
    .join(' and ');
  const asked = [query.text, ...query.variants.map(({ text }) => text)][spelling]!;
  const spelt = asked === found ? asked : `${asked} and ${found}`;
  if (matchKind === SHORT) return { evidence: 'nickname', detail: say('pair.short-form') };
  if (matchKind === NICKNAME) return { evidence: 'nickname', detail: spelt };
  if (matchKind === CONSONANTS)
    return { evidence: 'transliteration', detail: `${systems || say('pair.consonants')}: ${spelt}` };
  if (matchKind === SAME) {
    return systems ? { evidence: 'transliteration', detail: `${systems}: ${spelt}` } : { evidence: 'exact' };
  }
  return { evidence: matchKind === SOUND ? 'phonetic' : 'spelling', detail: systems ? `${systems}: ${spelt}` : spelt };
}

function spellingSystem(token: NameToken, spelling: number): SpellingSystem | undefined {
  return spelling === 0 ? token.system : token.variants[spelling - 1]?.system;
}

function systemOf(token: NameToken, text: string): SpellingSystem | undefined {
  return token.text === text ? token.system : token.variants.find((variant) => variant.text === text)?.system;
}

function chosen(tokens: readonly NameToken[], mask: number): NameToken[] {
  return tokens.filter((_, place) => place < 31 && mask & (1 << place));
}

function leftOver(tokens: readonly NameToken[], mask: number): string[] {
  return tokens.filter((_, place) => place >= 31 || !(mask & (1 << place))).map(({ surface }) => surface);
}

const surfaces = (tokens: readonly NameToken[]): string => tokens.map(({ surface }) => surface).join(' ');
