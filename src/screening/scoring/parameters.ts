/*
 * The numbers of the scoring formula, found on kinds of names with `npm run bench:quality`; docs/matching-reference.md
 * says what each does to a score.
 *
 *   score = 100 × Σ wᵢ·sᵢ^sharpness ∕ (Σ wᵢ + conflict × min(U, V) + extra × |U − V|)
 *
 * with wᵢ the weight and sᵢ the similarity of the paired tokens, U and V the weights left over on the two sides.
 */
/**
 * Persons in Latin letters, persons of whom the query was read from Cyrillic or another script, and organisations. The
 * last one is for organisations whose two names are in two languages.
 */
export const EVIDENCE_MODELS = ['person', 'cyrillic', 'script', 'organisation', 'translated'] as const;
export type EvidenceModel = (typeof EVIDENCE_MODELS)[number];

export interface Parameters {
  /** How much faster than similarity a pair's worth falls. */
  readonly sharpness: number;
  /** Cost of a part on which both names disagree, a rare one above all. */
  readonly conflict: number;
  /** Cost of parts that only one name has, after one, two, three or more paired words. */
  readonly extra: readonly [number, number, number];
  /** Pairs less similar than this are partly a conflict. */
  readonly doubt: number;
  /** How much less extra parts cost the more the paired ones weigh: nothing for common names. */
  readonly evidence: number;
  /** How many times what `extra` says is the most that extra parts cost beside common names. */
  readonly mostExtra: number;
  /** Read syllable by syllable: the order of the syllables is part of the name. */
  readonly syllables?: true | undefined;
  /** The word that a person's name begins with is part of every writing of it. */
  readonly firstCounts?: true | undefined;
  /** Which weights of evidence hold; without one the formula alone. */
  readonly model?: EvidenceModel | undefined;
  /** Each word of the name is one syllable or two, whatever the script. A common one of them loses points. */
  readonly syllabic?: true | undefined;
}

/** All properties are there, always in this order, so that code compiled for one kind of names serves all. */
function parameters(given: Parameters): Parameters {
  const { sharpness, conflict, extra, doubt, evidence, mostExtra, syllables, firstCounts, model, syllabic } = given;
  return { sharpness, conflict, extra, doubt, evidence, mostExtra, syllables, firstCounts, model, syllabic };
}

const LATIN: Parameters = {
  sharpness: 2,
  conflict: 1.9,
  extra: [0.9, 0.45, 0.2],
  evidence: 1.3,
  mostExtra: 2.2,
  doubt: 0.79,
  firstCounts: true,
};
export const PERSON = parameters({ ...LATIN, model: 'person' });
export const ROMANISED = parameters({
  model: 'script',
  sharpness: 1.55,
  conflict: 1.9,
  extra: [0.9, 0.4, 0.2],
  evidence: 0.8,
  mostExtra: 1.4,
  doubt: 0.72,
  firstCounts: true,
});
/** From Cyrillic letters, in which many listed people and their namesakes are written. */
export const FROM_CYRILLIC = parameters({ ...ROMANISED, model: 'cyrillic' });
export const SYLLABIC = parameters({
  sharpness: 2,
  conflict: 1.9,
  extra: [3, 2, 1.5],
  evidence: 0,
  mostExtra: 1.4,
  doubt: 0.79,
  syllables: true,
  syllabic: true,
});
/** A Chinese, Korean or Vietnamese name in Latin letters: one syllable says little without the others. */
export const LATIN_SYLLABLES = parameters({
  ...LATIN,
  extra: SYLLABIC.extra,
  evidence: 0,
  syllabic: true,
});
/** A foreign name in Han characters or Hangul, spelt back from its sounds. */
export const BY_EAR = parameters({
  sharpness: 1.7,
  conflict: 1.9,
  extra: [0.9, 1.2, 1.1],
  evidence: 0,
  mostExtra: 1.4,
  doubt: 0.77,
});
export const COMPANY = parameters({
  model: 'organisation',
  sharpness: 1.55,
  conflict: 1.6,
  extra: [0.34, 0.25, 0.2],
  evidence: 0.8,
  mostExtra: 2.2,
  doubt: 0.79,
});

/** Below this two spellings are two names. Found on misspelt and transliterated names of the quality benchmark. */
export const MIN_SIMILARITY = 0.68;
/** Left-over words that resemble each other less than that still count a little from here on. */
export const MIN_RESIDUAL = 0.5;
/** With letters less alike than this two words of one name do not sound alike (`npm run train:heard`). */
export const MIN_HEARD = 0.4;
/** Ken for Kenneth, Chr. for Christian: the beginning of a name stands for it. */
export const SHORT_FORM_SIMILARITY = 0.84;
/** An initial agrees with any name that begins with it: little evidence. */
export const INITIAL_SIMILARITY = 0.85;
export const LEGAL_FORM_SIMILARITY = 1;

/** The same words, but not written the same. */
export const OTHER_WRITING_POINTS = -1;
/** The query's name was read as another text than what was sent: nobody wrote it as it is listed. */
export const OTHER_TEXT_POINTS = -1;
export const OTHER_ORDER_POINTS = -1.5;
/** The least score of a person's name that has the listed one's words in another order. */
export const LEAST_IN_OTHER_ORDER = 85;
/** The least score of one that has the listed one's letters, with other spaces, dots or hyphens. */
export const LEAST_OF_SAME_LETTERS = 95;
/** The least score of two names that agree in every word, and in a reign number or a by-name. */
export const LEAST_OF_SAME_RULER = 75;
/** The same words in another order, and others beside them: Franco Rojas is not Jaime Rojas Franco. */
export const SHUFFLED_POINTS = -6;
/** What a syllabic name loses at most for being common, from another script or spelling, and where it stays. */
export const COMMON_NAME_POINTS = -24;
export const COMMON_NAME_STAYS_AT = 75;
/** Syllables of an East Asian name in an order that no custom of writing it explains. */
export const SHUFFLED_SYLLABLES_POINTS = -30;
/** Salman bin Walid and Walid bin Salman share every word and are father and son. */
export const FATHER_IS_SON_POINTS = -30;
/** What a list itself calls a weak alias is worth less … */
export const WEAK_ALIAS_POINTS = -6;
/** … and one of a single word never more than this. */
export const MAX_FOR_SINGLE_WEAK = 74;
/** A query that is an organisation's first letters reaches no more than this … */
export const MAX_FOR_ACRONYM = 74;
/** … and says nothing beside other words. */
export const MIN_FOR_ACRONYM = 85;
/** Mario and Maria are two people, whatever else agrees. */
export const MAX_FOR_OTHER_NAME = 65;
/** What a name loses of which only the beginning is asked for. */
export const CUT_NAME_POINTS = -12;
/** The same, where many names begin so: an alert that says little of any one. */
export const VAGUE_CUT_POINTS = -25;
/** A common given name says nobody's name where the lists have more of it. */
export const MAX_FOR_GIVEN_NAME = 65;
/** The relative of a listed person is another one. */
export const MAX_FOR_RELATIVE = 65;
/** The elder and the younger of two who have one name. */
export const MAX_FOR_OTHER_GENERATION = 65;
/** The Bank of Austria is not VTB Bank (Austria). */
export const MAX_WITHOUT_OWN_WORD = 65;
/** With a date of birth that cannot be this person's a name stays below the threshold … */
export const MAX_FOR_IMPOSSIBLE = 69;
/** … but for the same name in full that hardly two people bear: lists have wrong dates. */
export const MIN_FOR_UNIQUE = 70;
export const MAX_FOR_UNIQUE = 75;

/** Whether a name was read from another script, so that its words may sound more alike than they are spelt. */
export const isRead = ({ model }: Parameters): boolean => model === 'cyrillic' || model === 'script';

/** Words that no term match led to hardly ever sound more alike. */
const MAX_HEARD = 0.92;
/** How alike two words may be that no term match led to. */
export const mostLeftOver = (parameters: Parameters): number =>
  isRead(parameters) ? MAX_HEARD : SHORT_FORM_SIMILARITY;
