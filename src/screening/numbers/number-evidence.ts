import type { Identifier } from '../../domain/identifier.ts';
import { identifierText } from '../../domain/identifier.ts';
import type { EntryFacts, IdentityDocument } from '../../domain/list-entry.ts';
import type { EvidencedMatch } from '../../domain/match.ts';
import { say } from '../../sentences.ts';
import { knownCountry } from '../country-code.ts';
import type { Query } from '../query.ts';
import { comparedNumber, isTelling } from './compared-number.ts';
import { type NumberType, numberTypeOf } from './document-type.ts';

/** A number of a query, ready to be compared. */
export interface AskedNumber {
  readonly number: string;
  readonly type: NumberType;
  /** As `knownCountry` has it. */
  readonly country: string | undefined;
  readonly sent: Identifier;
}

type KnownNumber = Omit<AskedNumber, 'sent'>;
/** A number of a list, and the document that has it. */
type ListedNumber = KnownNumber & { readonly document: IdentityDocument };

/** Says itself what it is. */
const IMO = /^\s*IMO\D{0,3}\d{7}\s*$/i;

/** A number in common leads to this score, whatever the names are. What these score adds a twentieth. */
const SAME_NUMBER = 95;
const SHARE_OF_NAME = (100 - SAME_NUMBER) / 100;

/**
 * Points of another number of the same type and country. They are five times the logarithm of how often two lists have
 * different ones of one holder, which `training/matching/identifiers` counts. Of BICs and wallets a holder has many.
 */
const OTHER_NUMBER = -8;
const HELD_ALONE: ReadonlySet<NumberType> = new Set(['passport', 'national', 'tax', 'registration']);
/** Of these there is one in the world, for good: less than one holder in twenty has another. */
const OTHER_WORLDWIDE = -15;
const WORLDWIDE: ReadonlySet<NumberType> = new Set(['imo', 'lei']);

/**
 * The numbers of a query that can be compared. These are those that were sent, and one that stands in place of the
 * name: people type a wallet or an IMO number there.
 */
export function askedNumbers({ name, identifiers = [] }: Pick<Query, 'name' | 'identifiers'>): AskedNumber[] {
  return [...identifiers, ...numberNamed(name)].flatMap((sent) => {
    const { type = '', country } = sent;
    return formsOf(sent.value).flatMap((number) => {
      const known = knownNumber({ type, number, country });
      return known ? [{ ...known, sent }] : [];
    });
  });
}

/** Signs that a number in place of a name has: fewer digits are a word, unless it is as long as an address. */
const MIN_DIGITS = 5;
const LONG = 20;

function numberNamed(name: string): Identifier[] {
  const words = name.trim().split(/\s+/);
  const value = words.at(-1)!;
  if (!/\d/.test(value)) return [];
  const isSaid = words.length === 2 && numberTypeOf(words[0]) !== 'other';
  if (words.length > 1 && !isSaid) return [];
  const digits = value.replace(/\D/g, '').length;
  return digits >= MIN_DIGITS || value.length >= LONG ? [isSaid ? { value, type: words[0]! } : { value }] : [];
}

/** A payment link of a currency: `bitcoin:ADDRESS?amount=1` (BIP 21), `ethereum:pay-ADDRESS@1` (EIP 681). */
const LINK =
  /^(?:bitcoin|bitcoincash|dash|dogecoin|ethereum|litecoin|monero|ripple|solana|tron|zcash):(?:pay-)?([^?@/]+)/i;
/** An address of Ethereum without its mark. */
const BARE_ADDRESS = /^[0-9a-f]{40}$/i;

/** A number in every form in which lists may have it. */
function formsOf(value: string): string[] {
  const text = value.trim();
  const address = LINK.exec(text)?.[1] ?? text;
  return [...new Set([text, address, ...(BARE_ADDRESS.test(address) ? [`0x${address}`] : [])])];
}

/** Every number of an entity's entries that can be compared. */
export function knownNumbers(entries: readonly EntryFacts[]): ListedNumber[] {
  return entries.flatMap(({ documents = [] }) =>
    documents.flatMap((document) => {
      const known = knownNumber(document);
      return known ? [{ ...known, document }] : [];
    }),
  );
}

/** A match with what its numbers and those of a query say together. */
export function withNumbers(match: EvidencedMatch, asked: readonly AskedNumber[]): EvidencedMatch {
  const listed = knownNumbers(match.facts);
  const same = asked.flatMap((one) => listed.find((other) => isSame(one, other)) ?? [])[0];
  if (same) return raised(match, same.document);
  const others = asked.filter((one) => listed.some((known) => isOther(one, known)));
  const other = others.find(({ type }) => WORLDWIDE.has(type)) ?? others[0];
  if (!other) return match;
  const points = WORLDWIDE.has(other.type) ? OTHER_WORLDWIDE : OTHER_NUMBER;
  return adjusted(match, points, say('score.other-identifier', textOf(other.sent)));
}

/** Whether a number of the query stands among those of an entity's entries. */
export function hasSameNumber(facts: readonly EntryFacts[], asked: readonly AskedNumber[]): boolean {
  const listed = knownNumbers(facts);
  return asked.some((one) => listed.some((other) => isSame(one, other)));
}

function raised(match: EvidencedMatch, { type, number, country }: IdentityDocument): EvidencedMatch {
  const reached = Math.max(match.score, SAME_NUMBER + match.score * SHARE_OF_NAME);
  return adjusted(match, reached - match.score, say('score.same-identifier', textOf({ type, value: number, country })));
}

const textOf = (identifier: Identifier) => ({ number: identifierText(identifier) });

function adjusted(match: EvidencedMatch, points: number, reason: string): EvidencedMatch {
  const score = hundredths(Math.max(0, match.score + points));
  const adjustments = [...match.explanation.adjustments, { reason, points: hundredths(score - match.score) }];
  return { ...match, score, explanation: { ...match.explanation, adjustments } };
}

function isSame(asked: KnownNumber, listed: KnownNumber): boolean {
  if (asked.number !== listed.number) return false;
  return isTelling(asked.number) || (asked.type === listed.type && asked.country === listed.country);
}

function isOther(asked: KnownNumber, listed: KnownNumber): boolean {
  if (asked.type !== listed.type) return false;
  if (WORLDWIDE.has(asked.type)) return true;
  return HELD_ALONE.has(asked.type) && asked.country !== undefined && asked.country === listed.country;
}

/** Undefined for a number that cannot be compared. */
function knownNumber({
  type: words,
  number: text,
  country,
}: IdentityDocument | UncheckedNumber): KnownNumber | undefined {
  const type = IMO.test(text) ? 'imo' : numberTypeOf(words);
  const number = comparedNumber(text, type) ?? (type === 'other' ? comparedNumber(text, 'bic') : undefined);
  return number === undefined
    ? undefined
    : { number, type, country: country === undefined ? undefined : knownCountry(country) };
}

type UncheckedNumber = Omit<IdentityDocument, 'country'> & { readonly country?: string | undefined };

const hundredths = (value: number): number => Math.round(value * 100) / 100;
