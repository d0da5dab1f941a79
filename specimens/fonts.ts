import { fileURLToPath } from 'node:url';
import { GlobalFonts } from '@napi-rs/canvas';

/** Fonts come with the generator, so that any machine draws the same pictures. fonts/README.md has their licences. */
const FILES = {
  grotesque: 'grotesque.ttf',
  'grotesque-bold': 'grotesque-bold.ttf',
  narrow: 'narrow.ttf',
  roman: 'roman.ttf',
  mono: 'mono.ttf',
  'humanist-bold': 'humanist-bold.ttf',
  signpost: 'signpost.ttf',
  slab: 'slab.ttf',
  'ocr-b': 'ocr-b.otf',
} as const;

export type Font = keyof typeof FILES;

/** A printed value in one font, its label in another. */
export interface FontPair {
  readonly value: Font;
  readonly label: Font;
  readonly title: Font;
}

export const FONT_PAIRS: readonly FontPair[] = [
  { value: 'grotesque', label: 'grotesque', title: 'grotesque-bold' },
  { value: 'grotesque-bold', label: 'grotesque', title: 'grotesque-bold' },
  { value: 'mono', label: 'grotesque', title: 'grotesque-bold' },
  { value: 'narrow', label: 'narrow', title: 'humanist-bold' },
  { value: 'roman', label: 'grotesque', title: 'roman' },
  { value: 'humanist-bold', label: 'narrow', title: 'humanist-bold' },
];

/** Fonts that readers are not developed on. */
export const HELD_OUT_FONT_PAIRS: readonly FontPair[] = [
  { value: 'signpost', label: 'signpost', title: 'signpost' },
  { value: 'slab', label: 'signpost', title: 'slab' },
];

let registered = false;

/** The CSS font string of a size in pixels. */
export function font(name: Font, pixels: number): string {
  if (!registered) {
    for (const [family, file] of Object.entries(FILES)) {
      GlobalFonts.registerFromPath(fileURLToPath(new URL(`fonts/${file}`, import.meta.url)), `specimen-${family}`);
    }
    registered = true;
  }
  return `${pixels.toFixed(2)}px specimen-${name}`;
}
