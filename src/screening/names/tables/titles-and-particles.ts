import { readGroups } from '../../../tables.ts';

/** Words inside names that say little or nothing about who is meant, folded as the analysis folds them. */
const titles = readGroups('names/titles.tsv', ['use', 'word']);
const particles = readGroups('names/particles.tsv', ['use', 'word']);

/** Words that are titles wherever they stand in a person's name. */
export const TITLES: ReadonlySet<string> = new Set(titles.get('title'));

/** Titles that stand behind a name. First, they are given names: Junior Quist. */
export const TITLES_BEHIND_NAMES: ReadonlySet<string> = new Set(titles.get('behind a name'));

/** Titles that are also usual names: titles only before another name part. */
export const TITLES_OR_NAMES: ReadonlySet<string> = new Set(titles.get('also a name'));

/** Titles that are names where only one other name part stands with them: Don Halberg, Prince Quist. */
export const TITLES_OF_LONGER_NAMES: ReadonlySet<string> = new Set(titles.get('name of a short name'));

/** Ranks that follow a name and begin a second way to name the same person: "…, Baron Halberg of Quist". */
export const PEERAGE: ReadonlySet<string> = new Set(titles.get('peerage'));

/** "Martyr": Iran names works, universities and units after the fallen, and writes the word or leaves it out. */
export const HONORIFICS_OF_ORGANISATIONS: ReadonlySet<string> = new Set(titles.get('of an organisation'));

/** Words that link parts of a name: articles, prepositions, "son of", "father of". */
export const PARTICLES: ReadonlySet<string> = new Set(particles.get('particle'));

/** Particles that are rather names when nothing of the kind follows or at the head of a Western name. */
export const PARTICLES_OR_NAMES: ReadonlySet<string> = new Set(particles.get('also a name'));

/** Links inside organisations' names that are one letter: the ezafe of Persian (`Bonyad-e Halab`), and "and". */
export const LETTERS_THAT_LINK: ReadonlySet<string> = new Set(particles.get('letter of an organisation'));

/** Articles, prepositions and "and" of the Union's languages: inside organisations' names they say nothing. */
export const LINKS_IN_ORGANISATIONS: ReadonlySet<string> = new Set(particles.get('of an organisation'));

/** Those that such a name begins with. */
const ARTICLES_IN_ORGANISATIONS: ReadonlySet<string> = new Set(
  'az an das den der des det die el gli het il la las le les los the so'.split(' '),
);

/** Whether a word links others at this place of an organisation's name. Articles stand first, too: `Az`, `La`. */
export function isLinkInOrganisation(text: string, at: number): boolean {
  return at > 0 ? LINKS_IN_ORGANISATIONS.has(text) : ARTICLES_IN_ORGANISATIONS.has(text);
}
