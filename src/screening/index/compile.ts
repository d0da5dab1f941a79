import { type EntryKind, entryKey, type ListName } from '../../domain/list-entry.ts';
import type { SnapshotEntity } from '../../domain/snapshot.ts';
import { displayName, searchedAs } from '../entity.ts';
import { acronymsOf } from '../names/acronym.ts';
import { analyseName } from '../names/analyse.ts';
import { isOwnHanName } from '../names/characters.ts';
import { freshPhoneticKeys, freshRoughKey, freshSkeletonKey } from '../names/phonetic.ts';
import { isByEar, isSyllabic } from '../names/systems.ts';
import { likelyNameClasses } from '../names/tables/given-names.ts';
import { countryNamed } from '../names/tables/organisation-words.ts';
import type { AnalysedName, NameOwner, NameToken, Reading } from '../names/types.ts';
import { knownNumbers } from '../numbers/number-evidence.ts';
import { arrangement, byGroup } from './arrange.ts';
import { birthRanges } from './birth-ranges.ts';
import { countriesOf } from './countries.ts';
import { bearsTwoFamilyNames, familyMask, familyWordsOf } from './family-names.ts';
import type { Sections } from './format.ts';
import { listedCharacters, type OwnScriptNames, ownScriptNames, romanises } from './han-names.ts';
import {
  beginningHash,
  buildKeyTable,
  ENTRY,
  EQUIVALENT,
  EXACT,
  hashText,
  NUMBER,
  nearSoundHashes,
  PHONETIC,
  remainderHashes,
  SKELETON,
  shortForms,
  surfaceHash,
} from './keys.ts';
import { groupBy, NumberList, numbersTo } from './number-list.ts';
import { LettersOfForms } from './same-letters.ts';
import { isNativeName } from './syllabic.ts';
import { INITIAL, ROLES, rarity, tokenWeight, WEIGHT_STEPS } from './weigh.ts';

/** More readings than this of one name (Han characters in several languages) are not indexed. */
export const MAX_READINGS = 6;
export const WEAK = 1;
export const PRIMARY = 2;
/** No name of a list, but the first letters of one, or an acronym in brackets behind one. */
export const ACRONYM = 4;
/** Romanises a name that the entity also has in Han characters. */
export const ALSO_IN_HAN = 8;
/** The same in Hangul. */
export const ALSO_IN_HANGUL = 16;
/** An acronym that the list itself gives. */
export const GIVEN = 32;
/** Of a person with two family names, the father's and then the mother's. */
export const TWO_FAMILY_NAMES = 64;
/** A person's name of a single word, where the lists have a name of more. */
export const ONE_OF_MORE = 128;
/** Of an entity that the lists have only as a politically exposed person. */
export const EXPOSED = 256;
/** Of a name in other letters than Latin. */
export const OTHER_SCRIPT = 512;
/** From here on, beyond all others, stand the readings of a name by its first letters. */
export const ACRONYM_READING = 8;
/** Share of the spellings that sound alike in a word's frequency: a rare misspelling of a common name is common. */
const SOUND_ALIKE = 0.4;

/** Where an entity's facts stand in the facts file. */
export interface FactsPlace {
  readonly offset: number;
  readonly length: number;
  readonly crc: number;
}

/** One reading of one name. */
interface Form {
  /** Where its words begin in `slots`; they are the last ones there. */
  readonly start: number;
  readonly entity: number;
  /** The entry's place in its entity times 65,536, and the name's in the entry. */
  readonly place: number;
  readonly reading: number;
  readonly flags: number;
  readonly surface: number;
  /** Bits of the words that are the family name. */
  readonly family: number;
}

/** Whose name a form is. */
interface Owner {
  readonly entity: number;
  readonly kind: NameOwner;
  readonly own: OwnScriptNames;
  readonly familyWords: ReadonlySet<string>;
  readonly flags: number;
}

/** No query is written so. */
const NO_SURFACE = 0;

/** Words of a name beside particles, titles and initials. */
const wordsOf = ({ readings }: AnalysedName): number =>
  readings[0]?.tokens.filter(({ role }) => role === 'word').length ?? 0;

/** How rare a text is, where that is not to be counted in the entities at hand. */
export type RarityOf = (text: string) => number;

/** Collects entities and turns them into the sections of an index. */
export class Compiler {
  readonly legalForms: string[] = [];
  readonly #exposed: ReadonlySet<string>;
  readonly #analyse: typeof analyseName;
  readonly #texts = new Map<string, number>();
  /** Words of several spellings. */
  readonly #words = new Map<string, number>();
  /** Most words have one: their numbers, from 1 on, by text and then by role. */
  readonly #plainWords = new NumberList();
  readonly #wordText = new NumberList();
  readonly #wordRole = new NumberList();
  readonly #wordLegal = new NumberList();
  readonly #wordSyllabic = new NumberList();
  readonly #wordCharacters = new NumberList();
  readonly #wordCountry = new NumberList();
  readonly #wordOfText = { words: new NumberList(), texts: new NumberList() };
  readonly #slotStarts = new NumberList();
  readonly #slots = new NumberList();
  readonly #formEntity = new NumberList();
  readonly #formPlace = new NumberList();
  readonly #formReading = new NumberList();
  readonly #formFlags = new NumberList();
  readonly #formSurface = new NumberList();
  readonly #formFamily = new NumberList();
  readonly #letters = new LettersOfForms();
  /** The forms of the entity at hand by a hash of their words and surface, or by the next number that is free. */
  readonly #formsByHash = new Map<number, number>();
  readonly #entityTypes = new NumberList();
  readonly #entityNames: string[] = [];
  readonly #entityIds: string[] = [];
  readonly #facts: FactsPlace[] = [];
  readonly #entries = { hashes: new NumberList(), entities: new NumberList() };
  readonly #numbers = { hashes: new NumberList(), entities: new NumberList() };
  readonly #countries = { starts: new NumberList(), numbers: new NumberList() };
  readonly #births = { starts: new NumberList(), from: new NumberList(), to: new NumberList() };

  /** `exposed`: the sources of politically exposed persons. `analyse`: for who has read names before. */
  constructor(exposed: ReadonlySet<string> = new Set(), analyse = analyseName) {
    this.#exposed = exposed;
    this.#analyse = analyse;
  }

  get names(): number {
    return this.#formEntity.length;
  }

  add(entity: SnapshotEntity, facts: FactsPlace): void {
    const { entries } = entity;
    const number = this.#entityTypes.length;
    this.#entityTypes.push(searchedAs(entries));
    this.#entityNames.push(displayName(entries));
    this.#entityIds.push(entryKey(entries[0]!));
    for (const entry of entries) {
      this.#entries.hashes.push(hashText(entryKey(entry), ENTRY));
      this.#entries.entities.push(number);
    }
    for (const listed of new Set(knownNumbers(entries).map((known) => known.number))) {
      this.#numbers.hashes.push(hashText(listed, NUMBER));
      this.#numbers.entities.push(number);
    }
    this.#facts.push(facts);
    this.#countries.starts.push(this.#countries.numbers.length);
    // Of a person no evidence counts them.
    if (entries.some(({ kind }) => kind !== 'person')) {
      for (const country of countriesOf(entries)) this.#countries.numbers.push(country);
    }
    this.#births.starts.push(this.#births.from.length);
    for (const { from, to } of birthRanges(entries)) {
      this.#births.from.push(from);
      this.#births.to.push(to);
    }
    this.#addNames(entity, number);
  }

  #addNames({ entries }: SnapshotEntity, entity: number): void {
    const analysed = entries.map(({ kind, names }) => {
      const owner = ownerOf(kind);
      return names.map(({ full, parts }) => this.#analyse(full, owner, parts));
    });
    const ofPeople = entries.flatMap(({ kind, names }, entry) =>
      kind === 'person' ? names.map(({ parts }, name) => ({ analysed: analysed[entry]![name]!, parts })) : [],
    );
    const own = ownScriptNames(ofPeople.map((name) => name.analysed));
    const familyWords = familyWordsOf(ofPeople);
    const isExposed = entries.every(({ source }) => this.#exposed.has(source));
    const flags = (bearsTwoFamilyNames(entries) ? TWO_FAMILY_NAMES : 0) | (isExposed ? EXPOSED : 0);
    const isLonger = analysed.flat().some((one) => wordsOf(one) > 1);
    this.#formsByHash.clear();
    for (let entry = 0; entry < entries.length; entry++) {
      const { kind, names } = entries[entry]!;
      const owner = { entity, kind: ownerOf(kind), own, familyWords, flags };
      for (let name = 0; name < names.length; name++) {
        const isOne = isLonger && kind === 'person' && wordsOf(analysed[entry]![name]!) === 1;
        const ownerOfName = isOne ? { ...owner, flags: flags | ONE_OF_MORE } : owner;
        this.#addName(names[name]!, analysed[entry]![name]!, entry * 65_536 + Math.min(name, 65_535), ownerOfName);
      }
    }
  }

  #addName({ full, weak }: ListName, { readings }: AnalysedName, place: number, owner: Owner): void {
    const [first] = readings;
    if (first === undefined) return;
    const { entity, kind, own, familyWords } = owner;
    const isPrimary = (place & 65_535) === 0;
    const flags = (weak ? WEAK : 0) | (isPrimary ? PRIMARY : 0) | alsoIn(first, own) | scriptFlag(first) | owner.flags;
    const surface = surfaceHash(full);
    const before = this.names;
    const native = isNativeName(full) || (kind === 'person' && isOwnHanName(full));
    for (let reading = 0; reading < Math.min(readings.length, MAX_READINGS); reading++) {
      const { system, tokens } = readings[reading]!;
      if (tokens.length === 0 || (native && isByEar(system))) continue;
      const syllabic = isSyllabic(system);
      const start = this.#slots.length;
      for (const token of tokens) this.#slots.push(this.#word(token, syllabic, listedCharacters(token, system)));
      const family = familyMask(tokens, familyWords);
      this.#addForm({ start, entity, place, reading, flags, surface, family });
    }
    if (kind === 'person' && this.names > before) this.#letters.add(full, before);
    if (kind !== 'organization') return;
    acronymsOf(first, full).forEach(({ reading: { tokens }, isGiven }, at) => {
      const start = this.#slots.length;
      for (const token of tokens) this.#slots.push(this.#word(token, false));
      const reading = ACRONYM_READING + at;
      this.#addForm({
        start,
        entity,
        place,
        reading,
        flags: isGiven ? ACRONYM | GIVEN : ACRONYM,
        surface: NO_SURFACE,
        family: 0,
      });
    });
  }

  #addForm({ start, entity, place, reading, flags, surface, family }: Form): void {
    let hash = surface;
    for (let slot = start; slot < this.#slots.length; slot++) hash = Math.imul(hash, 31) + this.#slots.at(slot);
    hash |= 0;
    let earlier = this.#formsByHash.get(hash);
    while (earlier !== undefined && !this.#isForm(earlier, start, surface)) earlier = this.#formsByHash.get(++hash);
    // The same name twice is kept once, unless only the later one is not weak.
    if (earlier !== undefined && (!(this.#formFlags.at(earlier) & WEAK) || flags & WEAK)) {
      this.#slots.length = start;
      return;
    }
    this.#formsByHash.set(hash, this.#formEntity.length);
    this.#slotStarts.push(start);
    this.#formEntity.push(entity);
    this.#formPlace.push(place);
    this.#formReading.push(reading);
    this.#formFlags.push(flags);
    this.#formSurface.push(surface);
    this.#formFamily.push(family);
  }

  /** Whether a form has this surface, and the words that begin at `start` and are the last ones in `slots`. */
  #isForm(form: number, start: number, surface: number): boolean {
    if (this.#formSurface.at(form) !== surface) return false;
    const own = this.#slotStarts.at(form);
    const end = form + 1 < this.#slotStarts.length ? this.#slotStarts.at(form + 1) : start;
    const length = this.#slots.length - start;
    if (end - own !== length) return false;
    for (let slot = 0; slot < length; slot++) {
      if (this.#slots.at(own + slot) !== this.#slots.at(start + slot)) return false;
    }
    return true;
  }

  #word(token: NameToken, syllabic: boolean, characters = 0): number {
    const { text, role, variants, legalForm } = token;
    const plain = variants.length === 0 && legalForm === undefined && characters === 0;
    if (plain && !syllabic) return this.#plainWord(token);
    let key = `${text}|${role}|${legalForm ?? ''}|${syllabic ? 1 : 0}|${characters}`;
    for (const variant of variants) key += `|${variant.text}`;
    const known = this.#words.get(key);
    if (known !== undefined) return known;
    const word = this.#addWord(token, this.#text(text), syllabic, characters);
    this.#words.set(key, word);
    return word;
  }

  #plainWord(token: NameToken): number {
    const text = this.#text(token.text);
    const place = text * ROLES.length + ROLES.indexOf(token.role);
    const known = this.#plainWords.at(place);
    if (known > 0) return known - 1;
    const word = this.#addWord(token, text, false, 0);
    this.#plainWords.set(place, word + 1);
    return word;
  }

  #addWord(token: NameToken, main: number, syllabic: boolean, characters: number): number {
    const { text, role, variants, legalForm } = token;
    const word = this.#wordText.length;
    this.#wordText.push(main);
    this.#wordRole.push(ROLES.indexOf(role));
    this.#wordSyllabic.push(syllabic ? 1 : 0);
    this.#wordCharacters.push(characters);
    // A word may be a person's first, and then an organisation's.
    this.#wordCountry.push(token.country ?? (role === 'word' ? (countryNamed(text)?.number ?? 0) : 0));
    this.#wordLegal.push(legalForm ? this.#legalForm(legalForm) : 0);
    const first = this.#wordOfText.texts.length;
    this.#addSpelling(word, main, first);
    for (const variant of variants) if (variant.text !== '') this.#addSpelling(word, this.#text(variant.text), first);
    return word;
  }

  /** Unless the word, whose spellings begin at `first`, has it already. */
  #addSpelling(word: number, text: number, first: number): void {
    const { words, texts } = this.#wordOfText;
    for (let place = first; place < texts.length; place++) if (texts.at(place) === text) return;
    words.push(word);
    texts.push(text);
  }

  #text(text: string): number {
    const known = this.#texts.get(text);
    if (known !== undefined) return known;
    const number = this.#texts.size;
    this.#texts.set(text, number);
    for (let role = 0; role < ROLES.length; role++) this.#plainWords.push(0);
    return number;
  }

  #legalForm(legalForm: string): number {
    const known = this.legalForms.indexOf(legalForm);
    return known >= 0 ? known + 1 : this.legalForms.push(legalForm);
  }

  /** The index's sections. `rarityOf` replaces the rarity counted here. */
  sections(rarityOf?: RarityOf): Sections {
    const texts = [...this.#texts.keys()];
    const sounds = texts.map(freshPhoneticKeys);
    const rough = texts.map(freshRoughKey);
    const rarities = this.#rarities(texts, sounds, rarityOf);
    const words = this.#wordText.length;
    const weights = new Uint8Array(words);
    for (let word = 0; word < words; word++) {
      const share = rarities[this.#wordText.at(word)]! / WEIGHT_STEPS;
      weights[word] = Math.round(tokenWeight(this.#wordRole.at(word), share) * WEIGHT_STEPS);
    }
    const order = byGroup(rough);
    const idOf = new Uint32Array(texts.length);
    order.forEach((text, id) => {
      idOf[text] = id;
    });
    const owners = this.#wordOfText.words.view();
    const spellings = this.#wordOfText.texts.view().map((text) => idOf[text]!);
    const wordsOfText = groupBy(spellings, owners, texts.length);
    const textsOfWord = groupBy(owners, spellings, words);
    const forms = this.#arrangedForms();
    const postings = postingsOf(forms, this.#wordRole.view());
    const keys = keyTableOf(texts, sounds, rough, idOf);
    return {
      ...textPool(Array.from(order, (text) => texts[text]!)),
      textRarity: Uint8Array.from(order, (text) => rarities[text]!),
      textWordStarts: wordsOfText.starts,
      textWords: wordsOfText.values,
      wordText: this.#wordText.view().map((text) => idOf[text]!),
      wordTextStarts: textsOfWord.starts,
      wordTexts: textsOfWord.values,
      wordRole: new Uint8Array(this.#wordRole.view()),
      wordSyllabic: new Uint8Array(this.#wordSyllabic.view()),
      wordCharacters: this.#wordCharacters.view(),
      wordCountry: new Uint8Array(this.#wordCountry.view()),
      wordLegal: new Uint8Array(this.#wordLegal.view()),
      wordWeight: weights,
      postingStarts: postings.starts,
      postings: postings.values,
      keyStarts: keys.starts,
      keyFragments: keys.fragments,
      keyIds: keys.ids,
      ...forms,
      ...this.#entitySections(),
    };
  }

  /** Rarity of each text by the number of entities with it as a main spelling, and with what sounds like it. */
  #rarities(texts: readonly string[], keysOf: readonly (readonly string[])[], rarityOf?: RarityOf): Uint8Array {
    if (rarityOf) return Uint8Array.from(texts, (text) => Math.round(rarityOf(text) * WEIGHT_STEPS));
    const ids = new Map<string, number>();
    const soundOf = Uint32Array.from(keysOf, ([main = '']) => {
      const known = ids.get(main) ?? ids.size;
      ids.set(main, known);
      return known;
    });
    const counts = this.#entitiesWith(texts.length, (text) => text);
    // The spellings of one entity's name are one entity, however many a list gives.
    const sounds = this.#entitiesWith(ids.size, (text) => soundOf[text]!);
    return Uint8Array.from(texts, (_, text) => {
      const others = sounds[soundOf[text]!]! - counts[text]!;
      const alike = (keysOf[text]![0] ?? '').length >= 3 ? SOUND_ALIKE * others : 0;
      return Math.round(rarity(counts[text]! + alike, this.#entityTypes.length) * WEIGHT_STEPS);
    });
  }

  /** Of each group of texts: the entities that have one of them as a main spelling. */
  #entitiesWith(groups: number, groupOf: (text: number) => number): Uint32Array {
    const counts = new Uint32Array(groups);
    const lastEntity = new Int32Array(groups).fill(-1);
    for (let form = 0; form < this.#formEntity.length; form++) {
      if (this.#formFlags.at(form) & ACRONYM) continue;
      const entity = this.#formEntity.at(form);
      const end = form + 1 < this.#slotStarts.length ? this.#slotStarts.at(form + 1) : this.#slots.length;
      for (let slot = this.#slotStarts.at(form); slot < end; slot++) {
        const group = groupOf(this.#wordText.at(this.#slots.at(slot)));
        if (lastEntity[group] === entity) continue;
        lastEntity[group] = entity;
        counts[group]!++;
      }
    }
    return counts;
  }

  /** The forms in the order of `arrangement`, so that those under one word lie near each other in memory. */
  #arrangedForms() {
    const slotStarts = closed(this.#slotStarts, this.#slots.length);
    const slots = this.#slots.view();
    const order = arrangement(slotStarts, slots, this.#wordRole.view());
    const arranged = (list: NumberList) => order.map((form) => list.at(form));
    const starts = new Uint32Array(slotStarts.length);
    const placed = new Uint32Array(slots.length);
    const placeOf = new Uint32Array(order.length);
    let next = 0;
    for (let place = 0; place < order.length; place++) {
      const form = order[place]!;
      placeOf[form] = place;
      for (let slot = slotStarts[form]!; slot < slotStarts[form + 1]!; slot++) placed[next++] = slots[slot]!;
      starts[place + 1] = next;
    }
    return {
      slotStarts: starts,
      slots: placed,
      formEntity: arranged(this.#formEntity),
      formPlace: arranged(this.#formPlace),
      formReading: new Uint8Array(arranged(this.#formReading)),
      formFlags: new Uint16Array(arranged(this.#formFlags)),
      formSurface: arranged(this.#formSurface),
      formFamily: new Uint16Array(arranged(this.#formFamily)),
      ...this.#letters.sections(placeOf),
    };
  }

  #entitySections(): Sections {
    const count = this.#entityTypes.length;
    const order = Array.from(numbersTo(count));
    const [names, ids] = [this.#entityNames, this.#entityIds];
    order.sort((a, b) => compareText(names[a]!, names[b]!) || compareText(ids[a]!, ids[b]!) || a - b);
    const rank = new Uint32Array(count);
    order.forEach((entity, place) => {
      rank[entity] = place;
    });
    return {
      ...byHash('entry', this.#entries),
      ...byHash('number', this.#numbers),
      entityTypes: new Uint8Array(this.#entityTypes.view()),
      entityRank: rank,
      entityByRank: Uint32Array.from(order),
      countryStarts: closed(this.#countries.starts, this.#countries.numbers.length),
      countryNumbers: new Uint8Array(this.#countries.numbers.view()),
      birthStarts: closed(this.#births.starts, this.#births.from.length),
      birthFrom: this.#births.from.view(),
      birthTo: this.#births.to.view(),
      factsOffset: Float64Array.from(this.#facts, ({ offset }) => offset),
      factsLength: Uint32Array.from(this.#facts, ({ length }) => length),
      factsCrc: Uint32Array.from(this.#facts, ({ crc }) => crc),
    };
  }
}

/** Hashes of entities in ascending order, and the entity of each. */
function byHash(name: string, from: { readonly hashes: NumberList; readonly entities: NumberList }): Sections {
  const [hashes, entities] = [from.hashes.view(), from.entities.view()];
  const order = numbersTo(hashes.length).sort((a, b) => hashes[a]! - hashes[b]! || a - b);
  return {
    [`${name}Hashes`]: order.map((place) => hashes[place]!),
    [`${name}Entities`]: order.map((place) => entities[place]!),
  };
}

/** As whose name an entry's names are analysed. */
export function ownerOf(kind: EntryKind): NameOwner {
  return kind === 'person' || kind === 'organization' ? kind : 'unknown';
}

const scriptFlag = ({ system }: Reading): number => (system === 'latin' ? 0 : OTHER_SCRIPT);

function alsoIn(reading: Reading, { han, hangul }: OwnScriptNames): number {
  return (romanises(reading, han) ? ALSO_IN_HAN : 0) | (romanises(reading, hangul) ? ALSO_IN_HANGUL : 0);
}

/** Of each word the forms that have it, in their order; those with an initial before the others. */
function postingsOf({ slotStarts, slots }: { slotStarts: Uint32Array; slots: Uint32Array }, roles: Uint32Array) {
  const owners = new NumberList();
  const forms = new NumberList();
  for (const form of initialsFirst(slotStarts, slots, roles)) {
    const start = slotStarts[form]!;
    for (let slot = start; slot < slotStarts[form + 1]!; slot++) {
      if (isRepeated(slots, start, slot)) continue;
      owners.push(slots[slot]!);
      forms.push(form);
    }
  }
  return groupBy(owners.view(), forms.view(), roles.length);
}

/** All forms, those with an initial before the others. */
function initialsFirst(slotStarts: Uint32Array, slots: Uint32Array, roles: Uint32Array): Uint32Array {
  const forms = numbersTo(slotStarts.length - 1);
  const groups = new Uint32Array(forms.length).fill(1);
  for (let form = 0; form < forms.length; form++) {
    for (let slot = slotStarts[form]!; slot < slotStarts[form + 1]!; slot++) {
      if (roles[slots[slot]!] === INITIAL) groups[form] = 0;
    }
  }
  return groupBy(groups, forms, 2).values;
}

/** Whether the word of a slot stands in an earlier one from `start` on. */
function isRepeated(slots: Uint32Array, start: number, slot: number): boolean {
  for (let before = start; before < slot; before++) if (slots[before] === slots[slot]) return true;
  return false;
}

function textPool(texts: readonly string[]): Sections {
  const starts = new Uint32Array(texts.length + 1);
  texts.forEach((text, index) => {
    starts[index + 1] = starts[index]! + text.length;
  });
  // Folded texts are ASCII: a letter is a byte.
  const bytes = new Uint8Array(starts[texts.length]!);
  texts.forEach((text, index) => {
    for (let at = 0; at < text.length; at++) bytes[starts[index]! + at] = text.charCodeAt(at);
  });
  return { textStarts: starts, textBytes: bytes };
}

/** The texts in the order given, so that those listed first, often the commonest, are found first. */
function keyTableOf(
  texts: readonly string[],
  sounds: readonly (readonly string[])[],
  rough: readonly string[],
  idOf: Uint32Array,
) {
  const hashes = new NumberList();
  const ids = new NumberList();
  const remainders: number[] = [];
  texts.forEach((text, place) => {
    const add = (hash: number) => {
      hashes.push(hash);
      ids.push(idOf[place]!);
    };
    const addOnce = (several: readonly number[]) => {
      for (let at = 0; at < several.length; at++) if (several.indexOf(several[at]!) === at) add(several[at]!);
    };
    add(hashText(text, EXACT));
    remainders.length = 0;
    remainderHashes(text, remainders);
    addOnce(remainders);
    for (const key of sounds[place]!) add(hashText(key, PHONETIC));
    remainders.length = 0;
    nearSoundHashes(rough[place]!, remainders);
    addOnce(remainders);
    for (const form of shortForms(text)) add(beginningHash(form));
    const skeleton = freshSkeletonKey(text);
    if (skeleton.length > 1) add(hashText(skeleton, SKELETON));
    for (const equivalent of likelyNameClasses(text, sounds[place]!)) add(hashText(String(equivalent), EQUIVALENT));
  });
  return buildKeyTable(hashes.view(), ids.view());
}

function closed(starts: NumberList, end: number): Uint32Array {
  starts.push(end);
  return starts.view();
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
