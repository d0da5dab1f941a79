import type { Recent } from '../../recent.ts';
import { INITIAL, LEGAL_FORM, PARTICLE, TITLE, WORD } from '../index/weigh.ts';
import type { NameToken } from '../names/types.ts';
import type { TermMatches } from './term-matches.ts';

export interface PlannedToken {
  readonly token: NameToken;
  readonly role: number;
  readonly weight: number;
  /** Class of a legal form as the index numbers it; 0: none, or one that no indexed name has. */
  readonly legalForm: number;
  readonly firstLetter: number;
  /** Abd al-Aziz is one token, but says as much as two. */
  readonly parts: number;
  /** An acronym: its letters have no sound, and another letter makes another one. */
  readonly exact: boolean;
  /** Read from Han characters or Hangul. */
  readonly syllabic: boolean;
  /**
   * Remembers how alike words are that no term match leads to, in people's names and in organisations'. It also
   * remembers what their spellings say, as far as they were compared.
   */
  readonly memory: { leftOver?: Recent<number, number>; odds?: Recent<number, number> };
}

/** What one reading of the query looks for. */
export interface Plan {
  readonly tokens: readonly PlannedToken[];
  /** Until the next plan is made. */
  readonly termMatches: Readonly<TermMatches>;
  readonly totalWeight: number;
  /** Place of the token that says "son of", -1 without one that stands between two names. */
  readonly sonOf: number;
  /** Place of the first token that says whose relative somebody is, -1 without one. */
  readonly relation: number;
}

/** Whether a token may be the beginning of a listed word, or the other way round: both are in Latin letters then. */
export const mayBeShort = ({ role, token }: PlannedToken): boolean => role === WORD && token.system === undefined;

export const carriesMeaning = (role: number): boolean =>
  role !== PARTICLE && role !== TITLE && role !== LEGAL_FORM && role !== INITIAL;
