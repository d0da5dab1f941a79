/** A run of text that a person reads as one piece: a paragraph, a list item, a table cell or a comment. */
export interface Passage {
  readonly file: string;
  /** 1-based, where the passage begins. */
  readonly line: number;
  readonly text: string;
}

/** A sentence ends at a stop that is followed by a space and the beginning of another one. */
const SENTENCE_END = /(?<=[.!?]["'”’)\]*_]*)\s+(?=["'“‘([*_`]*[\p{Lu}\p{N}`])/u;
/** Stops behind these are part of the word. */
const ABBREVIATION = /(?:^|[\s(])(?:e\.g|i\.e|vs|No|Nos|Doc|Dr|Mr|Mrs|St|cf|al|\p{Lu})\.$/u;

export function sentencesOf(text: string): string[] {
  const sentences: string[] = [];
  let begun = '';
  for (const part of text.replace(/\s+/g, ' ').trim().split(SENTENCE_END)) {
    begun = begun ? `${begun} ${part}` : part;
    if (ABBREVIATION.test(begun)) continue;
    sentences.push(begun);
    begun = '';
  }
  return begun ? [...sentences, begun] : sentences.filter((sentence) => sentence !== '');
}

/** Counts what holds a letter or a digit, so that dashes, arrows and signs of arithmetic cost nothing. */
export function wordCount(sentence: string): number {
  return sentence.split(/[\s—–]+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

const IRREGULAR =
  'built|bought|brought|chosen|cut|done|drawn|found|given|held|hidden|kept|known|laid|left|lost|made|meant|paid|put|read|said|seen|sent|set|shown|spent|taken|thrown|told|understood|written';
const PASSIVE = new RegExp(`\\b(?:is|are|was|were|be|been|being)\\s+(?:\\w+ly\\s+)?(?:\\w{2,}ed|${IRREGULAR})\\b`, 'i');

/** A guess: English has no sure sign of the passive voice. Warn with it, never refuse. */
export function isPassive(sentence: string): boolean {
  return PASSIVE.test(sentence);
}
