import type { Pixels, Quad } from '../../imaging/pixels.ts';
import { centreOf, mapCorners, sideLengths } from '../../imaging/quad.ts';
import { warp } from '../../imaging/warp.ts';
import { findPages, type Page } from './page-outline.ts';

/** A page whose longer side is less than this part of the picture's is cut out and looked at by itself. */
const SMALL_PAGE = 0.72;
const SURE_PAGE = 0.7;
/** Sides that differ more than this are seen at an angle. */
const LEAN = 1.07;
/** So much context is kept around a page that is cut out. */
const MARGIN = 0.02;
/** The longest side of a page that was cut out. */
const MAX_PAGE_PIXELS = 2000;

/**
 * The only page of a picture where it is small or leans, cut out with straight edges. Null where the picture is looked
 * at as it is. Two sides beside each other are one document, which is read where it lies. `texts` are the places of
 * text.
 */
export function pageToCut(pixels: Pixels, texts: readonly Quad[]): Pixels | null {
  const [page, ...others] = findPages(pixels, texts);
  return page && others.length === 0 && worthCutting(page, pixels) ? cutOut(pixels, page) : null;
}

function worthCutting({ quad, score }: Page, picture: Pixels): boolean {
  if (score < SURE_PAGE) return false;
  const [top, right, bottom, left] = sideLengths(quad);
  const long = Math.max((top + bottom) / 2, (left + right) / 2);
  const ratios = [top / bottom, bottom / top, left / right, right / left];
  return long < SMALL_PAGE * Math.max(picture.width, picture.height) || Math.max(...ratios) > LEAN;
}

function cutOut(pixels: Pixels, { quad }: Page): Pixels {
  const [top, right, bottom, left] = sideLengths(quad);
  const centre = centreOf(quad);
  const grown = mapCorners(quad, ({ x, y }) => ({
    x: x + (x - centre.x) * 2 * MARGIN,
    y: y + (y - centre.y) * 2 * MARGIN,
  }));
  const [width, height] = [Math.max(top, bottom) * (1 + 2 * MARGIN), Math.max(left, right) * (1 + 2 * MARGIN)];
  const scale = Math.min(1, MAX_PAGE_PIXELS / Math.max(width, height));
  return warp(pixels, grown, Math.round(width * scale), Math.round(height * scale));
}
