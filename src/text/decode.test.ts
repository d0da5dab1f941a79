import { describe, expect, test } from 'vitest';
import { type Decoding, decoded } from './decode.ts';

const LIST = 'windows-1252' as const;

/** The text of bytes that come in chunks of each length. */
async function read(bytes: Uint8Array, decoding: Decoding = {}): Promise<Set<string>> {
  const texts = [1, 2, 3, 7, 400, 5000].map(async (length) => {
    const chunks = async function* () {
      for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
    };
    return (await Array.fromAsync(decoded(chunks(), decoding))).join('');
  });
  return new Set(await Promise.all(texts));
}

const latin1 = (text: string) => Buffer.from(text, 'latin1');
const utf16 = (text: string) => Buffer.from(text, 'utf16le');
const padding = 'x'.repeat(300);

describe('text', () => {
  const text = `name,${padding}\nŻółć 佐爾萬,Müller\n`;
  test.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${text}`)],
    ['UTF-16', utf16(text)],
    ['UTF-16 with a mark', utf16(`\ufeff${text}`)],
    ['big-endian UTF-16', utf16(text).swap16()],
    ['big-endian UTF-16 with a mark', utf16(`\ufeff${text}`).swap16()],
  ])('in %s is read as it was written, wherever its bytes are cut', async (_, bytes) => {
    expect(await read(bytes)).toEqual(new Set([text]));
    expect(await read(bytes, { broken: LIST })).toEqual(new Set([text]));
  });

  test.each([
    ['in its last byte', `${padding}\nJosé`],
    ['in its first letter', 'É\nFerrabast'],
    ['in many letters', `${padding}Müller, Señor Núñez, Čapek`.replace('Č', '\u008e')],
    ['in letters that together look like UTF-8 once', 'Ã© and é, ü, ö'],
  ])('that is not UTF-8 %s is read as Windows-1252', async (_, written) => {
    const shown = written.replace('\u008e', 'Ž');
    expect(await read(latin1(written), { broken: LIST })).toEqual(new Set([shown]));
    await expect(read(latin1(written))).rejects.toThrow('not text in utf-8');
  });

  test('in UTF-8 that was damaged is refused, never read as another', async () => {
    const damaged = [
      Buffer.concat([Buffer.from('Müller\n'), Buffer.of(0xff), Buffer.from('Zoë')]),
      Buffer.concat([Buffer.from('x'), Buffer.of(0xc3), Buffer.from('x Zoë, Müller, José')]),
      Buffer.from('Zoë').subarray(0, -1),
    ];
    for (const bytes of damaged.slice(0, 2)) await expect(read(bytes, { broken: LIST })).rejects.toThrow('utf-8');
    for (const bytes of damaged) await expect(read(bytes)).rejects.toThrow('utf-8');
  });

  test.each([
    ['windows-1252', latin1('é\u0080'), 'é€'],
    ['ISO-8859-1', latin1('é'), 'é'],
    ['iso-8859-2', Buffer.of(0xa3), 'Ł'],
    ['windows-1251', Buffer.of(0xc6), 'Ж'],
    ['utf-16', Buffer.from('Ж'), 'Ж'],
    ['UTF-8', latin1('é'), 'é'],
  ])('of XML that declares %s is read by it', async (encoding, bytes, letters) => {
    const head = `<?xml version='1.0'\n encoding = "${encoding}" standalone="yes"?><a>`;
    expect(await read(Buffer.concat([Buffer.from(head), bytes]), { broken: LIST })).toEqual(new Set([head + letters]));
  });

  test('of XML that declares what nobody knows, or what it is not, is refused', async () => {
    const head = (encoding: string) => Buffer.from(`<?xml version="1.0" encoding="${encoding}"?>`);
    await expect(read(head('x-moon'), { broken: LIST })).rejects.toThrow('x-moon');
    expect(await read(head('x-moon'), { broken: 'mark' })).toEqual(new Set([`${head('x-moon')}`]));
    await expect(read(Buffer.concat([head('gb18030'), Buffer.of(0xff)]), { broken: LIST })).rejects.toThrow('gb18030');
  });
});
