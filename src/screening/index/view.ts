import { type Letters, lettersIn } from '../names/distance.ts';
import { organisationWord } from '../names/tables/organisation-words.ts';
import type { IndexHeader } from './format.ts';
import { disassemble } from './format.ts';
import { bucketOf, ENTRY, EXACT, hashText, type KeyTable, NUMBER } from './keys.ts';
import { WEIGHT_STEPS } from './weigh.ts';

/** Typed views on a compiled index; all threads share its memory. */
export class IndexView {
  readonly header: IndexHeader;
  readonly keys: KeyTable;
  readonly textStarts: Uint32Array;
  readonly textBytes: Uint8Array;
  readonly textRarity: Uint8Array;
  readonly textWordStarts: Uint32Array;
  readonly textWords: Uint32Array;
  readonly wordText: Uint32Array;
  readonly wordTextStarts: Uint32Array;
  readonly wordTexts: Uint32Array;
  readonly wordRole: Uint8Array;
  readonly wordLegal: Uint8Array;
  readonly wordSyllabic: Uint8Array;
  /** Hash of the Han characters that a word was read from, 0 for other words. */
  readonly wordCharacters: Uint32Array;
  /** Number of the country that a word of an organisation's name stands for, 0 for other words. */
  readonly wordCountry: Uint8Array;
  readonly wordWeight: Uint8Array;
  readonly postingStarts: Uint32Array;
  readonly postings: Uint32Array;
  readonly slotStarts: Uint32Array;
  readonly slots: Uint32Array;
  readonly formEntity: Uint32Array;
  readonly formPlace: Uint32Array;
  readonly formReading: Uint8Array;
  readonly formFlags: Uint16Array;
  readonly formSurface: Uint32Array;
  /** Bits of the words that are the family name of a person; 0 where no list says. */
  readonly formFamily: Uint16Array;
  /** In ascending order, with a second hash and the form of each (`same-letters.ts`). */
  readonly letterHashes: Uint32Array;
  readonly letterChecks: Uint32Array;
  readonly letterForms: Uint32Array;
  /** Hashes of the entries' keys, ascending, and the entity of each. */
  readonly entryHashes: Uint32Array;
  readonly entryEntities: Uint32Array;
  /** Hashes of the numbers of documents, ascending, and the entity of each. */
  readonly numberHashes: Uint32Array;
  readonly numberEntities: Uint32Array;
  readonly entityTypes: Uint8Array;
  readonly entityRank: Uint32Array;
  readonly entityByRank: Uint32Array;
  /** Numbers of the countries that lists name beside an organisation, ascending. */
  readonly countryStarts: Uint32Array;
  readonly countryNumbers: Uint8Array;
  readonly birthStarts: Uint32Array;
  readonly birthFrom: Uint32Array;
  readonly birthTo: Uint32Array;
  readonly factsOffset: Float64Array;
  readonly factsLength: Uint32Array;
  readonly factsCrc: Uint32Array;
  #letters: Letters | undefined;
  /** By text, as far as that was asked. There are no more than texts. */
  readonly #meanings = new Map<number, string>();

  constructor(buffer: SharedArrayBuffer) {
    const { header, sections } = disassemble(buffer);
    const u8 = (name: string) => sections[name] as Uint8Array;
    const u32 = (name: string) => sections[name] as Uint32Array;
    this.header = header;
    this.keys = { starts: u32('keyStarts'), fragments: u8('keyFragments'), ids: u32('keyIds') };
    this.textStarts = u32('textStarts');
    this.textBytes = u8('textBytes');
    this.textRarity = u8('textRarity');
    this.textWordStarts = u32('textWordStarts');
    this.textWords = u32('textWords');
    this.wordText = u32('wordText');
    this.wordTextStarts = u32('wordTextStarts');
    this.wordTexts = u32('wordTexts');
    this.wordRole = u8('wordRole');
    this.wordLegal = u8('wordLegal');
    this.wordSyllabic = u8('wordSyllabic');
    this.wordCharacters = u32('wordCharacters');
    this.wordCountry = u8('wordCountry');
    this.wordWeight = u8('wordWeight');
    this.postingStarts = u32('postingStarts');
    this.postings = u32('postings');
    this.slotStarts = u32('slotStarts');
    this.slots = u32('slots');
    this.formEntity = u32('formEntity');
    this.formPlace = u32('formPlace');
    this.formReading = u8('formReading');
    this.formFlags = sections.formFlags as Uint16Array;
    this.formSurface = u32('formSurface');
    this.formFamily = sections.formFamily as Uint16Array;
    this.letterHashes = u32('letterHashes');
    this.letterChecks = u32('letterChecks');
    this.letterForms = u32('letterForms');
    this.entryHashes = u32('entryHashes');
    this.entryEntities = u32('entryEntities');
    this.numberHashes = u32('numberHashes');
    this.numberEntities = u32('numberEntities');
    this.entityTypes = u8('entityTypes');
    this.entityRank = u32('entityRank');
    this.entityByRank = u32('entityByRank');
    this.countryStarts = u32('countryStarts');
    this.countryNumbers = u8('countryNumbers');
    this.birthStarts = u32('birthStarts');
    this.birthFrom = u32('birthFrom');
    this.birthTo = u32('birthTo');
    this.factsOffset = sections.factsOffset as Float64Array;
    this.factsLength = u32('factsLength');
    this.factsCrc = u32('factsCrc');
  }

  /**
   * All texts, ready for comparison letter by letter. Made on first use, because only threads that search need them.
   */
  get textLetters(): Letters {
    this.#letters ??= lettersIn(this.textBytes, this.textStarts);
    return this.#letters;
  }

  text(id: number): string {
    let text = '';
    for (let at = this.textStarts[id]!; at < this.textStarts[id + 1]!; at++) {
      text += String.fromCharCode(this.textBytes[at]!);
    }
    return text;
  }

  /** What a text says as a word of an organisation's name (`organisationWord`); empty where nothing is known. */
  meaning(id: number): string {
    const known = this.#meanings.get(id);
    if (known !== undefined) return known;
    const meaning = organisationWord(this.text(id))?.meaning ?? '';
    this.#meanings.set(id, meaning);
    return meaning;
  }

  /** Its code; 0 of an empty text. */
  lastLetter(id: number): number {
    const end = this.textStarts[id + 1]!;
    return end > this.textStarts[id]! ? this.textBytes[end - 1]! : 0;
  }

  /** Entities that may have the entry of this key: another key may have the same hash. */
  entitiesWith(key: string): number[] {
    return entitiesOf(hashText(key, ENTRY), this.entryHashes, this.entryEntities);
  }

  /** Entities that may have a document of this number (`comparedNumber`): another may have the same hash. */
  entitiesWithNumber(number: string): number[] {
    return entitiesOf(hashText(number, NUMBER), this.numberHashes, this.numberEntities);
  }

  /** Forms whose names have these letters (`lettersOf`). */
  formsWithLetters(hash: number, check: number): number[] {
    const { letterHashes, letterChecks, letterForms } = this;
    const found: number[] = [];
    for (let at = firstAtLeast(letterHashes, hash); letterHashes[at] === hash; at++) {
      if (letterChecks[at] === check) found.push(letterForms[at]!);
    }
    return found;
  }

  /** The forms of an entity. All forms are looked at: some milliseconds. */
  formsOf(entity: number): number[] {
    const { formEntity } = this;
    const found: number[] = [];
    for (let form = formEntity.indexOf(entity); form >= 0; form = formEntity.indexOf(entity, form + 1))
      found.push(form);
    return found;
  }

  /**
   * Id of a text in the dictionary, -1 where it is not there. `hash`: that of the text
   * (`EXACT`). `length`: of a beginning of the text, which alone counts then.
   */
  textId(text: string, hash = hashText(text, EXACT), length = text.length): number {
    const { starts, fragments, ids } = this.keys;
    const bucket = bucketOf(hash, starts);
    for (let place = starts[bucket]!; place < starts[bucket + 1]!; place++) {
      if (fragments[place] === (hash & 0xff) && this.#isText(ids[place]!, text, length)) return ids[place]!;
    }
    return -1;
  }

  /** Every text of the dictionary that begins so. It looks at all of them: a millisecond for each 100,000. */
  textsBeginning(text: string): number[] {
    const codes = Array.from(text, (sign) => sign.charCodeAt(0));
    const found: number[] = [];
    for (let id = 0; id + 1 < this.textStarts.length; id++) {
      const start = this.textStarts[id]!;
      if (this.textStarts[id + 1]! - start < codes.length) continue;
      if (codes.every((code, at) => this.textBytes[start + at] === code)) found.push(id);
    }
    return found;
  }

  #isText(id: number, text: string, length: number): boolean {
    const start = this.textStarts[id]!;
    if (this.textStarts[id + 1]! - start !== length) return false;
    for (let at = 0; at < length; at++) if (this.textBytes[start + at] !== text.charCodeAt(at)) return false;
    return true;
  }

  /** Rarity of a text, 0 to 1; undefined where the dictionary has not got it. */
  rarity(text: string): number | undefined {
    const id = this.textId(text);
    return id < 0 ? undefined : this.textRarity[id]! / WEIGHT_STEPS;
  }
}

function entitiesOf(hash: number, hashes: Uint32Array, entities: Uint32Array): number[] {
  const found: number[] = [];
  for (let at = firstAtLeast(hashes, hash); hashes[at] === hash; at++) found.push(entities[at]!);
  return found;
}

/** The first place of ascending numbers that has `least` or more. */
function firstAtLeast(numbers: Uint32Array, least: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (numbers[middle]! < least) low = middle + 1;
    else high = middle;
  }
  return low;
}
