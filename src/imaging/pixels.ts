/**
 * A decoded picture: upright, sRGB, 8 bits a channel, interleaved R, G, B, rows from the top, no alpha and no padding.
 * `data.length` is 3 × width × height.
 */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** A point of a picture in pixels; the centre of the top left pixel is (0.5, 0.5). */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** An upright rectangle in pixels, by its top left corner. It may reach beyond its picture. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Four corners in reading order: top left, top right, bottom right, bottom left. */
export type Quad = readonly [Point, Point, Point, Point];
