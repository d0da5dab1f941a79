import type { Photo } from '../imaging/decode.ts';
import type { Pixels } from '../imaging/pixels.ts';
import { centreOf, contains } from '../imaging/quad.ts';
import type { Sentence } from '../sentences.ts';
import { StageTimes } from '../stage-times.ts';
import type { Pause } from '../threads/slices.ts';
import { type Barcode, openBarcodeReader, readBarcode } from './barcode/barcode-reader.ts';
import { printedText } from './fields/printed-text.ts';
import { readSexLetters } from './fields/sex-letters.ts';
import { specimenWordsIn } from './fields/specimen-words.ts';
import { readPrint, readVisualZone } from './fields/visual-zone.ts';
import type { DocumentSource } from './fusion/document-source.ts';
import { type FusedDocument, fuse, refusalOf } from './fusion/fuse.ts';
import { barcodeSource, besidePrint, isVisa, mrzSource, printOfVisa, withRestOfName } from './fusion/sources.ts';
import { Labeller } from './labeller/labeller.ts';
import { MrzReader, type MrzReading } from './mrz/mrz-reader.ts';
import { type CaptureSigns, captureSigns } from './page/capture-signs.ts';
import { type DocumentQuality, documentQuality } from './page/document-quality.ts';
import { type UprightPage, upright } from './page/orientation.ts';
import { pageToCut } from './page/page-cut.ts';
import { lookAt, ReadingBudget, WHOLE_ZONE_SEARCH, ZONE_SEARCH } from './reading-budget.ts';
import { isLacking, withRetries } from './retry-at-higher-resolution.ts';
import { isMostlyRead, legible } from './text/legible-lines.ts';
import {
  firstOfFull,
  LONG_SIDE,
  MAX_LINES,
  type TextBox,
  type TextLine,
  TextReader,
  worthReading,
} from './text/text-reader.ts';
import { areTwoDocuments, isBefore, partingOf, type SideRead } from './two-documents.ts';

/** Everything that was read from a document's picture. */
export interface DocumentReading extends FusedDocument {
  /** All that said something, so that another side can be read beside it. */
  readonly sources: readonly DocumentSource[];
  readonly mrz: MrzReading | null;
  readonly barcode: Barcode | null;
  readonly quality: DocumentQuality;
  readonly signs: CaptureSigns;
  /** Words by which the document itself says that it is none, as printed. */
  readonly specimenWords: readonly string[];
  /** Something that is printed was not read, because the picture holds too much. */
  readonly isCut: boolean;
  /** Most of its text was read surely, whether or not it was understood. */
  readonly isLegible: boolean;
  /** Why the picture cannot be used; null where it can. */
  readonly refusal: Sentence | null;
  /** Milliseconds by stage, `total` among them. */
  readonly timings: Readonly<Record<string, number>>;
}

/** Long side at which lines are looked for once more. */
const CLOSER = 1600;
/** Printed nowhere else (ICAO Doc 9303 part 3 §4.3). */
const ZONE = /<.*</;

const TWO_DOCUMENTS: Sentence = { code: 'picture.two-documents' };

/** Reads pictures of identity documents. It holds about 300 MB and blocks its thread while it works. */
export class DocumentReader {
  readonly #text: TextReader;
  readonly #mrz: MrzReader;
  readonly #labeller: Labeller;

  static async open(): Promise<DocumentReader> {
    const [text, mrz, labeller] = await Promise.all([
      TextReader.open(),
      MrzReader.open(),
      Labeller.open(),
      openBarcodeReader(),
    ]);
    return new DocumentReader(text, mrz, labeller);
  }

  private constructor(text: TextReader, mrz: MrzReader, labeller: Labeller) {
    this.#text = text;
    this.#mrz = mrz;
    this.#labeller = labeller;
  }

  /** Where text stands in any picture. */
  texts(pixels: Pixels): Promise<TextBox[]> {
    return this.#text.detect(pixels);
  }

  /** `pause` is called between parts of the work, which take up to a second. */
  async read({ pixels }: Photo, pause?: Pause): Promise<DocumentReading> {
    const stages = new StageTimes();
    const budget = new ReadingBudget(pause);
    const stage = async <T>(name: string, work: () => Promise<T>) => {
      await budget.pause();
      return stages.time(name, work);
    };
    const boxes = await stage('detect', () => this.#detect(pixels, budget));
    const view = await stage('page', () => this.#view(pixels, boxes, budget));
    const glanced = await stage('mrz', () => this.#glance(view, budget));
    const read = await stage('text', () => this.#lines(view, glanced, budget));
    const zone =
      mayHoldZone(view, glanced, read) && budget.affords(ways(view) * WHOLE_ZONE_SEARCH)
        ? await stage('mrz search', () => this.#zone(view, glanced))
        : glanced;
    const closer =
      needsCloserLook(zone, read) && budget.affords(lookAt(CLOSER) + WHOLE_ZONE_SEARCH)
        ? await stage('mrz again', () => this.#closer(view, zone))
        : zone;
    const mrz = closer && !closer.valid ? await this.#mrz.withOpinion(closer, (box) => this.#seen(view, box)) : closer;
    const lines = mrz && mrz !== glanced ? read.filter(({ box }) => !contains(mrz.quad, centreOf(box.quad))) : read;
    // A valid zone needs no barcode to confirm it, and the search for one takes long.
    const barcode = mrz?.valid
      ? null
      : await stage('barcode', () => readBarcode(view.pixels, { texts: legible(lines), most: budget.milliseconds }));
    const quads = view.boxes.map(({ quad }) => quad);
    const quality = await stage('quality', async () => documentQuality(view.pixels, quads));
    const places = boxes.map(({ quad }) => quad);
    const signs = await stage('signs', async () => captureSigns(pixels, places));
    const sources = await stage('fields', () => this.#told(mrz, barcode, lines, view, budget));
    const fused = fuse(sources);
    const specimenWords = specimenWordsIn(lines.map(({ text }) => text));
    const isTwo = await stage('sides', () => this.#showsTwoDocuments(view, lines, mrz, budget));
    const isLegible = isMostlyRead(lines);
    const refusal = isTwo ? TWO_DOCUMENTS : refusalOf(fused, quality.refusal, isLegible);
    const { isCut } = budget;
    const rest = { mrz, barcode, quality, signs, specimenWords, isCut, isLegible, refusal };
    return { ...fused, sources, ...rest, timings: stages.timings() };
  }

  /** The document upright, as people see it, with its print and its zone where they stand on it then. */
  async page(pixels: Pixels, pause?: Pause): Promise<{ pixels: Pixels; lines: TextLine[]; zone: MrzReading | null }> {
    const budget = new ReadingBudget(pause);
    const view = await this.#view(pixels, await this.#detect(pixels, budget), budget);
    const zone = await this.#glance(view, budget);
    return { pixels: view.pixels, lines: await this.#lines(view, zone, budget), zone };
  }

  #detect(pixels: Pixels, budget: ReadingBudget): Promise<TextBox[]> {
    budget.spend(lookAt(LONG_SIDE));
    return this.#text.detect(pixels);
  }

  /** All sources. A card whose print alone tells is looked at again where something is missing. */
  async #told(
    mrz: MrzReading | null,
    barcode: Barcode | null,
    lines: TextLine[],
    view: UprightPage,
    budget: ReadingBudget,
  ): Promise<DocumentSource[]> {
    const sources = await this.#sources(mrz, barcode, lines, view);
    const [print, ...others] = sources;
    if (!print || others.length > 0 || !isLacking(print)) return sources;
    return [await withRetries(print, (longSide) => this.#print(view, longSide, budget))];
  }

  /** All sources. Where nothing tells the sex, single letters are looked for. */
  async #sources(
    mrz: MrzReading | null,
    barcode: Barcode | null,
    lines: readonly TextLine[],
    view: UprightPage,
  ): Promise<DocumentSource[]> {
    const sources = await this.#all(mrz, barcode, lines, view);
    if (fuse(sources).extractedData.sex !== null) return sources;
    const letters = await readSexLetters(this.#text, view.pixels, lines);
    return letters.length > 0 ? this.#all(mrz, barcode, [...lines, ...letters], view) : sources;
  }

  /** Zone, barcode and print as they stand. */
  async #all(
    mrz: MrzReading | null,
    barcode: Barcode | null,
    lines: readonly TextLine[],
    { pixels }: UprightPage,
  ): Promise<DocumentSource[]> {
    const zone = mrz && mrzSource(mrz);
    const sources: DocumentSource[] = zone ? [zone] : [];
    if (barcode?.aamva) sources.push(barcodeSource(barcode.aamva));
    const known = (field: 'documentType' | 'country') =>
      sources.find(({ fields }) => fields[field]?.sure)?.fields[field]?.value ?? null;
    const hints = { documentType: known('documentType'), country: known('country'), hasZone: mrz !== null };
    const text = printedText(lines, pixels, hints);
    // A zone or a barcode tells what the labeller could, and more surely.
    const labelled = mrz?.valid || barcode?.aamva ? undefined : await this.#labeller.read(text);
    const { source } = readPrint(text, hints, labelled);
    const printed = mrz ? withRestOfName(source, mrz, lines) : source;
    if (zone) sources[0] = besidePrint(zone, mrz, printed);
    sources.push(mrz && isVisa(mrz) ? printOfVisa(printed) : printed);
    return sources;
  }

  /** The print alone, with its lines found at this size; null where that is beyond the budget. */
  async #print(view: UprightPage, longSide: number, budget: ReadingBudget): Promise<DocumentSource | null> {
    if (!budget.affords(lookAt(longSide))) return null;
    await budget.pause();
    const boxes = worthReading(await this.#text.detect(view.pixels, longSide), budget);
    const lines = await this.#text.recognise(view.pixels, boxes, budget.pause);
    const [print] = await this.#sources(null, null, lines, view);
    return print!;
  }

  /** The document as it should be looked at: cut out where it is small or leans, text from left to right. */
  async #view(pixels: Pixels, boxes: readonly TextBox[], budget: ReadingBudget): Promise<UprightPage> {
    const quads = boxes.map(({ quad }) => quad);
    const page = pageToCut(pixels, quads);
    const look = page ?? pixels;
    const view = await upright(look, page ? await this.#detect(look, budget) : boxes, this.#text);
    // Lines that lay were looked for once more.
    if (view.lying) budget.spend(lookAt(LONG_SIDE));
    return view;
  }

  /** Everything that is printed but the zone, which has been read better. */
  async #lines(
    { pixels, boxes, lines }: UprightPage,
    mrz: MrzReading | null,
    budget: ReadingBudget,
  ): Promise<TextLine[]> {
    const known = new Set(lines.map(({ box }) => box));
    const rest = boxes.filter((box) => !known.has(box) && !(mrz && contains(mrz.quad, centreOf(box.quad))));
    const kept = worthReading(rest, budget);
    if (boxes.length >= MAX_LINES) budget.cut();
    const read = (some: readonly TextBox[]) => this.#text.recognise(pixels, some, budget.pause);
    const first = budget.isCut && !mrz ? firstOfFull(kept) : kept;
    const seen = [...lines, ...(await read(first))];
    if (first.length === kept.length || saysNothing(seen, pixels)) return seen;
    return [...seen, ...(await read(kept.filter((box) => !first.includes(box))))];
  }

  async #glance(view: UprightPage, budget: ReadingBudget): Promise<MrzReading | null> {
    const { pixels, boxes, lying } = view;
    budget.spend(ways(view) * ZONE_SEARCH);
    const found = await this.#mrz.glance(pixels, boxes);
    if (found?.valid || !lying) return found;
    return better(await this.#mrz.glance(pixels, lying), found);
  }

  async #zone({ pixels, boxes, lying }: UprightPage, glanced: MrzReading | null): Promise<MrzReading | null> {
    const found = await this.#mrz.read(pixels, boxes, lying ? undefined : glanced);
    if (found?.valid || !lying) return found;
    return better(await this.#mrz.read(pixels, lying), found);
  }

  /** Whether two sides lie in the picture that are of different documents. */
  async #showsTwoDocuments(
    { pixels, boxes }: UprightPage,
    lines: readonly TextLine[],
    mrz: MrzReading | null,
    budget: ReadingBudget,
  ) {
    const parting = partingOf(boxes, pixels);
    if (!parting) return false;
    const side = async (isFirst: boolean): Promise<SideRead> => {
      const own = lines.filter(({ box }) => isBefore(box, parting) === isFirst);
      if (mrz && isBefore({ quad: mrz.quad, score: 1 }, parting) === isFirst) return { lines: own, zone: mrz };
      const there = boxes.filter((box) => isBefore(box, parting) === isFirst);
      const mayHold = own.some(isZoneLine) && budget.affords(WHOLE_ZONE_SEARCH);
      return { lines: own, zone: mayHold ? await this.#mrz.read(pixels, there) : null };
    };
    return areTwoDocuments(await side(true), await side(false), pixels);
  }

  async #seen({ pixels }: UprightPage, box: TextBox) {
    return (await this.#text.look(pixels, box)).read;
  }

  /** The zone once more, with its lines found at twice the size. */
  async #closer({ pixels }: UprightPage, before: MrzReading | null): Promise<MrzReading | null> {
    const again = await this.#mrz.read(pixels, await this.#text.detect(pixels, CLOSER));
    return better(again, before);
  }
}

/** In how many ways the lines of a picture are looked through: those of one that lay, also as they were found then. */
function ways({ lying }: UprightPage): number {
  return lying ? 2 : 1;
}

function better(again: MrzReading | null, before: MrzReading | null): MrzReading | null {
  if (!again || !before) return again ?? before;
  return again.valid || again.confidence > before.confidence ? again : before;
}

/** Whether it is worth the time to look for lines of a zone that were found in parts or stand on their heads. */
function mayHoldZone({ sure }: UprightPage, glanced: MrzReading | null, lines: readonly TextLine[]): boolean {
  if (glanced) return !glanced.valid;
  return !sure || lines.some(isZoneLine);
}

/** Whether there is a zone that has not been read well. */
function needsCloserLook(mrz: MrzReading | null, lines: readonly TextLine[]): boolean {
  return mrz ? !mrz.valid : lines.some(isZoneLine);
}

/** Whether nothing of these lines is a field of a document. */
function saysNothing(lines: readonly TextLine[], pixels: Pixels): boolean {
  return Object.keys(readVisualZone(lines, pixels).source.fields).length === 0;
}

function isZoneLine({ text }: TextLine): boolean {
  return ZONE.test(text.replaceAll(' ', ''));
}
