import { encode } from 'uqr';

/** A QR code as a path of squares of side 1. */
export interface QrPath {
  /** Of the whole square, with its quiet zone of four squares (ISO/IEC 18004, 6.3.8). */
  readonly size: number;
  readonly path: string;
}

/** `text` as a QR code of level M, which is read with 15 % of it lost. */
export function qrPath(text: string): QrPath {
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return { size, path };
}
