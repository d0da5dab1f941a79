/** A regular expression as far as its loops are concerned: what holds between two characters is left out. */
export interface Row {
  readonly items: readonly Item[];
}

export type Item = Readonly<{ min: number; max: number }> & (Character | Group);

/** One character of a kind, as the expression writes it. */
interface Character {
  readonly type: 'character';
  readonly raw: string;
}

interface Group {
  readonly type: 'group';
  readonly rows: readonly Row[];
  /** Lookarounds read text beside the rest. */
  readonly beside: boolean;
}

const BESIDE = /^\((?:\?<?[=!])/;
const OPENING = /^\((?:\?(?:<?[=!]|<\w+>|[a-z-]*:))?/;
const QUANTIFIER = /^(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??/;
/** Boundaries and references to groups. */
const NO_CHARACTER = /^(?:[\^$]|\\[bB]|\\[1-9]\d*|\\k<\w+>)/;
const CHARACTER =
  /^(?:\\(?:[pP]\{[^}]*\}|u\{[0-9a-f]+\}|u[0-9a-f]{4}|x[0-9a-f]{2}|c[a-z]|[\s\S])|\[(?:\\[\s\S]|[^\]\\])*\]|[\s\S])/iu;

/** Takes the text of an expression apart that JavaScript accepts. */
export function readExpression(source: string): readonly Row[] {
  let rest = source;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    const found = pattern.exec(rest);
    if (found) rest = rest.slice(found[0].length);
    return found;
  };
  const atom = (): Character | Group | undefined => {
    const beside = BESIDE.test(rest);
    if (take(OPENING)) return { type: 'group', rows: rows(), beside };
    if (take(NO_CHARACTER)) return undefined;
    return { type: 'character', raw: take(CHARACTER)![0] };
  };
  /** Up to the closing bracket, which is taken too, or the end. */
  const rows = (): Row[] => {
    const found: Item[][] = [[]];
    while (rest !== '' && !take(/^\)/)) {
      if (take(/^\|/)) {
        found.push([]);
        continue;
      }
      const item = atom();
      const counts = countsOf(take(QUANTIFIER));
      if (item) found.at(-1)!.push({ ...item, ...counts });
    }
    return found.map((items) => ({ items }));
  };
  return rows();
}

function countsOf(quantifier: RegExpExecArray | null): { min: number; max: number } {
  const [, sign, least, comma, most] = quantifier ?? [];
  if (sign) return { min: sign === '+' ? 1 : 0, max: sign === '?' ? 1 : Number.POSITIVE_INFINITY };
  if (least === undefined) return { min: 1, max: 1 };
  return { min: Number(least), max: comma ? Number(most || Number.POSITIVE_INFINITY) : Number(least) };
}
