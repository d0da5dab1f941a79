/** Marks that HTML names behind a letter, as in `&eacute;`: the combining mark of each. */
const MARKS: Readonly<Record<string, string>> = {
  grave: '\u0300',
  acute: '\u0301',
  circ: '\u0302',
  tilde: '\u0303',
  macr: '\u0304',
  breve: '\u0306',
  dot: '\u0307',
  uml: '\u0308',
  ring: '\u030a',
  dblac: '\u030b',
  caron: '\u030c',
  cedil: '\u0327',
  ogon: '\u0328',
};
/** What HTML names otherwise and names of people and organisations have. */
const NAMED = new Map(
  (
    'amp & lt < gt > quot " apos \' nbsp \u00a0 shy \u00ad szlig ß AElig Æ aelig æ OElig Œ oelig œ Oslash Ø oslash ø ' +
    'ETH Ð eth ð THORN Þ thorn þ Lstrok Ł lstrok ł Dstrok Đ dstrok đ Hstrok Ħ hstrok ħ inodot ı imath ı ' +
    'ndash – mdash — lsquo ‘ rsquo ’ ldquo “ rdquo ” laquo « raquo » middot · deg ° ordm º ordf ª numero № comma , ' +
    'period . sol / num # lpar ( rpar ) hyphen ‐ semi ; colon : at @'
  )
    .split(' ')
    .flatMap((name, place, all) => (place % 2 === 0 ? [[name, all[place + 1]!] as const] : [])),
);
const MARKED = new RegExp(`^([A-Za-z])(${Object.keys(MARKS).join('|')})$`);
const ENTITY = /&(?:#(\d{2,7});?|#[xX]([0-9A-Fa-f]{2,6});?|([A-Za-z]{2,8});)/g;
/** Numbers under this are control characters: HTML reads 128 to 159 as Windows-1252 has them. */
const [C1, C1_END] = [0x80, 0xa0];

/**
 * A text with its HTML entities put into characters: by number, and those names of HTML that letters of names have.
 * What is no entity stays.
 */
export function withoutEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(ENTITY, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return named(name) ?? whole;
    return numbered(decimal === undefined ? Number.parseInt(hex!, 16) : Number(decimal)) ?? whole;
  });
}

function named(name: string): string | undefined {
  const [, letter, mark] = MARKED.exec(name) ?? [];
  return letter ? (letter + MARKS[mark!]!).normalize('NFC') : NAMED.get(name);
}

function numbered(code: number): string | undefined {
  if (code < 0x20 || code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) return undefined;
  if (code < C1 || code >= C1_END) return String.fromCodePoint(code);
  return new TextDecoder('windows-1252').decode(Uint8Array.of(code));
}
