import type { ListFile } from '../../watchlists/source.ts';

/** Names of characters in HTML that stand in feeds, each for the character behind it. HTML 4.01, section 24. */
const NAMED =
  'amp& lt< gt> quot" apos\' lsquo‘ rsquo’ sbquo‚ ldquo“ rdquo” bdquo„ laquo« raquo» ndash– mdash— hellip… bull• ' +
  'middot· euro€ pound£ copy© reg® trade™ deg° iexcl¡ iquest¿ szligß aeligæ AEligÆ oslashø OslashØ oeligœ OEligŒ ' +
  'ethð ETHÐ thornþ THORNÞ ordfª ordmº scaronš ScaronŠ yumlÿ YumlŸ';
/** A letter with a mark: `eacute` is e and an acute accent. */
const MARKS: Readonly<Record<string, string>> = {
  grave: '\u0300',
  acute: '\u0301',
  circ: '\u0302',
  tilde: '\u0303',
  uml: '\u0308',
  ring: '\u030a',
  cedil: '\u0327',
};
const MARKED = 'grave:aeiou acute:aeiouy circ:aeiou tilde:ano uml:aeiouy ring:a cedil:c';

/** By their names, which count capitals. */
export const CHARACTERS: ReadonlyMap<string, string> = new Map([
  ['nbsp', ' '],
  ['shy', ''],
  ...NAMED.split(' ').map((one) => [one.slice(0, -1), one.slice(-1)] as const),
  ...MARKED.split(' ').flatMap((group) => {
    const [mark, letters] = group.split(':') as [string, string];
    return [...letters, ...letters.toUpperCase()].map(
      (letter) => [letter + mark, (letter + MARKS[mark]!).normalize('NFC')] as const,
    );
  }),
]);

/** What XML itself has, as letters of ASCII: bytes of any code that a feed comes in are compared. */
const FOREIGN = /&(?!(?:amp|lt|gt|quot|apos|#[0-9]{1,7}|#x[0-9a-fA-F]{1,6});)/g;
const [OPENING, CLOSING] = ['<![CDATA[', ']]>'];

/**
 * A feed in which `&` is text wherever XML knows no entity. Many feeds have HTML's names or bare signs, and are no XML.
 * CDATA stays as it is, and so does a file that declares entities of its own.
 */
export function withoutForeignEntities(file: ListFile): ListFile {
  return {
    name: file.name,
    async *bytes() {
      const chunks: Uint8Array[] = [];
      for await (const chunk of file.bytes()) chunks.push(chunk);
      const whole = Buffer.concat(chunks);
      const text = whole.toString('latin1');
      // A zero byte: codes of two bytes a letter, which are left as they are.
      const isOther = text.includes('<!ENTITY') || text.includes('\0');
      yield isOther ? whole : Buffer.from(outsideCdata(text), 'latin1');
    },
  };
}

function outsideCdata(text: string): string {
  const parts: string[] = [];
  for (let at = 0; at < text.length; ) {
    const opening = text.indexOf(OPENING, at);
    const before = opening < 0 ? text.length : opening;
    parts.push(text.slice(at, before).replace(FOREIGN, '&amp;'));
    if (opening < 0) break;
    const closing = text.indexOf(CLOSING, opening);
    at = closing < 0 ? text.length : closing + CLOSING.length;
    parts.push(text.slice(opening, at));
  }
  return parts.join('');
}
