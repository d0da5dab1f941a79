import type { MrzReading } from '../documents/mrz/read.ts';
import { checksHold } from '../documents/witnesses.ts';
import { TouchstoneError } from '../errors.ts';
import { looksEdited, sameFile, showsDocument } from '../faces/liveness/checks.ts';
import type { Photo } from '../imaging/decode.ts';
import { checkManifest } from '../inference/manifest.ts';
import { type DecisionInput, decide, type Thresholds } from './decide.ts';
import type { DocumentOperations } from './documents-thread.ts';
import type { FaceModels, PortraitFinding, SelfieFinding } from './face-analyst.ts';
import type { FaceOperations } from './faces-thread.ts';
import { Slots } from './slots.ts';
import { ModelThread } from './thread.ts';
import type { ImageProblem, Uploads, VerificationOutcome } from './types.ts';

/** Two threads hold models, so a second verification uses the one that the first has left. */
const RUNNING = 2;
const WAITING = 8;
const PATIENCE_MS = 15_000;
/** The longest that reading one picture may take, the first loading of the models included. */
const LIMIT_MS = 60_000;
/** A face that fills more of the picture than this leaves no room for a document around it. */
const LARGE_FACE = 0.4;

export interface VerifierOptions {
  readonly models: FaceModels;
  readonly thresholds: Thresholds;
  readonly now: () => Date;
}

type Read = Awaited<ReturnType<DocumentOperations['read']>>;
type Found<T> = Extract<T, { refusal: null }>;

interface Findings {
  readonly read: Read;
  readonly face: Found<SelfieFinding>;
  readonly portrait: Found<PortraitFinding>;
  readonly similarity: number;
  readonly confidence: number;
}

/** Verifies documents against selfies: models on two threads, one for documents and one for faces. */
export class Verifier {
  readonly #documents: ModelThread<DocumentOperations>;
  readonly #faces: ModelThread<FaceOperations>;
  readonly #slots = new Slots({ running: RUNNING, waiting: WAITING, patienceMs: PATIENCE_MS });
  readonly #options: VerifierOptions;

  /** Loads nothing before it is started or asked. */
  constructor(options: VerifierOptions) {
    this.#options = options;
    this.#documents = new ModelThread(new URL('./documents-thread.ts', import.meta.url), { limitMs: LIMIT_MS });
    this.#faces = new ModelThread(new URL('./faces-thread.ts', import.meta.url), {
      limitMs: LIMIT_MS,
      setup: options.models,
    });
  }

  /** Throws `usage` with a sentence where the operator's own models cannot be meant so. Loads and downloads nothing. */
  async check(): Promise<void> {
    const { liveness, faceModel } = this.#options.models;
    if (typeof liveness === 'object') await checkManifest(liveness.manifest, 'liveness');
    if (faceModel !== undefined) await checkManifest(faceModel, 'face-embedding');
  }

  /** Begins to load the models, on their threads; what is asked meanwhile waits. `failed` is told where they cannot be. */
  start(failed?: (error: Error) => void): void {
    this.#documents.start(failed);
    this.#faces.start(failed);
  }

  get full(): boolean {
    return this.#slots.full;
  }

  get queueLength(): number {
    return this.#slots.length;
  }

  get retryAfterSeconds(): number {
    return this.#slots.retryAfterSeconds;
  }

  /**
   * Throws `busy` where too many wait, and `usage` where the models cannot be loaded. Nothing of what was uploaded is
   * kept. `wanted` is asked when its turn comes: nobody may be waiting for it any more.
   */
  verify(uploads: Uploads, wanted: () => boolean = () => true): Promise<VerificationOutcome> {
    return this.#slots.run(() => {
      if (!wanted()) throw new TouchstoneError('busy', 'Nobody waits for this verification any more.');
      return this.#verify(uploads);
    });
  }

  async close(): Promise<void> {
    await Promise.all([this.#documents.close(), this.#faces.close()]);
  }

  async #verify(uploads: Uploads): Promise<VerificationOutcome> {
    const clock = new Clock();
    const [document, selfie] = await Promise.all([
      this.#documents.call('decode', uploads.document),
      this.#faces.call('decode', uploads.selfie),
    ]);
    clock.mark('decode');
    const invalid: ImageProblem[] = [];
    if (document.problem) invalid.push({ image: 'document', ...document.problem });
    if (selfie.problem) invalid.push({ image: 'selfie', ...selfie.problem });
    if (!document.photo || !selfie.photo) return { kind: 'refused', problems: invalid };
    const photos = { document: document.photo, selfie: selfie.photo };
    const [read, face, portrait] = await Promise.all([
      clock.during('document', this.#documents.call('read', photos.document)),
      clock.during('selfie', this.#faces.call('selfie', photos.selfie.pixels)),
      clock.during('portrait', this.#faces.call('portrait', photos.document.pixels)),
    ]);
    const problems = refusals(read, face, portrait);
    if (problems.length > 0) return { kind: 'refused', problems };
    const found = { read, face: face as Found<SelfieFinding>, portrait: portrait as Found<PortraitFinding> };
    const [pictures, alike] = await clock.during(
      'checks',
      Promise.all([
        this.#pictures(uploads, photos, found.face, found.portrait),
        this.#faces.call('compare', found.face.embedding, found.portrait.embedding),
      ]),
    );
    return this.#conclude({ ...found, ...alike }, pictures, clock);
  }

  /** What the two pictures say beside each other, that no model does. */
  async #pictures(
    uploads: Uploads,
    { document, selfie }: { document: Photo; selfie: Photo },
    face: Found<SelfieFinding>,
    portrait: Found<PortraitFinding>,
  ): Promise<DecisionInput['pictures']> {
    const small = face.box.width <= LARGE_FACE * selfie.pixels.width;
    const [samePicture, texts] = await Promise.all([
      this.#faces.call('samePicture', document.pixels, portrait.box, selfie.pixels, face.box),
      small ? this.#documents.call('texts', selfie.pixels) : [],
    ]);
    const files = { document: document.metadata, selfie: selfie.metadata };
    return {
      sameFile: sameFile(uploads.document, uploads.selfie),
      samePicture,
      selfieShowsDocument: showsDocument(texts, face.box, selfie.pixels),
      selfieInFrame: face.framed,
      edited: (['document', 'selfie'] as const).filter((image) => looksEdited(files[image], image)),
    };
  }

  #conclude(
    { read, face, portrait, similarity, confidence }: Findings,
    pictures: DecisionInput['pictures'],
    clock: Clock,
  ): VerificationOutcome {
    const { thresholds, now } = this.#options;
    const { extractedData, mrz, conflicts, doubtful } = read;
    const input: DecisionInput = {
      matchConfidence: confidence,
      livenessScore: face.liveness?.score ?? null,
      document: {
        documentType: extractedData.documentType,
        mrz: mrz && zoneState(mrz),
        missing: IDENTITY.filter((field) => extractedData[field] === null),
        doubtful,
        conflicts,
        expiryDate: extractedData.expiryDate,
      },
      portrait: { sure: portrait.sure },
      pictures,
      today: now().toISOString().slice(0, 10),
    };
    const { faceMatch, status, reasons } = decide(input, thresholds);
    const { matchConfidence, livenessScore } = input;
    const evidence = {
      thresholds,
      face: { similarity, selfie: face.measures, portrait: portrait.measures, portraitSure: portrait.sure },
      liveness: face.liveness,
      document: {
        origins: read.origins,
        mrz: mrz && { format: mrz.format, valid: mrz.valid, checks: mrz.checks.map(({ name, ok }) => ({ name, ok })) },
        barcode: read.barcode && { symbology: read.barcode.symbology },
        quality: read.quality,
        conflicts,
        doubtful,
      },
      pictures,
    };
    const result = { faceMatch, matchConfidence, livenessScore, status, extractedData, reasons };
    return { kind: 'verified', ...result, evidence, timings: clock.timings() };
  }
}

function zoneState(mrz: MrzReading): NonNullable<DecisionInput['document']['mrz']> {
  if (!checksHold(mrz)) return 'failed';
  return mrz.valid && mrz.doubts.length === 0 ? 'valid' : 'doubtful';
}

/** What says who somebody is. */
const IDENTITY = ['fullName', 'documentNumber', 'dateOfBirth'] as const;

/** Everything that is wrong with either picture, so that one new attempt can mend it all. */
function refusals(read: Read, face: SelfieFinding, portrait: PortraitFinding): ImageProblem[] {
  const problems: ImageProblem[] = [];
  const document = read.refusal ?? portrait.refusal;
  if (document) problems.push({ image: 'document', kind: 'quality', text: document });
  if (face.refusal) problems.push({ image: 'selfie', kind: 'quality', text: face.refusal });
  return problems;
}

/** Milliseconds of each stage and of the whole. */
class Clock {
  readonly #began = performance.now();
  readonly #stages: Record<string, number> = {};

  mark(stage: string): void {
    this.#stages[stage] = performance.now() - this.#began;
  }

  async during<T>(stage: string, work: Promise<T>): Promise<T> {
    const began = performance.now();
    const result = await work;
    this.#stages[stage] = performance.now() - began;
    return result;
  }

  timings(): Record<string, number> {
    this.mark('total');
    return Object.fromEntries(Object.entries(this.#stages).map(([stage, ms]) => [stage, Math.round(ms * 10) / 10]));
  }
}
