/** Numbers as organisations write them in words, by their value: cardinal, ordinal, and Roman from two letters on. */
const UNITS =
  `one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
  eighteen nineteen`.split(/\s+/);
const ORDINALS =
  `first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth
  fifteenth sixteenth seventeenth eighteenth nineteenth`.split(/\s+/);
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
/** I, V and X may be letters of a name, and Xi, MM or CD are words. */
const ROMAN = 'ii=2 iii=3 iv=4 vi=6 vii=7 viii=8 ix=9 xii=12 xiii=13 xiv=14 xv=15 xvi=16 xvii=17 xviii=18 xix=19 xx=20';

const VALUES = new Map<string, number>();
UNITS.forEach((word, place) => {
  VALUES.set(word, place + 1);
});
ORDINALS.forEach((word, place) => {
  VALUES.set(word, place + 1);
});
for (const entry of ROMAN.split(' ')) VALUES.set(entry.split('=')[0]!, Number(entry.split('=')[1]));
const TENS_VALUES = new Map(TENS.map((word, place) => [word, (place + 2) * 10]));

const ORDINAL_DIGITS = /^(\d+)(?:st|nd|rd|th)$/;

/** The number that begins with these folded words, and how many of them it takes; `undefined` where none does. */
export function numberAt(
  text: string,
  next: string | undefined,
): { readonly value: number; readonly length: number } | undefined {
  const tens = TENS_VALUES.get(text);
  if (tens !== undefined) {
    const unit = next === undefined ? undefined : /^\d$/.test(next) ? Number(next) : VALUES.get(next);
    return unit !== undefined && unit > 0 && unit < 10 && !/^[ivx]+$/.test(next!)
      ? { value: tens + unit, length: 2 }
      : { value: tens, length: 1 };
  }
  const value = VALUES.get(text);
  if (value !== undefined) return { value, length: 1 };
  const digits = ORDINAL_DIGITS.exec(text)?.[1];
  return digits === undefined ? undefined : { value: Number(digits), length: 1 };
}
