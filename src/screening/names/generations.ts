import { readGroups } from '../../tables.ts';
import type { NameToken } from './types.ts';

/** Words that tell a father from a son of the same name. */
interface Epithet {
  readonly words: readonly string[];
  /** What it is read as, in any language. */
  readonly text: GenerationText;
}

/** Der Ältere, l'Ancien, starší; der Jüngere, le Jeune, mladší. */
export type GenerationText = 'snr' | 'jnr';

const uses = readGroups('names/titles.tsv', ['use', 'word']);
const epithetsOf = (use: string, text: GenerationText): Epithet[] =>
  (uses.get(use) ?? []).map((phrase) => ({ words: phrase.split(' '), text }));
/** By the first word, the longest first. */
const EPITHETS = Map.groupBy(
  [...epithetsOf('elder', 'snr'), ...epithetsOf('younger', 'jnr')].toSorted((a, b) => b.words.length - a.words.length),
  ({ words }) => words[0]!,
);
/** Hungarian writes them before a name. */
const BEFORE_A_NAME = new Set(['idosebb', 'ifjabb', 'ifj']);
/** A single word may be a family name (Fils, Stari), unless it stands behind two names. */
const LEAST_NAMES = 2;

/** A person's tokens with an epithet of generation as one title. */
export function withGenerations(tokens: readonly NameToken[]): readonly NameToken[] {
  if (tokens.length < LEAST_NAMES || !tokens.some((token) => spellingsOf(token).some((text) => EPITHETS.has(text)))) {
    return tokens;
  }
  const out: NameToken[] = [];
  for (let at = 0; at < tokens.length; ) {
    const found = epithetAt(tokens, at);
    if (found === undefined) out.push(tokens[at++]!);
    else {
      const parts = tokens.slice(at, at + found.words.length);
      const surface = parts.map((part) => part.surface).join(' ');
      out.push({ ...parts[0]!, text: found.text, surface, role: 'title', variants: [] });
      at += parts.length;
    }
  }
  return out;
}

function epithetAt(tokens: readonly NameToken[], at: number): Epithet | undefined {
  const candidates = spellingsOf(tokens[at]!).flatMap((text) => EPITHETS.get(text) ?? []);
  return candidates.find(({ words }) => {
    const others = tokens.length - words.length;
    const isPlaced = at === 0 ? BEFORE_A_NAME.has(words[0]!) : words.length > 1 || at === tokens.length - 1;
    if (!isPlaced || others < (words.length > 1 ? 1 : LEAST_NAMES)) return false;
    return words.every((word, place) => spellingsOf(tokens[at + place] ?? NOBODY).includes(word));
  });
}

const NOBODY: Pick<NameToken, 'text' | 'variants'> = { text: '', variants: [] };

function spellingsOf({ text, variants }: Pick<NameToken, 'text' | 'variants'>): string[] {
  return [text, ...variants.map((variant) => variant.text)];
}

/** What the other of two generations is called in tokens. Undefined where none is named, or both are. */
export function otherGeneration(tokens: readonly { readonly token: NameToken }[]): GenerationText | undefined {
  const named = new Set<string>(tokens.filter(({ token }) => token.role === 'title').map(({ token }) => token.text));
  if (named.has('snr') === named.has('jnr')) return undefined;
  return named.has('snr') ? 'jnr' : 'snr';
}
