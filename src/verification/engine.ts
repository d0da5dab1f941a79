import '../inference/no-telemetry.ts';
import type { DocumentLook, DocumentSide } from '../capture/document-look.ts';
import type { FrameMeasures } from '../capture/steps.ts';
import { readTogether } from '../documents/fusion/sides.ts';
import { checksHold } from '../documents/fusion/sources.ts';
import type { MrzReading } from '../documents/mrz/mrz-reader.ts';
import type { TextBox } from '../documents/text/text-reader.ts';
import type { Thresholds } from '../domain/verification.ts';
import type { FrameEffort } from '../faces/frames/frame-reader.ts';
import { looksEdited, sameFile, showsDocument } from '../faces/liveness/picture-checks.ts';
import type { Photo } from '../imaging/decode.ts';
import { readHeader } from '../imaging/headers.ts';
import type { Pixels } from '../imaging/pixels.ts';
import { inWords } from '../sentences.ts';
import { StageTimes } from '../stage-times.ts';
import { Channel, type Interrupted, type PendingCall } from '../threads/channel.ts';
import { FairQueue } from '../threads/fair-queue.ts';
import type { Spent } from '../threads/used-time.ts';
import { launchWorker } from '../threads/worker.ts';
import { oddities } from './authenticity.ts';
import { type DecisionInput, decide, livenessBeside } from './decide.ts';
import type { DocumentOperations } from './documents-thread.ts';
import type { FaceModels, PortraitFinding, SelfieFinding } from './face-analyst.ts';
import type { FaceOperations } from './faces-thread.ts';
import type { FrameOperations } from './frames-thread.ts';
import { lookOfBack, lookOfFront, lookOfNothing } from './look-at-document.ts';
import type { ImageProblem, Movement, Uploads, VerificationOutcome } from './outcome.ts';
import { RecentReadings } from './recent-readings.ts';
import { type Rendition, renditionsOf, type StoredPicture } from './renditions.ts';
import { type DecodedUpload, decodeShared } from './shared-pixels.ts';

/** A face that fills more of the picture than this leaves no room for a document around it. */
const LARGE_FACE = 0.4;

/**
 * Progressive JPEG and interlaced PNG are decoded whole: up to 320 MB from a file of half a megabyte. An image that
 * needs more than this is decoded alone.
 */
const MAX_HELD_TOGETHER = 32 * 1024 ** 2;

/** So many threads look at frames, so that a second person need not wait for the first. */
const FRAME_THREADS = 2;

/** What an engine is made with; it can be sent to another process. */
export interface EngineOptions {
  readonly models: FaceModels;
  readonly thresholds: Thresholds;
}

/** What an engine tells. */
export interface EngineEvents {
  /** A thread ended unexpectedly. */
  readonly interrupted?: (error: Interrupted) => void;
  /** What work of an account took of the threads of documents and of faces. */
  readonly spent?: (spent: Spent) => void;
}

type Read = Awaited<ReturnType<DocumentOperations['read']>>;
type UsableFinding<T> = Extract<T, { refusal: null }>;

/** A side of a document that was looked at. */
interface SideSeen {
  readonly read: Read;
  /** Of a front. */
  readonly portrait: PortraitFinding | undefined;
}

interface Findings {
  readonly read: Read;
  readonly face: UsableFinding<SelfieFinding>;
  readonly portrait: UsableFinding<PortraitFinding>;
  readonly similarity: number;
  readonly confidence: number;
  readonly movement: Movement | undefined;
}

/**
 * Verifies documents against selfies: models on threads of this process, one for documents and one for faces. Frames of
 * people before a camera have threads of their own, which start with the first of them.
 */
export class VerificationEngine {
  readonly #documents: Channel<DocumentOperations>;
  readonly #faces: Channel<FaceOperations>;
  readonly #frames: Channel<FrameOperations>;
  readonly #thresholds: Thresholds;
  readonly #sides = new RecentReadings<SideSeen>();
  /** Settles when the last of the pictures that take turns is decoded. */
  #decoding: Promise<unknown> = Promise.resolve();

  /** Loads nothing before it is told or asked. */
  constructor({ models, thresholds }: EngineOptions, { interrupted, spent }: EngineEvents = {}) {
    const ended = interrupted && { interrupted };
    const module = (name: string) => new URL(name, import.meta.url);
    // Documents take long, and their thread shares itself out while it reads them.
    this.#documents = new Channel(launchWorker(module('./documents-thread.ts')), {
      ...ended,
      noted: (note) => spent?.(note as Spent),
    });
    // What waits for another thread waits here, where accounts share it.
    const options = { maxAtOnce: 1, ...ended };
    const queue = new FairQueue<PendingCall<number>>(spent && { spent });
    const faces = launchWorker(module('./faces-thread.ts'), { setup: () => models });
    this.#faces = new Channel(faces, { ...options, queue });
    this.#frames = new Channel(launchWorker(module('./frames-thread.ts')), { ...options, peers: FRAME_THREADS });
    this.#thresholds = thresholds;
  }

  /** Throws `usage` with a sentence where the operator's own models cannot be loaded. */
  async load(): Promise<void> {
    await Promise.all([this.#documents.load(), this.#faces.load()]);
  }

  /** Ends the threads when they have done what they were asked for. */
  async close(): Promise<void> {
    await Promise.all([this.#documents.close(), this.#faces.close(), this.#frames.close()]);
  }

  /**
   * Measures a frame of a film, in turn with those of other accounts. Throws `validation` with a sentence where the
   * bytes are no picture that can be used.
   */
  readFrame(bytes: Uint8Array, effort: FrameEffort, account = 0): Promise<FrameMeasures> {
    return this.#frames.callInTurn(account, 'read', bytes, effort);
  }

  /**
   * `today` is the day for which a document may have expired, `YYYY-MM-DD`. `account` says whose time of the threads it
   * takes. `movement` is what the person of the selfie did before the camera. Nothing of what was uploaded is kept.
   */
  async verify(uploads: Uploads, today: string, account = 0, movement?: Movement): Promise<VerificationOutcome> {
    const clock = new StageTimes();
    const [document, selfie] = await Promise.all([this.#decode(uploads.document), this.#decode(uploads.selfie)]);
    clock.mark('decode');
    const invalid: ImageProblem[] = [];
    if (document.problem) invalid.push({ image: 'document', ...document.problem });
    if (selfie.problem) invalid.push({ image: 'selfie', ...selfie.problem });
    if (!document.photo || !selfie.photo) return { kind: 'refused', problems: invalid };
    const photos = { document: document.photo, selfie: selfie.photo };
    const known = await this.#sides.take(uploads.document);
    const moved = movement === 'cannot' ? undefined : movement;
    const seen = clock.time('selfie', () => this.#faces.callInTurn(account, 'selfie', photos.selfie.pixels, moved));
    const [read, face, portrait, texts] = await Promise.all([
      clock.time('document', () => this.#read(account, photos.document, uploads.back, known)),
      seen,
      known?.portrait ??
        clock.time('portrait', () => this.#faces.callInTurn(account, 'portrait', photos.document.pixels)),
      // Asked for while the document is read, so that it does not wait for another document afterwards.
      seen.then((found) => this.#textsAround(account, found, photos.selfie.pixels)),
    ]);
    const problems = refusals(read, face, portrait);
    if (problems.length > 0) return { kind: 'refused', problems };
    const found = {
      read,
      face: face as UsableFinding<SelfieFinding>,
      portrait: portrait as UsableFinding<PortraitFinding>,
    };
    const [pictures, alike] = await clock.time('checks', () =>
      Promise.all([
        this.#pictures(account, uploads, photos, { ...found, texts }),
        this.#faces.callInTurn(account, 'compare', found.face.embedding, found.portrait.embedding),
      ]),
    );
    return this.#conclude({ ...found, ...alike, movement }, pictures, clock, today);
  }

  /** The front, and the back beside it where one was taken. What was looked at before is not read again. */
  async #read(account: number, front: Photo, back: Uint8Array | undefined, known: SideSeen | undefined): Promise<Read> {
    const read = known?.read ?? (await this.#documents.call('read', account, front));
    if (!back) return read;
    const behind = await this.#sides.take(back);
    if (behind) return readTogether(read, behind.read);
    const { photo } = await this.#decode(back);
    return photo ? readTogether(read, await this.#documents.call('read', account, photo)) : read;
  }

  /**
   * Looks at one side of a document while the person still holds it. The verification that follows finds what was read,
   * so that it costs no second time.
   */
  async readDocument(bytes: Uint8Array, side: DocumentSide, account = 0): Promise<DocumentLook> {
    const { photo, problem } = await this.#decode(bytes);
    if (!photo) return lookOfNothing(problem.text);
    const seen = await this.#sides.keep(bytes, this.#side(photo, side, account));
    return seen.portrait ? lookOfFront(seen.read, seen.portrait) : lookOfBack(seen.read);
  }

  /**
   * Stored pictures as a reviewer sees them, with a mark on each. Documents stand upright, and the fields of each are
   * looked for once more. What cannot be decoded is left out.
   */
  async renditions(pictures: readonly StoredPicture[], mark: string, account = 0): Promise<Rendition[]> {
    const looks = {
      page: (pixels: Pixels) => this.#documents.call('page', account, pixels),
      portrait: (pixels: Pixels) => this.#faces.callInTurn(account, 'portrait', pixels),
    };
    const made: Rendition[] = [];
    for (const { name, bytes } of pictures) {
      const { photo } = await this.#decode(bytes);
      if (photo) made.push(...(await renditionsOf(name, photo.pixels, looks, mark)));
    }
    return made;
  }

  async #side({ pixels, ...photo }: Photo, side: DocumentSide, account: number): Promise<SideSeen> {
    const [read, portrait] = await Promise.all([
      this.#documents.call('read', account, { ...photo, pixels }),
      side === 'front' ? this.#faces.callInTurn(account, 'portrait', pixels) : undefined,
    ]);
    return { read, portrait };
  }

  /**
   * Decodes on the threads of the decoder, so that no picture waits for what the models do. Images that are decoded
   * whole take turns, whichever verification they belong to.
   */
  #decode(bytes: Uint8Array): Promise<DecodedUpload> {
    const decode = () => decodeShared(bytes);
    if ((readHeader(bytes)?.heldBytes ?? 0) <= MAX_HELD_TOGETHER) return decode();
    const turn = this.#decoding.then(decode);
    this.#decoding = turn.catch(() => {});
    return turn;
  }

  /** Where text stands in a selfie that has room for a document around its face. */
  #textsAround(account: number, face: SelfieFinding, pixels: Pixels): Promise<TextBox[]> | [] {
    if (face.refusal !== null || face.box.width > LARGE_FACE * pixels.width) return [];
    return this.#documents.call('texts', account, pixels);
  }

  /** What the two pictures say beside each other, that no model does. */
  async #pictures(
    account: number,
    uploads: Uploads,
    { document, selfie }: { document: Photo; selfie: Photo },
    { face, portrait, texts }: Pick<Findings, 'face' | 'portrait'> & { texts: readonly TextBox[] },
  ): Promise<DecisionInput['pictures']> {
    const samePicture = await this.#faces.callInTurn(
      account,
      ...(['samePicture', document.pixels, portrait.box, selfie.pixels, face.box] as const),
    );
    const files = { document: document.metadata, selfie: selfie.metadata };
    return {
      sameFile: sameFile(uploads.document, uploads.selfie),
      samePicture,
      selfieShowsDocument: showsDocument(texts, face.box, selfie.pixels),
      selfieInFrame: face.framed,
      selfieHasGrid: face.grid,
      edited: (['document', 'selfie'] as const).filter((image) => looksEdited(files[image], image)),
    };
  }

  #conclude(
    { read, face, portrait, similarity, confidence, movement }: Findings,
    pictures: DecisionInput['pictures'],
    clock: StageTimes,
    today: string,
  ): VerificationOutcome {
    const thresholds = this.#thresholds;
    const { extractedData, mrz, conflicts, doubtful } = read;
    const evidence = {
      thresholds,
      face: {
        similarity,
        selfie: face.measures,
        portrait: portrait.measures,
        portraitSure: portrait.sure,
        secondPortrait: portrait.second,
      },
      liveness: face.liveness,
      // Records without a movement stay as they are.
      ...(movement && { movement }),
      document: {
        origins: read.origins,
        mrz: mrz && { format: mrz.format, valid: mrz.valid, checks: mrz.checks.map(({ name, ok }) => ({ name, ok })) },
        barcode: read.barcode && { symbology: read.barcode.symbology },
        quality: { ...read.quality, refusal: read.quality.refusal && inWords(read.quality.refusal) },
        conflicts,
        doubtful,
        agreements: read.agreements,
        specimenWords: read.specimenWords,
        signs: read.signs,
        isCut: read.isCut,
      },
      pictures,
    };
    const input: DecisionInput = {
      matchConfidence: confidence,
      livenessScore: face.liveness && livenessBeside(face.liveness, pictures),
      livenessDoubts: face.liveness?.doubts ?? [],
      movement: movement === undefined ? 'none' : movement === 'cannot' ? 'cannot' : 'seen',
      document: {
        documentType: extractedData.documentType,
        mrz: mrz && zoneState(mrz),
        missing: IDENTITY.filter((field) => extractedData[field] === null),
        doubtful,
        conflicts,
        oddities: oddities(evidence, extractedData, today),
        expiryDate: extractedData.expiryDate,
      },
      portrait: { sure: portrait.sure },
      pictures,
      today,
    };
    const { faceMatch, status, reasons } = decide(input, thresholds);
    const { matchConfidence } = input;
    const scores = { matchConfidence, livenessScore: input.livenessScore };
    const result = { faceMatch, ...scores, status, extractedData, reasons };
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
  if (document) problems.push({ image: 'document', kind: 'quality', text: inWords(document) });
  if (face.refusal) problems.push({ image: 'selfie', kind: 'quality', text: inWords(face.refusal) });
  return problems;
}
