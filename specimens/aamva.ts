import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer';
import type { Pixels } from '../src/imaging/pixels.ts';
import { mrzLetters } from './mrz.ts';
import type { Random } from './random.ts';
import type { Region } from './regions.ts';
import type { Holder, PrintedBarcode } from './truth.ts';

export interface LicenceContent {
  readonly region: Region;
  readonly holder: Holder;
  readonly number: string;
  readonly issueDate: string;
  readonly expiryDate: string;
  readonly postal: string;
}

/**
 * The data of a North American licence's barcode in an AAMVA version, 1 to 10 (DL/ID Card Design Standard, annex D).
 */
export function encodeAamva(content: LicenceContent, version: number, random: Random): PrintedBarcode {
  const { region, holder } = content;
  const date = (value: string) => aamvaDate(value, region.country, version);
  const elements: Record<string, string> = {
    DAQ: content.number,
    ...namesOf(holder, version),
    DBA: date(content.expiryDate),
    DBB: date(holder.birthDate),
    DBD: date(content.issueDate),
    DBC: holder.sex === 'X' ? '9' : version === 1 ? holder.sex : holder.sex === 'M' ? '1' : '2',
    DAY: random.pick(['BRO', 'BLU', 'GRN', 'HAZ']),
    DAU: region.country === 'CAN' ? `${random.whole(150, 199)} cm` : `0${random.whole(60, 77)} in`,
    DAG: barcodeText(holder.address[0]),
    DAI: barcodeText(holder.address[1]),
    DAJ: region.code,
    DAK: content.postal.replaceAll(/[ -]/g, '').padEnd(region.country === 'CAN' ? 6 : 9, version > 2 ? '0' : ' '),
    ...(version === 1
      ? { DAR: 'D', DAS: 'NONE', DAT: 'NONE' }
      : { DCA: 'D', DCB: 'NONE', DCD: 'NONE', DCF: random.code('99X99X9999'), DCG: region.country }),
    ...(version >= 4 ? { DDE: 'N', DDF: 'N', DDG: 'N', DDA: random.pick(['F', 'N']) } : {}),
  };
  const body = Object.entries(elements)
    .map(([id, value]) => id + value)
    .join('\n');
  const subfile = `DL${body}\r`;
  const own = `Z${region.code[0]}Z${region.code[0]}A${random.code('99999')}\r`;
  const head = `@\n\x1e\rANSI ${region.issuer}${two(version)}${version === 1 ? '' : '00'}`;
  const count = version === 1 ? 1 : 2;
  const start = head.length + 2 + 10 * count;
  const designators = [`DL${four(start)}${four(subfile.length)}`];
  if (count === 2) designators.push(`Z${region.code[0]}${four(start + subfile.length)}${four(own.length)}`);
  return { text: head + two(count) + designators.join('') + subfile + (count === 2 ? own : ''), elements, version };
}

/** The bars of a PDF417 symbol, one pixel a module and three a row; quiet zone included. */
export async function drawPdf417({ text }: PrintedBarcode, columns: number): Promise<Pixels> {
  ready ??= prepareZXingModule({
    overrides: { wasmBinary: bytesOfWriter() },
    fireImmediately: true,
  });
  await ready;
  const { symbol, error } = await writeBarcode(text, { format: 'PDF417', options: `columns=${columns}` });
  if (error) throw new Error(error);
  const { width, height, data: bars } = symbol;
  const data = new Uint8Array(width * height * 3);
  for (let at = 0; at < bars.length; at++) data.fill(bars[at]!, at * 3, at * 3 + 3);
  return { width, height, data };
}

let ready: Promise<unknown> | undefined;

function bytesOfWriter(): ArrayBuffer {
  const bytes = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/writer/zxing_writer.wasm'));
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
}

/** Version 1 has one element for the whole name; 2 and 3 join the given names; later ones keep them apart. */
function namesOf({ surname, given }: Holder, version: number): Record<string, string> {
  const family = barcodeText(surname);
  const [first, ...rest] = given.map(barcodeText) as [string, ...string[]];
  if (version === 1) return { DAA: [family, first, ...rest].join(',') };
  if (version <= 3) return { DCS: family, DCT: [first, ...rest].join(version === 2 ? ',' : ' ') };
  return { DCS: family, DAC: first, DAD: rest.join(',') || 'NONE' };
}

/** Capitals without diacritics, as the states' systems hold them. */
export function barcodeText(text: string): string {
  return text.replace(/\p{L}+/gu, mrzLetters).replaceAll('’', "'");
}

/** MMDDCCYY in the United States from version 2 on, CCYYMMDD elsewhere and before. */
function aamvaDate(date: string, country: string, version: number): string {
  const [year, month, day] = date.split('-') as [string, string, string];
  return country === 'USA' && version > 1 ? month + day + year : year + month + day;
}

const two = (value: number) => String(value).padStart(2, '0');
const four = (value: number) => String(value).padStart(4, '0');
