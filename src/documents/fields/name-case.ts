import type { VisualField } from './field.ts';
import type { Names } from './holder-names.ts';
import { isParticle } from './phrases.ts';

/** A word that nobody prints among capitals. McDONALD has one small letter. */
const SMALL = /^\p{Ll}|\p{Ll}{2}/u;
const CAPITALS = /^\p{Lu}{2,}$/u;

/**
 * Names without words in small letters, where their other words are in capitals. Such words are of labels beside them
 * or of the background. Where nothing is left of one part, the other is the whole name if it has two words or more.
 */
export function inOneCase(names: Names): Names {
  const words = Object.values(names).flatMap((name: VisualField | null) => name?.value.split(' ') ?? []);
  const small = words.filter(isSmall).length;
  if (small === 0 || words.filter((word) => CAPITALS.test(word)).length < small) return names;
  const [surname, givenNames, fullName] = [names.surname, names.givenNames, names.fullName].map(inCapitals);
  if (fullName || (surname && givenNames)) return { surname: surname!, givenNames: givenNames!, fullName: fullName! };
  const only = surname ?? givenNames;
  const whole = only?.value.includes(' ') ? only : null;
  return { surname: null, givenNames: null, fullName: whole };
}

function inCapitals(name: VisualField | null): VisualField | null {
  const value = name?.value
    .split(' ')
    .filter((word) => !isSmall(word))
    .join(' ');
  // Letters alone are what stands behind a label.
  return name && value && /\p{L}{2}/u.test(value) ? { ...name, value } : null;
}

function isSmall(word: string): boolean {
  return SMALL.test(word) && !isParticle(word);
}
