import { Recent } from '../../recent.ts';
import { typeBit } from '../entity.ts';
import { OTHER_SCRIPT } from '../index/compile.ts';
import type { IndexView } from '../index/view.ts';
import type { NamePlace } from '../names/romanisations/characters.ts';
import {
  areComparable,
  MAX_WORDS,
  type RomanisedName,
  readRomanised,
  romanisedFamilyNames,
  type SharedCharacters,
  systemShares,
} from '../names/romanisations/romanised-names.ts';
import { ROMANISATIONS } from '../names/romanisations/spellings.ts';
import { oddsOfSyllables, type SyllableFit, syllablesOf } from '../names/romanisations/syllables-by-characters.ts';

/**
 * What is known of a listed name: the form, which of its readings it is, and how likely the system wrote it. Then come
 * the numbers of its given name's syllables.
 */
const NAME_NUMBERS = 5;

/** The listed names that one system may write. There are tens of thousands, so that they are numbers side by side. */
class NamesOfSystem {
  readonly family = new DistinctSyllables('family');
  readonly given = new DistinctSyllables('given');
  /** `NAME_NUMBERS` of each name, by the number of the family name. */
  readonly names: number[][] = [];

  /** `share`: how likely the system wrote the name. */
  add(
    system: number,
    [form, reading, share]: readonly [number, number, number],
    [family, first, second]: RomanisedName['syllables'],
  ): void {
    const number = this.family.number(system, family!);
    const given = [this.given.number(system, first!), this.given.number(system, second!)] as const;
    const known = this.names[number];
    if (known) known.push(form, reading, share, ...given);
    else this.names[number] = [form, reading, share, ...given];
  }
}

/** What a syllable of a query says of each distinct syllable of a system: odds. */
interface SyllableOdds {
  readonly odds: Float32Array;
  readonly most: number;
}

/** The distinct syllables of listed names at one place, each with a number. */
class DistinctSyllables {
  readonly #place: NamePlace;
  readonly #numbers = new Map<string, number>();
  readonly #fits: SyllableFit[] = [];
  readonly #odds = new Recent<string, SyllableOdds>(MAX_ODDS);

  constructor(place: NamePlace) {
    this.#place = place;
  }

  number(system: number, syllable: string): number {
    let number = this.#numbers.get(syllable);
    if (number === undefined) {
      number = this.#fits.push(syllablesOf(this.#place).fit(system, syllable)) - 1;
      this.#numbers.set(syllable, number);
    }
    return number;
  }

  /** For a syllable of a query, written by `first`, beside all of those here, which `second` writes. */
  odds(first: number, syllable: string, second: number): SyllableOdds {
    return this.#odds.get(`${first} ${syllable}`, () => {
      const seen = syllablesOf(this.#place).seenFrom(first, syllable, second);
      const odds = Float32Array.from(this.#fits, (fit) => oddsOfSyllables(seen, fit));
      return { odds, most: odds.reduce((most, one) => Math.max(most, one), 0) };
    });
  }
}

/** A form that may be the query in other letters. */
export interface RomanisedForm extends SharedCharacters {
  readonly form: number;
  readonly asked: RomanisedName;
  readonly listed: RomanisedName;
}

/** The same, with the place of the listed name among the ways to read its form. */
interface FoundForm extends Omit<RomanisedForm, 'listed'> {
  readonly reading: number;
}

/** Syllables of queries, for each system and place: 3 KB each. */
const MAX_ODDS = 200;
/** Of a word that is a family name. */
const FAMILY = 1;

/** People of an index whose names are Han characters in Latin letters, found by the characters. */
export class RomanisedForms {
  readonly #view: IndexView;
  /** By system. */
  #listed: readonly NamesOfSystem[] | undefined;

  constructor(view: IndexView) {
    this.#view = view;
  }

  /** Of each form that reaches `least` the reading that makes it likeliest. Words are in lower case without marks. */
  like(words: readonly string[], least: number): RomanisedForm[] {
    const best = new Map<number, FoundForm>();
    for (const asked of readRomanised(words)) {
      // Made with the first query that is such a name.
      this.#listed ??= this.#read();
      const shares = systemShares(asked);
      for (const [place, first] of asked.systems.entries()) {
        for (const [second, names] of this.#listed.entries()) {
          if (areComparable(first, second)) compareNames(asked, [first, second], shares[place]!, names, least, best);
        }
      }
    }
    return Array.from(best.values(), ({ reading, ...found }) => {
      return { ...found, listed: readRomanised(this.#textsOf(found.form))[reading]! };
    });
  }

  #textsOf(form: number): string[] {
    const { slots, slotStarts, wordText } = this.#view;
    const own = slots.subarray(slotStarts[form]!, slotStarts[form + 1]!);
    return Array.from(own, (word) => this.#view.text(wordText[word]!));
  }

  #read(): NamesOfSystem[] {
    const { formEntity } = this.#view;
    const bySystem = ROMANISATIONS.map(() => new NamesOfSystem());
    const families = this.#familyNames();
    for (let form = 0; form < formEntity.length; form++) {
      if (!this.#mayBeRomanised(form, families)) continue;
      for (const [reading, name] of readRomanised(this.#textsOf(form)).entries()) {
        const shares = systemShares(name);
        for (const [place, system] of name.systems.entries()) {
          bySystem[system]!.add(system, [form, reading, shares[place]!], name.syllables);
        }
      }
    }
    return bySystem;
  }

  /** Of each word whether it is a family name: few are, so that these are looked up, and not every word. */
  #familyNames(): Uint8Array {
    const { textWordStarts, textWords, wordText } = this.#view;
    const families = new Uint8Array(wordText.length);
    for (const name of romanisedFamilyNames()) {
      const text = this.#view.textId(name);
      if (text < 0) continue;
      for (let at = textWordStarts[text]!; at < textWordStarts[text + 1]!; at++) {
        const word = textWords[at]!;
        if (wordText[word] === text) families[word] = FAMILY;
      }
    }
    return families;
  }

  /** A person's name in Latin letters of a few words, with a family name of East Asia among them: one of `families`. */
  #mayBeRomanised(form: number, families: Uint8Array): boolean {
    const { entityTypes, formEntity, formFlags, slots, slotStarts } = this.#view;
    const [start, end] = [slotStarts[form]!, slotStarts[form + 1]!];
    if (end - start < 2 || end - start > MAX_WORDS) return false;
    if (!(entityTypes[formEntity[form]!]! & typeBit('Individual')) || formFlags[form]! & OTHER_SCRIPT) return false;
    for (let place = start; place < end; place++) if (families[slots[place]!] === FAMILY) return true;
    return false;
  }
}

function compareNames(
  asked: RomanisedName,
  systems: RomanisedForm['systems'],
  share: number,
  { family, given, names }: NamesOfSystem,
  least: number,
  best: Map<number, FoundForm>,
): void {
  const [first, second] = systems;
  const [ofFamily, one, other] = asked.syllables.map((syllable, at) => {
    return (at === 0 ? family : given).odds(first, syllable, second);
  }) as [SyllableOdds, SyllableOdds, SyllableOdds];
  const leastOdds = Math.exp(least);
  const keep = (form: number, reading: number, logOdds: number) => {
    if (logOdds > (best.get(form)?.logOdds ?? least)) best.set(form, { form, asked, reading, logOdds, systems });
  };
  for (let number = 0; number < names.length; number++) {
    const odds = share * ofFamily.odds[number]!;
    if (odds * one.most * other.most >= leastOdds)
      compareGiven(names[number]!, odds, one.odds, other.odds, leastOdds, keep);
  }
}

/**
 * Keeps the names of one family that are likely enough. A function of its own: V8 compiles a loop inside another one
 * for itself, and leaves that code each time the loop ends.
 */
function compareGiven(
  values: readonly number[],
  family: number,
  first: Float32Array,
  second: Float32Array,
  leastOdds: number,
  keep: (form: number, reading: number, logOdds: number) => void,
): void {
  for (let at = 0; at < values.length; at += NAME_NUMBERS) {
    const all = family * values[at + 2]! * first[values[at + 3]!]! * second[values[at + 4]!]!;
    if (all >= leastOdds) keep(values[at]!, values[at + 1]!, Math.log(all));
  }
}
