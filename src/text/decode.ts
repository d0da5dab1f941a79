/** What bytes are where nothing says it: UTF-8, or the code page that programs on Windows write in western Europe. */
const FALLBACK = 'windows-1252';
/** The declaration of an XML file (XML 1.0, 2.8) stands in so many bytes. */
const HEAD_BYTES = 256;
const DECLARED = /^\s*<\?xml\s[^>]*?\bencoding\s*=\s*["']([\w.:-]+)["']/;

export interface Decoding {
  /** WHATWG label of an encoding that is known beforehand. */
  readonly encoding?: string | undefined;
  /** What becomes of bytes that are no text. Default `refuse`. */
  readonly broken?: 'windows-1252' | 'refuse' | 'mark';
}

/** The bytes are no text in the encoding that they have or declare, or nobody knows that encoding. */
export class NotText extends Error {
  readonly encoding: string;

  constructor(encoding: string) {
    super(`not text in ${encoding}`);
    this.encoding = encoding;
  }
}

/**
 * Bytes as text, in chunks, without a byte order mark. What says the encoding, in this order: the caller, the byte
 * order mark, the zero bytes of UTF-16, an XML declaration. Otherwise it is UTF-8.
 *
 * Bytes that are no text throw `NotText`, or become U+FFFD with `mark`. An unknown encoding is Windows-1252 there.
 * With `windows-1252` they are read as that, where all before them is ASCII: then the whole is. After other letters in
 * UTF-8 the file is damaged, and refused.
 */
export async function* decoded(chunks: AsyncIterable<Uint8Array>, decoding: Decoding = {}): AsyncGenerator<string> {
  let decoder: Decoder | undefined;
  let head: Uint8Array = NO_BYTES;
  for await (const chunk of chunks) {
    if (decoder) yield decoder.decode(chunk);
    else {
      head = joined(head, chunk);
      if (head.length < HEAD_BYTES) continue;
      decoder = new Decoder(head, decoding);
      yield decoder.decode(head);
    }
  }
  if (!decoder) {
    decoder = new Decoder(head, decoding);
    yield decoder.decode(head);
  }
  const rest = decoder.decode();
  if (rest) yield rest;
}

class Decoder {
  readonly #mayFallBack: boolean;
  readonly #encoding: string;
  #decoder: InstanceType<typeof TextDecoder>;
  /** Whether all that was decoded so far is ASCII; `#tail` are the bytes at its end that wait for the next ones. */
  #isAscii = true;
  #tail: Uint8Array = NO_BYTES;
  #guess: Guess | undefined;

  constructor(head: Uint8Array, { encoding, broken = 'refuse' }: Decoding) {
    this.#encoding = encoding ?? encodingOf(head);
    this.#mayFallBack = broken === FALLBACK && this.#encoding === 'utf-8';
    try {
      this.#decoder = new TextDecoder(this.#encoding, { fatal: broken !== 'mark' });
    } catch {
      if (broken !== 'mark') throw new NotText(this.#encoding);
      this.#decoder = new TextDecoder(FALLBACK);
    }
  }

  /** The text of the next bytes; without bytes, of what the last ones left. */
  decode(bytes?: Uint8Array): string {
    try {
      const text = this.#decoder.decode(bytes, { stream: bytes !== undefined });
      if (this.#mayFallBack) this.#look(text.length, bytes ?? NO_BYTES);
      return text;
    } catch {
      return this.#fallBack(bytes ?? NO_BYTES);
    }
  }

  #look(length: number, bytes: Uint8Array): void {
    this.#guess?.see(bytes);
    if (this.#guess || !this.#isAscii) return;
    const tail = tailOf(bytes);
    this.#isAscii = length === this.#tail.length + bytes.length - tail.length;
    this.#tail = tail;
  }

  #fallBack(bytes: Uint8Array): string {
    if (!this.#mayFallBack || !this.#isAscii) throw new NotText(this.#encoding);
    this.#guess = new Guess();
    this.#decoder = new TextDecoder(FALLBACK);
    const since = joined(this.#tail, bytes);
    this.#guess.see(since);
    return this.#decoder.decode(since, { stream: true });
  }
}

/** Whether text that is not UTF-8 throughout may be Windows-1252: hardly a letter in it may look like UTF-8. */
class Guess {
  #others = 0;
  #utf8 = 0;

  /** Throws `NotText` once more letters are UTF-8 than are not: it is UTF-8 that was damaged. */
  see(bytes: Uint8Array): void {
    for (const [run] of Buffer.from(bytes).toString('latin1').matchAll(HIGH_BYTES)) {
      if (UTF_8.test(run)) this.#utf8 += run.replace(CONTINUATION, '').length;
      else this.#others += run.length;
    }
    if (this.#utf8 > this.#others) throw new NotText('utf-8');
  }
}

const NO_BYTES = new Uint8Array();
const CONTINUATION = /[\x80-\xbf]/g;
const HIGH_BYTES = /[\x80-\xff]+/g;
const UTF_8 = /^(?:[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3})+$/;

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  return first.length === 0 ? second : Buffer.concat([first, second]);
}

/** The bytes at the end that may begin a letter of UTF-8 which goes on in the next chunk. */
function tailOf(bytes: Uint8Array): Uint8Array {
  let start = bytes.length;
  while (start > 0 && bytes.length - start < 3 && bytes[start - 1]! > 0x7f) start--;
  return bytes.subarray(start);
}

function encodingOf(head: Uint8Array): string {
  const [first, second, third] = head;
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0 && second !== undefined)) return 'utf-16be';
  const declared = DECLARED.exec(Buffer.from(head).toString('latin1'))?.[1]?.toLowerCase() ?? 'utf-8';
  // A declaration that can be read byte by byte is not in UTF-16, whatever it says.
  return /^(?:utf-?8|utf-?16.*|ucs-?2.*)$/.test(declared) ? 'utf-8' : declared;
}
