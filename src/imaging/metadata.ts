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
  /** The image editor or generator that a tag names, as it names itself. */
  readonly editor: string | null;
  /** A tag says that it is a screenshot, or it has a common screen's size and nothing of a camera. */
  readonly screenshot: boolean;
}

const EDITORS =
  /photoshop|lightroom|gimp|snapseed|picsart|pixelmator|affinity|canva|paint\.net|paintshop|photopea|facetune|faceapp|meitu|beautyplus|remini|pixlr|fotor|polarr|vsco|luminar|capture one|darktable|krita|inkscape|illustrator|figma|stable diffusion|midjourney|dall|firefly|comfyui|automatic1111|imagemagick|trainedAlgorithmicMedia|compositeWithTrainedAlgorithmicMedia/i;
const SCREENSHOT = /screen ?shot|screen ?capture|snipping|greenshot|lightshot|snipaste|sharex|flameshot|spectacle/i;

/** Pixels of common screens, longer side first: phones, tablets and monitors. */
const SCREENS = new Set(
  `1136x640 1334x750 1792x828 1920x1080 2208x1242 2340x1080 2340x1125 2400x1080 2412x1080 2436x1125 2532x1170 2556x1179
  2622x1206 2640x1080 2688x1242 2778x1284 2796x1290 2868x1320 1280x720 1600x720 1612x720 1650x720 2220x1080 2280x1080
  2310x1080 2640x1200 2712x1220 2772x1240 2960x1440 3040x1440 3088x1440 3120x1440 3200x1440 2048x1536 2224x1668 2266x1488
  2360x1640 2388x1668 2732x2048 2560x1600 2000x1200 1366x768 1440x900 1536x864 1680x1050 1920x1200 2560x1440 2880x1800
  3024x1964 3456x2234 3840x2160 2256x1504 2736x1824 2880x1920`.split(/\s+/),
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
    screenshot: said.some((text) => SCREENSHOT.test(text)) || (!hasCamera && hasScreenSize(header)),
  };
}

/** Phones write screenshots as PNG; a JPEG of 1920 × 1080 may as well be a frame of a camera. */
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
