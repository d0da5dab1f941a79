import type { TokenRole } from '../names/types.ts';

/** Roles as the index stores them. */
export const ROLES: readonly TokenRole[] = [
  'word',
  'initial',
  'particle',
  'title',
  'legal-form',
  'generic',
  'number',
  'body',
];
export const [WORD, INITIAL, PARTICLE, TITLE, LEGAL_FORM, GENERIC, NUMBER, BODY] = [0, 1, 2, 3, 4, 5, 6, 7] as const;

/** A word that many organisations share: for their business (bank), or for the body that they are (company). */
export const isGeneral = (role: number): boolean => role === GENERIC || role === BODY;

/**
 * What a token of each role weighs, as a share of a word's weight by rarity. That of generic words and of words for a
 * body was chosen by the cross-validated figures of `training/matching/evidence`.
 */
const SHARE = [1, 0.45, 0.06, 0.03, 0.06, 0.2, 0, 0.06] as const;
/** The least that each weighs. A number tells two companies of a series apart, however often it occurs. */
const FLOOR = [0, 0, 0.03, 0.01, 0.03, 0.06, 0.5, 0.03] as const;

/** Rarity of a word that occurs in so many of the entities: 1 for one never seen, near 0.2 for the commonest. */
export function rarity(occurrences: number, entities: number): number {
  // A small list is no sample of how often names are given: it is smoothed as if it had this many entities.
  const frequency = occurrences / Math.max(entities, SMOOTHED_ENTITIES);
  return Math.max(MIN_RARITY, Math.log(1 / (frequency + RAREST)) / Math.log(1 / RAREST));
}

/** The share of entities with a word of this rarity; never nothing, because no list shows every name. */
function frequency(rarity: number): number {
  return RAREST ** rarity;
}

/** Rarities and weights are stored as so many steps from 0 to 1: a byte each. */
export const WEIGHT_STEPS = 255;

export const SMOOTHED_ENTITIES = 20_000;
export const RAREST = 1 / 50_000;
/** `frequency` by steps of rarity. */
export const FREQUENCIES = Float64Array.from({ length: WEIGHT_STEPS + 1 }, (_, step) => frequency(step / WEIGHT_STEPS));
const MIN_RARITY = 0.15;

/** Weight of a token in a name's score, 0 to 1. */
export function tokenWeight(role: number, tokenRarity: number): number {
  return Math.max(FLOOR[role]!, SHARE[role]! * tokenRarity);
}
