import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer';
import type { Pixels } from '../src/imaging/pixels.ts';

/** The text of an AAMVA barcode: its header with right offsets, and one subfile. */
export function aamvaText(
  version: number,
  issuer: string,
  elements: Readonly<Record<string, string>>,
  card: 'DL' | 'ID' = 'DL',
): string {
  const two = (number: number) => String(number).padStart(2, '0');
  const subfile = `${card}${Object.entries(elements)
    .map(([id, value]) => id + value)
    .join('\n')}\r`;
  const head = `@\n${version < 2 ? '\x1c' : '\x1e'}\rANSI ${issuer}${two(version)}${version < 2 ? '' : '00'}01`;
  const four = (number: number) => String(number).padStart(4, '0');
  return `${head}${card}${four(head.length + 10)}${four(subfile.length)}${subfile}`;
}

/** Draws a PDF417 with its quiet zone, black on white. `module` is the width of its narrowest bar in pixels. */
export async function drawPdf417(text: string, module: number): Promise<Pixels> {
  const wasm = await readFile(fileURLToPath(import.meta.resolve('zxing-wasm/writer/zxing_writer.wasm')));
  await prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer }, fireImmediately: true });
  const { symbol, error } = await writeBarcode(new Uint8Array(Buffer.from(text, 'latin1')), {
    format: 'PDF417',
    options: 'columns=12,ecLevel=4',
  });
  if (error || !symbol) throw new Error(error);
  const quiet = module * 6;
  const width = Math.round(symbol.width * module) + 2 * quiet;
  const height = Math.round(symbol.height * module) + 2 * quiet;
  const data = new Uint8Array(width * height * 3).fill(255);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const column = Math.floor((x - quiet) / module);
      const row = Math.floor((y - quiet) / module);
      if (column < 0 || row < 0 || column >= symbol.width || row >= symbol.height) continue;
      data.fill(symbol.data[row * symbol.width + column]!, (y * width + x) * 3, (y * width + x) * 3 + 3);
    }
  }
  return { width, height, data };
}
