type Fail = (what: string) => Error;
type Fields = Readonly<Record<string, unknown>>;

const MAX_SIDE = 4096;
/** Where ArcFace-trained networks expect eyes, nose and corners of the mouth in their 112 × 112 input. */
const ARCFACE: readonly (readonly [number, number])[] = [
  [38.2946, 51.6963],
  [73.5318, 51.5014],
  [56.0252, 71.7366],
  [41.5493, 92.3655],
  [70.7299, 92.2041],
];

/** The manifest in a JSON value. `fail` makes the error to throw from "has no …". */
export function readShape(value: unknown, directory: string, fail: Fail): ModelManifest {
  const fields = object(value, 'the whole', fail);
  const purpose = oneOf(fields.purpose, ['liveness', 'face-embedding'] as const, 'purpose', fail);
  if (!Array.isArray(fields.models) || fields.models.length === 0) throw fail('has no list "models"');
  const models = fields.models.map((entry, index) => readEntry(entry, purpose, `models[${index}]`, fail));
  return {
    name: text(fields.name, 'name', fail),
    purpose,
    licence: text(fields.licence, 'licence', fail),
    mode: oneOf(fields.mode ?? 'instead', ['beside', 'instead'] as const, 'mode', fail),
    untried: fields.untried === undefined ? undefined : number(fields.untried, 0, 1, 'untried', fail),
    models,
    calibration: readCalibration(fields.calibration, fail),
    directory,
  };
}

function readEntry(value: unknown, purpose: ModelManifest['purpose'], at: string, fail: Fail): ModelEntry {
  const fields = object(value, at, fail);
  const file = fields.file === undefined ? undefined : text(fields.file, `${at}.file`, fail);
  const url = fields.url === undefined ? undefined : address(fields.url, `${at}.url`, fail);
  if ((file === undefined) === (url === undefined)) throw fail(`must give either "file" or "url" in ${at}`);
  const hash = text(fields.sha256, `${at}.sha256`, fail).toLowerCase();
  if (!/^[0-9a-f]{64}$/.test(hash)) throw fail(`must give 64 hexadecimal digits as ${at}.sha256`);
  const input = object(fields.input, `${at}.input`, fail);
  const width = whole(input.width, 8, MAX_SIDE, `${at}.input.width`, fail);
  const height = whole(input.height, 8, MAX_SIDE, `${at}.input.height`, fail);
  const output = object(fields.output ?? {}, `${at}.output`, fail);
  const index = output.index === undefined ? undefined : whole(output.index, 0, 1e6, `${at}.output.index`, fail);
  if (purpose === 'liveness' && index === undefined) throw fail(`has no ${at}.output.index: which number means live`);
  return {
    file,
    url,
    sha256: hash,
    width,
    height,
    channels: oneOf(input.channels ?? 'RGB', ['RGB', 'BGR'] as const, `${at}.input.channels`, fail),
    mean: three(input.mean ?? 0, `${at}.input.mean`, fail),
    scale: three(input.scale ?? 1, `${at}.input.scale`, fail),
    crop: readCrop(fields.crop, purpose, { width, height }, `${at}.crop`, fail),
    outputIndex: index,
    activation: oneOf(output.activation ?? 'none', ['none', 'softmax'] as const, `${at}.output.activation`, fail),
  };
}

function readCrop(
  value: unknown,
  purpose: ModelManifest['purpose'],
  size: { width: number; height: number },
  at: string,
  fail: Fail,
): CropRecipe {
  const fields = object(value, at, fail);
  const kinds = purpose === 'liveness' ? (['box', 'tiles'] as const) : (['box', 'aligned'] as const);
  const kind = oneOf<CropRecipe['kind']>(fields.kind, kinds, `${at}.kind`, fail);
  if (kind === 'box') {
    const scale = number(fields.scale, 1, 8, `${at}.scale`, fail);
    return { kind, scale, least: number(fields.least ?? 0, 0, scale, `${at}.least`, fail) };
  }
  if (kind === 'tiles') {
    const side = Math.max(size.width, size.height);
    return {
      kind,
      width: whole(fields.width, side, MAX_SIDE, `${at}.width`, fail),
      least: whole(fields.least, side, MAX_SIDE, `${at}.least`, fail),
    };
  }
  const points = fields.points ?? ARCFACE.map(([x, y]) => [(x * size.width) / 112, (y * size.height) / 112]);
  const pairs = Array.isArray(points) ? points.map((point) => pair(point)) : [];
  if (pairs.length !== 5 || pairs.includes(undefined)) throw fail(`must give five points [x, y] as ${at}.points`);
  return { kind, points: pairs as [number, number][] };
}

function readCalibration(value: unknown, fail: Fail): CalibrationPoint[] {
  const points = Array.isArray(value) ? value.map(pair) : [];
  if (points.length < 2 || points.includes(undefined)) {
    throw fail('has no "calibration": a list of at least two points [value, score]');
  }
  const sure = points as [number, number][];
  for (const [index, [at, score]] of sure.entries()) {
    if (score < 0 || score > 100) throw fail(`has a calibration score that is not between 0 and 100: ${score}`);
    const before = sure[index - 1];
    if (before && (at <= before[0] || score < before[1])) throw fail('must list its calibration points rising');
  }
  return sure;
}

function object(value: unknown, at: string, fail: Fail): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw fail(`must give an object as ${at}`);
  return value as Fields;
}

function text(value: unknown, at: string, fail: Fail): string {
  if (typeof value !== 'string' || value.trim() === '') throw fail(`must give a text as ${at}`);
  return value.trim();
}

function address(value: unknown, at: string, fail: Fail): string {
  const url = text(value, at, fail);
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) throw fail(`must give an http address as ${at}`);
  return url;
}

function number(value: unknown, least: number, most: number, at: string, fail: Fail): number {
  if (typeof value !== 'number' || !(value >= least && value <= most)) {
    throw fail(`must give a number from ${least} to ${most} as ${at}`);
  }
  return value;
}

function whole(value: unknown, least: number, most: number, at: string, fail: Fail): number {
  const found = number(value, least, most, at, fail);
  if (!Number.isInteger(found)) throw fail(`must give a whole number as ${at}`);
  return found;
}

function oneOf<T extends string>(value: unknown, choices: readonly T[], at: string, fail: Fail): T {
  if (!choices.includes(value as T)) throw fail(`must give ${choices.join(' or ')} as ${at}`);
  return value as T;
}

/** One number for all channels, or one for each. */
function three(value: unknown, at: string, fail: Fail): [number, number, number] {
  const values = Array.isArray(value) ? value : [value, value, value];
  if (values.length !== 3 || !values.every(Number.isFinite)) throw fail(`must give one number or three as ${at}`);
  return values as [number, number, number];
}

function pair(value: unknown): [number, number] | undefined {
  return Array.isArray(value) && value.length === 2 && value.every(Number.isFinite)
    ? (value as [number, number])
    : undefined;
}

/** How the pixels of a face become the input of a model. */
type CropRecipe =
  /**
   * The face box enlarged `scale` times about its centre (1-8), kept inside the picture, brought to the input size.
   * Where the picture has no room for `least` times the box (0 to `scale`), the model is not asked.
   */
  | { readonly kind: 'box'; readonly scale: number; readonly least: number }
  /**
   * The face box resized to `width`, and to half where that is at least `least` pixels. Each is cut into nine tiles of
   * input size.
   */
  | { readonly kind: 'tiles'; readonly width: number; readonly least: number }
  /** Eyes, nose and corners of the mouth (picture's left first) brought to five points of the input, by similarity. */
  | { readonly kind: 'aligned'; readonly points: readonly (readonly [number, number])[] };

/** One network file and what it wants. */
export interface ModelEntry {
  /** Beside the manifest, or absolute. Exactly one of `file` and `url` is set. */
  readonly file: string | undefined;
  readonly url: string | undefined;
  /** 64 hexadecimal digits, lower case. */
  readonly sha256: string;
  readonly width: number;
  readonly height: number;
  readonly channels: 'RGB' | 'BGR';
  /** A channel's value 0-255 is fed as (value − mean) × scale, in the order of `channels`. */
  readonly mean: readonly [number, number, number];
  readonly scale: readonly [number, number, number];
  readonly crop: CropRecipe;
  /** Which number of the first output counts; undefined: all of them (an embedding). */
  readonly outputIndex: number | undefined;
  /** What is done with the output before its number is taken. */
  readonly activation: 'none' | 'softmax';
}

/** A point of a calibration: what the models say on average, and the score 0-100 that it stands for. */
export type CalibrationPoint = readonly [value: number, score: number];

/** A description of models that a user brings, or that are bundled. */
export interface ModelManifest {
  readonly name: string;
  readonly purpose: 'liveness' | 'face-embedding';
  readonly licence: string;
  /** Whether a liveness model is used beside the bundled one or instead of it. */
  readonly mode: 'beside' | 'instead';
  /**
   * How likely a liveness model is to say nothing about a face, 0-1, whatever its size and sharpness. Undefined: as
   * `posterior.ts` has it for all models.
   */
  readonly untried: number | undefined;
  /** Several are averaged. */
  readonly models: readonly ModelEntry[];
  /** At least two, rising in both; between them straight lines. */
  readonly calibration: readonly CalibrationPoint[];
  /** Directory that files are named from. */
  readonly directory: string;
}
