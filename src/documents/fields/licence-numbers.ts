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
 * A licence number in the shape of its state. Where exactly one character looks like what the shape wants there, it
 * becomes that. Null where the number fits already, the state is unknown, or more than one character differs.
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

/**
 * Numbers of driving licences by state, as the American states publish them. A is a letter, 9 a digit, and braces say
 * how often. Hyphens and spaces do not count.
 */
const FORMATS = `AL 9{1,8}|AK 9{1,7}|AZ A9{8} 9{9}|AR 9{4,9}|CA A9{7}|CO 9{9} A9{3,6} AA9{2,5}|CT 9{9}|DE 9{1,7}|DC 9{7} 9{9}|FL A9{12}|GA 9{7,9}
  |HI A9{8} 9{9}|ID AA9{6}A 9{9}|IL A9{11,12}|IN A9{9} 9{9,10}|IA 9{9} 999AA9999|KS A9{8} 9{9} A9A9A|KY A9{8,9} 9{9}|LA 9{1,9}|ME 9{7,8} 9{7}A|MD A9{12}
  |MA A9{8} 9{9} AA9{7}|MI A9{10} A9{12}|MN A9{12}|MS 9{9}|MO A9{5,9} A9{6}A 9{8}AA 9{9}A 9{9} 999A9{6}|MT A9{8} 9{9} 9{13,14}|NE A9{6,8}
  |NV 9{9,10} 9{12} A9{8}|NH 99AAA9{5} AAA9{8}|NJ A9{14}|NM 9{8,9}|NY A9{7} A9{18} 9{8,9} 9{16} A{8}|NC 9{1,12}|ND AAA9{6} 9{9}|OH A9{4,8} AA9{3,7} 9{8}
  |OK A9{9} 9{9}|OR 9{1,9} A9{6} AA9{5}|PA 9{8}|RI 9{7,8} A9{6}|SC 9{5,11}|SD 9{6,10} 9{12}|TN 9{7,9}|TX 9{7,8}|UT 9{4,10}|VT 9{8} 9{7}A|VA A9{8,11} 9{9}
  |WV 9{7} A9{5,6} AA9{5,6}|WI A9{13}|WY 9{9,10}`;

const BY_STATE = new Map(
  FORMATS.split('|').map((line): [string, RegExp] => {
    const [state, ...formats] = line.trim().split(' ');
    const source = formats.map((format) =>
      format.replace(/([A9])(\{[\d,]+\})?/g, (_, sign, times = '') => (sign === 'A' ? '[A-Z]' : '\\d') + times),
    );
    return [state!, new RegExp(`^(?:${source.join('|')})$`)];
  }),
);

/** What is printed before a number and read as a part of it. */
const GLUED = /^(?:DLN?|LIC|LN|NO)(?=[A-Z0-9])/;

/**
 * The part of a text that is a licence number of the state. It is all of the text, some of its groups, or what follows
 * a label that was read as a part of it. Undefined where the state's numbers are unknown, null where no part is one.
 */
export function numberOfState(text: string, state: string): string | null | undefined {
  const format = BY_STATE.get(state);
  if (!format) return undefined;
  const groups = text.split(' ');
  const runs = groups.flatMap((_, from) =>
    groups.slice(from).map((__, more) => groups.slice(from, from + more + 1).join(' ')),
  );
  const parts = [...runs, text.replace(GLUED, '')];
  const fitting = parts.filter((part) => format.test(part.replace(/[^A-Z0-9]/g, '')));
  return fitting.sort((a, b) => b.length - a.length)[0] ?? null;
}
