import type { Metadata, Sharp } from 'sharp';
import { readExif } from './exif.ts';
import type { Header } from './headers.ts';

/** What a file says of itself. Anybody can write it: facts to weigh, never a verdict. */
export interface PhotoMetadata {
  /** Pixels of the file, upright, before it was reduced. */
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
  readonly hasExif: boolean;
  readonly make: string | null;
  readonly model: string | null;
  readonly software: string | null;
  /** `YYYY-MM-DD HH:MM:SS` in the camera's own time. */
  readonly takenAt: string | null;
  /** An editor of pictures, as a tag names it. Programs that only develop or convert pictures do not count. */
  readonly editor: string | null;
  /** What a tag names as the origin of a picture that no camera took, as it names itself. */
  readonly generator: string | null;
  /** A tag says that it is a screenshot, or it is a PNG of a phone's screen size with nothing of a camera. */
  readonly screenshot: boolean;
}

// Words whole, so that a place, a company or a font does not count; Photoshop Lightroom develops pictures.
const EDITORS =
  /\b(photoshop(?! lightroom)|gimp|snapseed|picsart|pixelmator|affinity photo|canva|paint\.net|paintshop|photopea|facetune|faceapp|meitu|beautyplus|remini|pixlr|fotor|krita|inkscape|illustrator|figma)\b/i;
// The two words are digital source types of the IPTC (NewsCodes), which such programs are bound to write.
const GENERATORS =
  /\b(stable diffusion|midjourney|dall[-·. ]?e|firefly|comfyui|automatic1111|trainedAlgorithmicMedia|compositeWithTrainedAlgorithmicMedia)\b/i;
const SCREENSHOT =
  /\b(screen ?shot|screen ?capture|snipping|greenshot|lightshot|snipaste|sharex|flameshot|spectacle)\b/i;

/**
 * Screens of phones in pixels, longer side first (Apple's Human Interface Guidelines, "Device screen dimensions";
 * makers' data sheets for Android). Sizes at which a webcam or a browser captures are left out, such as 1280 × 720 or
 * 1920 × 1080. Many monitors and tablets share those, so they are left out too.
 */
const SCREENS = new Set(
  `1136x640 1334x750 1792x828 2340x1080 2340x1125 2400x1080 2412x1080 2436x1125 2532x1170 2556x1179 2622x1206 2640x1080
  2688x1242 2778x1284 2796x1290 2868x1320 1600x720 1612x720 1650x720 2220x1080 2280x1080 2310x1080 2640x1200 2712x1220
  2772x1240 2960x1440 3040x1440 3088x1440 3120x1440 3200x1440`.split(/\s+/),
);

/** Throws what sharp throws where the file's headers cannot be read. */
export async function readMetadata(picture: Sharp, header: Header, bytes: number): Promise<PhotoMetadata> {
  const read = await picture.metadata();
  if (read.format !== header.format) throw new Error(`decoded as ${read.format}`);
  const exif = readExif(read.exif ?? new Uint8Array());
  const sideways = (read.orientation ?? 1) >= 5;
  const said = [exif.software, exif.comment, ...comments(read), ...creators(read)].filter((text) => text !== null);
  const hasCamera = exif.make !== null || exif.model !== null;
  return {
    width: sideways ? header.height : header.width,
    height: sideways ? header.width : header.height,
    bytes,
    hasExif: read.exif !== undefined,
    make: exif.make,
    model: exif.model,
    software: exif.software ?? said[0] ?? null,
    takenAt: exif.takenAt?.replace(/^(\d{4}):(\d\d):(\d\d)/, '$1-$2-$3') ?? null,
    editor: said.find((text) => EDITORS.test(text)) ?? null,
    generator: said.find((text) => GENERATORS.test(text)) ?? null,
    screenshot: said.some((text) => SCREENSHOT.test(text)) || (!hasCamera && hasScreenSize(header)),
  };
}

/** Phones write screenshots as PNG; a JPEG of a screen's size may as well be a frame of a camera. */
function hasScreenSize({ format, width, height }: Header): boolean {
  return format === 'png' && SCREENS.has(`${Math.max(width, height)}x${Math.min(width, height)}`);
}

function comments({ comments }: Metadata): string[] {
  return (comments ?? [])
    .filter(({ keyword }) => /^(software|creator|comment|parameters|prompt|workflow|source)$/i.test(keyword))
    .map(({ keyword, text }) =>
      /^(parameters|prompt|workflow)$/i.test(keyword) ? 'Stable Diffusion' : shortened(text),
    );
}

/** What XMP (ISO 16684-1) says of the program and of the kind of source (IPTC digital source type). */
function creators({ xmp }: Metadata): string[] {
  if (!xmp) return [];
  const text = xmp.subarray(0, 65536).toString('utf8');
  const found = [
    ...text.matchAll(/(?:CreatorTool|softwareAgent)(?:="|>)([^"<]{1,200})/g),
    ...text.matchAll(/digitalsourcetype\/(\w{1,60})/gi),
  ];
  return found.slice(0, 20).map(([, value]) => shortened(value!));
}

function shortened(text: string): string {
  return text
    .slice(0, 200)
    .replace(/[^\x20-\x7e]+/g, ' ')
    .trim();
}
