/** First and last year in which somebody was born, by their name in small letters. */
export type BirthYears = Readonly<Record<string, readonly [from: number, to: number]>>;

/** Younger ones are no customers, and lower numbers are more often something else. */
const MIN_AGE = 14;
/** `Jane Roe, 34, …`, `Jane Roe, aged 34`, `Jane Roe (34)`. */
const BEHIND = /^(?:, ?(?:aged? )?(\d\d)(?=[,.](?!\d)| ?$| (?:of|from|who|was|is|has|and)\b)| \((?:aged? )?(\d\d)\))/;
/** `34-year-old Jane Roe`, `der 34-jährige Jan Roe`. */
const BEFORE = /(?<!\d)(\d\d)[- ](?:year[- ]old|jährige[rn]?) $/;
const LONGEST_BEHIND = 16;
const LONGEST_BEFORE = 20;

/**
 * When those were born whose age stands beside their name in a text. Somebody of 34 years was born 35 or 34 years
 * before `date`, ISO. Undefined where no age stands there.
 */
export function birthYearsIn(text: string, names: readonly string[], date: string): BirthYears | undefined {
  const folded = text.toLowerCase().replace(/\s+/g, ' ');
  const year = Number(date.slice(0, 4));
  const born: Record<string, readonly [number, number]> = {};
  for (const name of names.map((one) => one.toLowerCase())) {
    const age = ageOf(name, folded);
    if (age >= MIN_AGE) born[name] = [year - age - 1, year - age];
  }
  return Object.keys(born).length > 0 ? born : undefined;
}

/** NaN where none stands beside the name. */
function ageOf(name: string, text: string): number {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const end = at + name.length;
    const behind = BEHIND.exec(text.slice(end, end + LONGEST_BEHIND));
    const before = BEFORE.exec(text.slice(Math.max(0, at - LONGEST_BEFORE), at));
    const age = behind?.[1] ?? behind?.[2] ?? before?.[1];
    if (age !== undefined) return Number(age);
  }
  return Number.NaN;
}
