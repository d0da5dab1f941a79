import { Recent } from '../../recent.ts';
import { typeBit } from '../entity.ts';
import type { IndexView } from '../index/view.ts';
import type { NamePlace } from '../names/romanisations/characters.ts';
import {
  isRomanisedFamilyName,
  MAX_WORDS,
  type RomanisedName,
  readRomanised,
  type SharedCharacters,
} from '../names/romanisations/romanised-names.ts';
import { ROMANISATIONS } from '../names/romanisations/spellings.ts';
import { oddsOfSyllables, type SyllableFit, syllablesOf } from '../names/romanisations/syllables-by-characters.ts';

/** A listed name in one of the systems that may write it. */
interface ListedName {
  readonly form: number;
  readonly name: RomanisedName;
  /** Of its two syllables of a given name the numbers among those of the system. */
  readonly given: readonly [number, number];
}

/** The listed names that one system may write. */
class NamesOfSystem {
  readonly family = new DistinctSyllables('family');
  readonly given = new DistinctSyllables('given');
  /** By the number of the family name. */
  readonly names: ListedName[][] = [];

  add(system: number, form: number, name: RomanisedName): void {
    const [family, first, second] = name.syllables as readonly [string, string, string];
    const listed = {
      form,
      name,
      given: [this.given.number(system, first), this.given.number(system, second)],
    } as const;
    const number = this.family.number(system, family);
    const known = this.names[number];
    if (known) known.push(listed);
    else this.names[number] = [listed];
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

/** Syllables of queries, for each system and place: 3 KB each. */
const MAX_ODDS = 200;
/** Of a word: whether it is a family name; 0 where nobody has asked. */
const [FAMILY, OTHER] = [1, 2];

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
    const best = new Map<number, RomanisedForm>();
    for (const asked of readRomanised(words)) {
      // Made with the first query that is such a name.
      this.#listed ??= this.#read();
      for (const first of asked.systems) {
        for (const [second, names] of this.#listed.entries()) {
          // Two names by one system are compared by their letters.
          if (first !== second) compareNames(asked, [first, second], names, least, best);
        }
      }
    }
    return [...best.values()];
  }

  #read(): NamesOfSystem[] {
    const { formEntity, slots, slotStarts, wordText } = this.#view;
    const bySystem = ROMANISATIONS.map(() => new NamesOfSystem());
    const families = new Uint8Array(wordText.length);
    for (let form = 0; form < formEntity.length; form++) {
      if (!this.#mayBeRomanised(form, families)) continue;
      const own = slots.subarray(slotStarts[form]!, slotStarts[form + 1]!);
      const names = readRomanised(Array.from(own, (word) => this.#view.text(wordText[word]!)));
      for (const name of names) for (const system of name.systems) bySystem[system]!.add(system, form, name);
    }
    return bySystem;
  }

  /**
   * A person's name in Latin letters of a few words, with a family name of East Asia among them. A word that was read
   * from another script has more spellings than one. `families`: what is known of each word.
   */
  #mayBeRomanised(form: number, families: Uint8Array): boolean {
    const { entityTypes, formEntity, slots, slotStarts, wordCharacters, wordText, wordTextStarts } = this.#view;
    const [start, end] = [slotStarts[form]!, slotStarts[form + 1]!];
    if (end - start < 2 || end - start > MAX_WORDS) return false;
    if (!(entityTypes[formEntity[form]!]! & typeBit('Individual')) || wordCharacters[slots[start]!] !== 0) return false;
    let isNamed = false;
    for (let place = start; place < end; place++) {
      const word = slots[place]!;
      if (wordTextStarts[word + 1]! - wordTextStarts[word]! > 1) return false;
      families[word] ||= isRomanisedFamilyName(this.#view.text(wordText[word]!)) ? FAMILY : OTHER;
      isNamed ||= families[word] === FAMILY;
    }
    return isNamed;
  }
}

function compareNames(
  asked: RomanisedName,
  systems: RomanisedForm['systems'],
  { family, given, names }: NamesOfSystem,
  least: number,
  best: Map<number, RomanisedForm>,
): void {
  const [first, second] = systems;
  const [ofFamily, one, other] = asked.syllables.map((syllable, at) => {
    return (at === 0 ? family : given).odds(first, syllable, second);
  }) as [SyllableOdds, SyllableOdds, SyllableOdds];
  const leastOdds = Math.exp(least);
  for (let number = 0; number < names.length; number++) {
    const odds = ofFamily.odds[number]!;
    if (odds * one.most * other.most < leastOdds) continue;
    for (const { form, name, given: numbers } of names[number]!) {
      const all = odds * one.odds[numbers[0]]! * other.odds[numbers[1]]!;
      if (all < leastOdds) continue;
      const logOdds = Math.log(all);
      if (logOdds > (best.get(form)?.logOdds ?? least)) best.set(form, { form, asked, listed: name, logOdds, systems });
    }
  }
}
