import type { Rect } from './judge/gray.ts';

export interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * Which pixels of a video lie under a part of the element that shows it with `object-fit: cover`. `part` is in the
 * element's own pixels. What lies beyond the video is left out.
 */
export function sourceOf(video: Size, element: Size, part: Rect): Rect {
  const scale = Math.max(element.width / video.width, element.height / video.height);
  const left = (element.width - video.width * scale) / 2;
  const top = (element.height - video.height * scale) / 2;
  return inside(video, {
    x: (part.x - left) / scale,
    y: (part.y - top) / scale,
    width: part.width / scale,
    height: part.height / scale,
  });
}

/** A rectangle that is larger by `share` of its size at each side, as far as the picture goes. */
export function grown(picture: Size, { x, y, width, height }: Rect, share: number): Rect {
  const [wide, high] = [width * share, height * share];
  return inside(picture, { x: x - wide, y: y - high, width: width + 2 * wide, height: height + 2 * high });
}

/** The largest upright rectangle of `ratio` (width by height) about the middle of a rectangle. */
export function middleOf({ x, y, width, height }: Rect, ratio: number): Rect {
  const wide = Math.min(width, height * ratio);
  const high = wide / ratio;
  return { x: x + (width - wide) / 2, y: y + (height - high) / 2, width: wide, height: high };
}

/** The size of a copy whose longer side is at most `longest` pixels. */
export function copySize({ width, height }: Size, longest: number): Size {
  const scale = Math.min(1, longest / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

function inside({ width: wide, height: high }: Size, { x, y, width, height }: Rect): Rect {
  const [left, top] = [Math.max(0, x), Math.max(0, y)];
  return { x: left, y: top, width: Math.min(wide, x + width) - left, height: Math.min(high, y + height) - top };
}
