/** Byte order mark and white space. */
const BLANK = /[\s\ufeff]/;

/**
 * The text from the first tag on: byte order mark, white space, processing instructions and comments are passed over,
 * with `doctype` document types too. Empty where one of them does not end. Each character is looked at once.
 */
export function fromFirstTag(text: string, passOver: { doctype?: boolean } = {}): string {
  let at = 0;
  for (;;) {
    while (at < text.length && BLANK.test(text[at]!)) at++;
    const end = endOfAside(text, at, passOver.doctype === true);
    if (end === undefined) return text.slice(at);
    if (end < 0) return '';
    at = end;
  }
}

/** Where what is no element ends; undefined where none begins here, -1 where it does not end. */
function endOfAside(text: string, at: number, doctype: boolean): number | undefined {
  if (text.startsWith('<!--', at)) return behind(text, '-->', at + 4);
  if (text.startsWith('<?', at) || (doctype && text.startsWith('<!', at))) return behind(text, '>', at + 2);
  return undefined;
}

function behind(text: string, closing: string, from: number): number {
  const found = text.indexOf(closing, from);
  return found < 0 ? -1 : found + closing.length;
}
