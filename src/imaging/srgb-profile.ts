/** Before a profile in its segment of a JPEG file; number and count of its parts follow (ICC.1:2022, annex B.4). */
const PROFILE = new TextEncoder().encode('ICC_PROFILE\0');
const [TAG_COUNT_AT, TAGS_AT, TAG_BYTES] = [128, 132, 12];
const MAX_TAGS = 100;
/** Primaries of sRGB (IEC 61966-2-1) under D50, as X, Y and Z. */
const PRIMARIES: Readonly<Record<string, readonly number[]>> = {
  rXYZ: [0.4361, 0.2225, 0.0139],
  gXYZ: [0.3851, 0.7169, 0.0971],
  bXYZ: [0.1431, 0.0606, 0.7141],
};
/** The curve of sRGB as g and a to f of a parametric curve of this type (ICC.1:2022, 10.18). */
const CURVE_TYPE = 4;
const CURVE = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045, 0, 0];
const CURVES = ['rTRC', 'gTRC', 'bTRC'];
/** Profiles of sRGB round their numbers in this range. */
const ROUNDING = 0.0005;

/**
 * Whether the content of an APP2 segment of a JPEG file is a whole colour profile whose numbers say sRGB. Browsers
 * write it so. Applying it changes no pixel.
 */
export function isSrgbProfile(segment: Uint8Array): boolean {
  const [part, parts] = [segment[PROFILE.length], segment[PROFILE.length + 1]];
  if (!PROFILE.every((byte, at) => segment[at] === byte) || part !== 1 || parts !== 1) return false;
  const profile = segment.subarray(PROFILE.length + 2);
  if (profile.length < TAGS_AT || text(profile, 16) !== 'RGB ' || text(profile, 20) !== 'XYZ ') return false;
  const tags = tagsOf(profile);
  if (!tags || [...tags.keys()].some((name) => /^[AB]2[BA]\d$/.test(name))) return false;
  const isLike = (name: string, type: string, from: number, wanted: readonly number[]) => {
    const tag = tags.get(name);
    return tag !== undefined && text(tag, 0) === type && wanted.every((value, at) => isNear(tag, from + 4 * at, value));
  };
  const hasPrimaries = Object.entries(PRIMARIES).every(([name, wanted]) => isLike(name, 'XYZ ', 8, wanted));
  return hasPrimaries && CURVES.every((name) => isLike(name, 'para', 12, CURVE) && tags.get(name)![9] === CURVE_TYPE);
}

/** Tags by their names; undefined where one lies outside the profile. */
function tagsOf(profile: Uint8Array): Map<string, Uint8Array> | undefined {
  const view = viewOf(profile);
  const count = view.getUint32(TAG_COUNT_AT);
  if (count > MAX_TAGS || TAGS_AT + count * TAG_BYTES > profile.length) return undefined;
  const tags = new Map<string, Uint8Array>();
  for (let at = TAGS_AT; at < TAGS_AT + count * TAG_BYTES; at += TAG_BYTES) {
    const [from, length] = [view.getUint32(at + 4), view.getUint32(at + 8)];
    if (from + length > profile.length) return undefined;
    tags.set(text(profile, at), profile.subarray(from, from + length));
  }
  return tags;
}

/** Whether a number of 15 bits before and 16 behind the point is this one but for rounding. */
function isNear(tag: Uint8Array, at: number, value: number): boolean {
  return at + 4 <= tag.length && Math.abs(viewOf(tag).getInt32(at) / 65_536 - value) <= ROUNDING;
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}

function text(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4));
}
