/**
 * Shapes of licence numbers of states that start them with letters, as the states publish them: A a letter, 9 a digit.
 * Other states have digits alone, and any of these may print digits alone in older series.
 */
const SHAPES: Readonly<Record<string, readonly string[]>> = {
  AZ: ['A99999999', '999999999'],
  CA: ['A9999999'],
  FL: ['A999999999999'],
  HI: ['A99999999', '999999999'],
  IL: ['A99999999999', 'A999999999999'],
  KS: ['A99999999', '999999999'],
  KY: ['A99999999', 'A999999999', '999999999'],
  MA: ['A99999999', 'AA9999999', '999999999'],
  MD: ['A999999999999'],
  MI: ['A9999999999', 'A999999999999'],
  MN: ['A999999999999'],
  NE: ['A99999999', 'A999999', 'A9999999'],
  NJ: ['A99999999999999'],
  OK: ['A999999999', '999999999'],
  ON: ['A99999999999999'],
  QC: ['A999999999999'],
  VA: ['A99999999', '999999999'],
  WI: ['A9999999999999'],
};

const AS_DIGIT: Readonly<Record<string, string>> = {
  O: '0',
  Q: '0',
  D: '0',
  I: '1',
  L: '1',
  Z: '2',
  S: '5',
  B: '8',
  G: '6',
};
const AS_LETTER: Readonly<Record<string, string>> = { 0: 'O', 1: 'I', 2: 'Z', 5: 'S', 8: 'B', 6: 'G' };

/**
 * A licence number in the shape of its state: where exactly one character is a twin of what the shape wants there, it is
 * that. Null where the number has the shape already, the state is not known, or more is amiss.
 */
export function reshaped(number: string, region: string): string | null {
  const shapes = SHAPES[region];
  if (!shapes) return null;
  const places = [...number].flatMap((letter, at) => (/[A-Z0-9]/.test(letter) ? [at] : []));
  const repairs = new Set<string>();
  for (const shape of shapes) {
    if (shape.length !== places.length) continue;
    const wrong = places.filter((at, index) => !(shape[index] === 'A' ? /[A-Z]/ : /[0-9]/).test(number[at]!));
    if (wrong.length === 0) return null;
    if (wrong.length > 1) continue;
    const [at] = wrong as [number];
    const letter = (shape[places.indexOf(at)] === 'A' ? AS_LETTER : AS_DIGIT)[number[at]!];
    if (letter) repairs.add(number.slice(0, at) + letter + number.slice(at + 1));
  }
  return repairs.size === 1 ? [...repairs][0]! : null;
}
