import { type EntityType, entryKindOf } from '../domain/entity-type.ts';
import { TouchstoneError } from '../errors.ts';
import { say } from '../sentences.ts';
import { askedBirth, type BirthDoubt } from './asked-birth.ts';
import { MAX_READINGS } from './index/compile.ts';
import { namesBesideNickname, namesTogether } from './names/also-known-as.ts';
import { analyseName } from './names/analyse.ts';
import { withDigitsAsLetters } from './names/meant/digits-as-letters.ts';
import { holdersOf } from './names/meant/holders.ts';
import { type Reader, withInitialsApart } from './names/meant/joined-initials.ts';
import { type WithLetters, withLostLetters, withSpellings } from './names/meant/lost-letters.ts';
import { withoutRelative } from './names/meant/relatives.ts';
import { mended } from './names/meant/spoilt-text.ts';
import { passengerName } from './names/meant/titles-joined.ts';
import { type NumbersBeside, numbersBeside } from './names/numbers-beside.ts';
import { namesElsewhere } from './names/romanisations/read-elsewhere.ts';
import { cutRunTogether } from './names/run-together.ts';
import { withOrthographies } from './names/scripts/orthographies.ts';
import { heardInCyrillic } from './names/scripts/spelt-phonetically.ts';
import { withSound } from './names/sound/with-sound.ts';
import { withSyllables } from './names/syllables.ts';
import { keyOf } from './names/token-key.ts';
import type { NameToken, Reading, RereadingReason } from './names/types.ts';
import { type Query, refusePlaceholder } from './query.ts';
import type { NameQuery } from './search.ts';

/** Words joined or cut are as like as this (`plan-reading.ts`). */
const LEAST_OF_GUESSED = 0.97;

/** Two spellings of one syllable are less alike than this: ch is zh in Wade-Giles, which nobody wrote. */
const LEAST_OF_ELSEWHERE = 0.97;

/** What is searched for a query, and why its date of birth is not compared. Throws as `readingsOf` does. */
export function askedOf(
  query: Query,
  rarityOf: (text: string) => number | undefined,
): { readonly asked: NameQuery; readonly doubt?: BirthDoubt | undefined } {
  const { name, entityType, minScore } = query;
  const whole = mendedName(name, entityType);
  const beside = numbersBeside(whole ?? name, entityType === 'Individual');
  const { birth, doubt } = askedBirth(query, beside);
  const own = readingsBeside({ name: whole ?? name, entityType }, beside, rarityOf);
  const readings =
    whole === undefined ? own : [...readingsOfText(name, entityType, rarityOf), ...asMended(own, whole)].map(sameShape);
  return { asked: { name: beside?.names[0] ?? name, entityType, minScore, birth, readings }, doubt };
}

/** What a spoilt name was. Undefined where nothing is certain, and where that leaves nothing to compare. */
function mendedName(name: string, entityType: EntityType): string | undefined {
  const text = mended(name);
  return text === undefined || allAnalysed(text, entityType).length === 0 ? undefined : text;
}

/** Readings of a text that was spoilt say so, unless they say why they are of another one. */
function asMended(readings: readonly Reading[], text: string): Reading[] {
  return readings.map((reading) => {
    return { ...reading, written: { text, aside: [], reason: 'read-mended' as const, ...reading.written } };
  });
}

/** What the name of a query may be, without what stands beside it and with it. Throws as `readingsOf` does. */
function readingsBeside(
  { name, entityType }: Pick<Query, 'name' | 'entityType'>,
  beside: NumbersBeside | undefined,
  rarityOf: (text: string) => number | undefined,
): readonly Reading[] {
  if (!beside) return readingsOf({ name, entityType }, rarityOf);
  const whole = { text: name, aside: [] };
  const parts = beside.names.map((text) => ({ text, aside: beside.aside }));
  // An organisation's number is rather a part of its name.
  const texts = entityType === 'Individual' ? [...parts, whole] : [whole, ...parts];
  const ways = texts
    .map(({ text, aside }) =>
      readingsIfAny({ name: text, entityType }, rarityOf).map((reading) => {
        return { ...reading, written: { ...(reading.written ?? { text }), aside } };
      }),
    )
    .filter((readings) => readings.length > 0);
  if (ways.length === 0) throw nothingToCompare();
  const isPlain = ({ written }: Reading) => written?.reason === undefined;
  const plain = ways.map((way) => way.filter(isPlain));
  // Only so many readings are searched: the first one of each way is.
  const first = [...plain.flatMap((way) => way.slice(0, 1)), ...plain.flatMap((way) => way.slice(1))];
  return [...first.slice(0, MAX_READINGS), ...ways[0]!.filter((one) => !isPlain(one))];
}

/**
 * What the name of a query may be. Throws `validation` for a name that leaves nothing to compare: an all-clear for it
 * would be a lie. `rarityOf` tells the words of the lists, of which a run-together name is made.
 */
export function readingsOf(
  { name, entityType }: Pick<Query, 'name' | 'entityType'>,
  rarityOf: (text: string) => number | undefined,
): readonly Reading[] {
  const readings = readingsIfAny({ name, entityType }, rarityOf);
  if (readings.length === 0) throw nothingToCompare();
  return readings;
}

const nothingToCompare = () => new TouchstoneError('validation', say('body.name-without-letters'));

/** The same, but empty for a name that leaves nothing to compare, such as `ー`. */
function readingsIfAny(
  { name, entityType }: Pick<Query, 'name' | 'entityType'>,
  rarityOf: (text: string) => number | undefined,
): readonly Reading[] {
  const isPerson = entityType === 'Individual';
  const readings = readingsOfText(name, entityType, rarityOf);
  const rereadings = rereadingsOf(name, {
    isPerson,
    rarityOf,
    readingsOf: (text) => (text === name ? readings : readingsOfText(text, entityType, rarityOf)),
    read: (word) => analysed(word, entityType)[0]?.tokens ?? [],
  });
  for (const { text, reason, spellings } of rereadings) {
    const others = readingsOfText(text, entityType, rarityOf, spellings);
    readings.push(...others.map((reading) => ({ ...reading, written: { text, aside: [], reason } })));
  }
  if (!isPerson || readings.length === 0) refusePlaceholder(name, entityType);
  return readings.map(sameShape);
}

/** The readings of one text that a query may be meant as. */
function readingsOfText(
  text: string,
  entityType: EntityType,
  rarityOf: (text: string) => number | undefined,
  spellings?: Rereading['spellings'],
): Reading[] {
  const all = allAnalysed(text, entityType);
  const readings = spellings ? all.map((one) => ({ ...one, tokens: withSpellings(one.tokens, { spellings }) })) : all;
  const cut = cutRunTogether(readings, rarityOf);
  const guessed =
    cut === undefined ? [] : analysed(cut, entityType).map((reading) => ({ ...reading, leastPair: LEAST_OF_GUESSED }));
  const elsewhere = entityType !== 'Individual' ? [] : readElsewhere(text);
  return heard([...readings.slice(0, MAX_READINGS - elsewhere.length), ...elsewhere, ...guessed], entityType).slice(
    0,
    MAX_READINGS,
  );
}

/** Readings of a Chinese or a Vietnamese name that is written as another country does. Nobody wrote their words. */
function readElsewhere(text: string): Reading[] {
  return namesElsewhere(text).flatMap((name) =>
    analysed(name, 'Individual').map((reading) => ({ ...reading, leastPair: LEAST_OF_ELSEWHERE })),
  );
}

/** Half of an organisation's words are known by their meaning, and what sounds like them says nothing. */
function heard(readings: readonly Reading[], entityType: EntityType): readonly Reading[] {
  if (entityType !== 'Individual') return readings;
  return [...withSyllables(withSound(withOrthographies(readings))), ...heardInCyrillic(readings)];
}

/** Of a query that gives several names: the readings of each. Empty where none leaves a token, such as `ー`. */
function allAnalysed(query: string, entityType: EntityType): readonly Reading[] {
  const together = namesTogether(query);
  const names = together.length === 0 && entityType === 'Individual' ? namesBesideNickname(query) : together;
  const readings = names.flatMap((name) => analysed(name, entityType));
  return readings.length > 0 ? readings : analysed(query, entityType);
}

/** The readings that have a token. */
function analysed(name: string, entityType: EntityType): readonly Reading[] {
  return analyseName(name, entryKindOf(entityType)).readings.filter(({ tokens }) => tokens.length > 0);
}

/** Another text that a query may be meant as. */
interface Rereading extends Partial<Pick<WithLetters, 'spellings'>> {
  readonly text: string;
  readonly reason: RereadingReason;
}

/**
 * What else a query may be meant as, beside what is written: each of several holders, its initials apart, letters for
 * question marks. Empty for nearly all queries.
 */
function rereadingsOf(name: string, reader: Reader): Rereading[] {
  const holders = reader.isPerson ? holdersOf(name) : [];
  const own = reader.isPerson ? withoutRelative(name) : undefined;
  const found: Rereading[] = holders.map((text) => ({ text, reason: 'read-holder' }));
  const passenger = reader.isPerson ? passengerName(name) : undefined;
  if (passenger !== undefined) found.push({ text: passenger, reason: 'read-passenger' });
  if (own !== undefined) found.push({ text: own, reason: 'read-without-relative' });
  return [...found, ...[name, ...holders].flatMap((text) => rereadingsOfOne(text, reader))];
}

function rereadingsOfOne(text: string, reader: Reader): Rereading[] {
  const found: Rereading[] = [];
  const letters = withLostLetters(text, reader);
  if (letters) found.push({ ...letters, reason: 'read-lost-letters' });
  const lettered = withDigitsAsLetters(text, reader);
  if (lettered !== undefined) found.push({ text: lettered, reason: 'read-digits' });
  const apart = reader.isPerson ? withInitialsApart(text, reader) : undefined;
  if (apart !== undefined) found.push({ text: apart, reason: 'read-initials' });
  return found;
}

/**
 * The same reading. All its properties are there, always in this order, so that code compiled for one serves all. Else
 * what meets many kinds of tokens is compiled again and again.
 */
function sameShape({ system, tokens, leastPair, written }: Reading): Reading {
  return { system, tokens: tokens.map(ofSameShape), leastPair, written };
}

function ofSameShape(token: NameToken): NameToken {
  const { text, surface, role, system, variants, characters, languages, sound, spoken, country, meaning } = token;
  const { legalForm, key = keyOf(token) } = token;
  return {
    text,
    surface,
    role,
    system,
    variants,
    characters,
    languages,
    sound,
    spoken,
    country,
    meaning,
    legalForm,
    key,
  };
}
