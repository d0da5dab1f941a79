import { Recent } from '../../../recent.ts';
import { legalFormAt } from '../../../screening/names/tables/legal-forms.ts';
import { countryNamed, organisationWord } from '../../../screening/names/tables/organisation-words.ts';
import {
  LETTERS_THAT_LINK,
  PARTICLES,
  PARTICLES_OR_NAMES,
} from '../../../screening/names/tables/titles-and-particles.ts';
import { wordsInOrder } from '../name-agreement.ts';

/** Entries that evidence may join; the tables of weights have a column for each. */
export const JOIN_KINDS = ['person', 'organization'] as const;
export type JoinKind = (typeof JOIN_KINDS)[number];

/** Names of fewer words tell nobody from others. An organisation may have one word of its own. */
export const FEWEST_WORDS: Readonly<Record<JoinKind, number>> = { person: 2, organization: 1 };

/** The words of a name that one list writes as another does, folded, as they stand. */
export const tellingWords = (name: string, kind: JoinKind): readonly string[] =>
  kind === 'person' ? ofPerson(wordsInOrder(name)) : ofOrganisation(wordsInOrder(name));

/** Without particles, which one list writes and another leaves out. */
function ofPerson(words: readonly string[]): readonly string[] {
  const rest = words.filter((word) => !PARTICLES.has(word) && !PARTICLES_OR_NAMES.has(word));
  return rest.length >= FEWEST_WORDS.person ? rest : words;
}

/** Without legal forms and particles, and known words by their meaning: a list writes `zavod`, another one `plant`. */
function ofOrganisation(words: readonly string[]): readonly string[] {
  const tokens = words.map((text) => ({ text, variants: [] }));
  const rest: string[] = [];
  for (let at = 0; at < words.length; ) {
    const form = legalFormAt(tokens, at);
    if (form === undefined && !isLink(words[at]!)) rest.push(meaningOf(words[at]!));
    at += form?.length ?? 1;
  }
  return rest.length > 0 ? rest : words;
}

const isLink = (word: string): boolean =>
  PARTICLES.has(word) || PARTICLES_OR_NAMES.has(word) || LETTERS_THAT_LINK.has(word);
/** The words of organisations come again and again. */
const MAX_REMEMBERED = 20_000;
const meanings = new Recent<string, string>(MAX_REMEMBERED);
const meaningOf = (word: string): string =>
  meanings.get(word, () => countryNamed(word)?.meaning ?? organisationWord(word)?.meaning ?? word);
