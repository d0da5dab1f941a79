import type { EntityType } from '../domain/entity-type.ts';
import { Recent } from '../recent.ts';
import { typeBit } from './entity.ts';
import { ACRONYM, ALSO_IN_HAN, ALSO_IN_HANGUL, GIVEN, OTHER_SCRIPT } from './index/compile.ts';
import { surfaceHashOfAsked } from './index/keys.ts';
import { formsOfLetters, type SameLetters } from './index/same-letters.ts';
import { isForeignHangulName, isHangulName, isNativeName } from './index/syllabic.ts';
import type { IndexView } from './index/view.ts';
import { INITIAL, SMOOTHED_ENTITIES, TITLE, WORD } from './index/weigh.ts';
import { countryIn, FACTS, FLAG_BITS, roleIn, wordFlags } from './index/word-flags.ts';
import { isCyrillic, isOwnHanName } from './names/characters.ts';
import { areDaughtersNames, isPatronymic, mayEndPatronymic, WORDS_WITH_PATRONYMIC } from './names/patronymics.ts';
import { isByEar, isSyllabic } from './names/systems.ts';
import type { Reading, WrittenName } from './names/types.ts';
import { CandidateRetriever, ESTIMATE_SLACK } from './retrieval/candidate-retriever.ts';
import { CutNames, cutAlignment } from './retrieval/cut-names.ts';
import { planReading } from './retrieval/plan-reading.ts';
import { RomanisedForms } from './retrieval/romanised-forms.ts';
import type { SoughtTokens } from './retrieval/sought-tokens.ts';
import { TermFinder } from './retrieval/term-finder.ts';
import type { FormScore } from './retrieval/vessels-and-aircraft.ts';
import { Aligner, MAX_SLOTS } from './scoring/align.ts';
import { type AskedBirth, type BirthEvidence, evidenceOfBirth, MAX_RAISED } from './scoring/birth-date.ts';
import {
  COUNTRY,
  costOfMissingWord,
  countFeatures,
  countUnlike,
  evidenceOf,
  FEATURES,
  isOneWord,
  leastSurprises,
  logOddsOf,
  mostOfOwnWords,
  mostSurprise,
  PATRONYMIC,
  roleOfToken,
  sharesOwnWord,
} from './scoring/evidence.ts';
import {
  type Circumstances,
  compareCharacters,
  type FinishedScore,
  finishScore,
  oddsOfScore,
  scoreOfOdds,
  weighedBy,
} from './scoring/finish.ts';
import { ForeignWords } from './scoring/foreign-words.ts';
import { type AlignedPair, type Alignment, keptAlignment, lowestBit } from './scoring/judge.ts';
import { bearersOf, type Crowd, isGivenNameAlone, type LoneWord, loneWordOf, tells } from './scoring/lone-word.ts';
import { haveOtherOwnWords, type ListedWords, lacksOwnWord } from './scoring/own-words.ts';
import { pairOdds } from './scoring/pair-odds.ts';
import {
  BY_EAR,
  COMPANY,
  type EvidenceModel,
  FROM_CYRILLIC,
  isRead,
  LATIN_SYLLABLES,
  type Parameters,
  PERSON,
  ROMANISED,
  SYLLABIC,
} from './scoring/parameters.ts';
import type { Plan, PlannedToken } from './scoring/plan.ts';
import { LEAST_ROMANISED, logOddsOfRomanised, romanisedAlignment } from './scoring/romanised.ts';
import { isSameRuler, namesRuler, toldApart } from './scoring/rulers.ts';
import { hasOtherCharacters, type ShortName, shortens, shortNameOf } from './scoring/short-names.ts';
import { TermMatches } from './scoring/term-matches.ts';
import { areTranslated, mayBeWhollyTranslated, type TwoNames } from './scoring/translations.ts';
import type { SharedMemory } from './shared-memory.ts';

/** Bounds of the work for one query. */
const MAX_THOROUGH = 150;
/** A thorough comparison raises a score by no more than this in practice. */
const THOROUGH_RAISE = 24;
/** Enough where weights are estimated: what is raised by more hardly ever reaches the threshold. */
const SMALL_RAISE = 10;
/** Evidence raises what the formula gives by no more than this in practice. */
const EVIDENCE_RAISE = 15;
/** The same where a name was read from another script: words that sound alike agree less in their letters. */
const RAISE_OF_SCRIPT = 25;
const MAX_SURPRISES = 100;
const NOTHING_ASIDE: readonly string[] = [];
const NO_COUNTRIES = new Uint8Array(0);
/** Scores are rounded to hundredths. */
const ROUNDED = 0.01;
/** By whole agreement, 0 to 100: how surprising words have to be, for any name and where a word is surely missing. */
interface Surprises {
  readonly any: Float64Array;
  readonly whereMissing: Float64Array;
}
const NO_SURPRISES = new Float64Array(101);
const NEEDS_NONE: Surprises = { any: NO_SURPRISES, whereMissing: NO_SURPRISES };

/** Vessels and aircraft that are compared in full for one reading: the best estimates tell whether there is one. */
const MAX_CRAFTS = 50;

/** In the middle of 2024 (United Nations, World Population Prospects 2024). */
const PEOPLE = 8.2e9;
/** A name that a word tells alone may agree in little more. */
const LEAST_OF_TOLD = 20;
/** Letters that more entities have say nothing. */
const MAX_UNDER_AN_ACRONYM = 2;

export interface NameQuery {
  readonly name: string;
  readonly readings: readonly Reading[];
  readonly entityType: EntityType;
  readonly birth?: AskedBirth | undefined;
  readonly minScore: number;
  /** Rarity of a text, where the index at hand is too small to tell. */
  readonly rarityOf?: (text: string) => number | undefined;
  /** Knows how common words like the query's are, where the index at hand is too small to tell. */
  readonly world?: TermFinder;
  /** Entities beside those of the index, which would otherwise be taken for all that there are. */
  readonly crowd?: Crowd;
  /** No name of the index runs words together that the query has apart, or the other way round. */
  readonly apart?: boolean;
  /** What is made of the query's words, for who searches several indexes. */
  readonly sought?: SoughtTokens;
}

/** One reading of a query, ready to be aligned. */
interface PlannedReading {
  readonly plan: Plan;
  readonly parameters: Parameters;
  /** The name that the reading is of: the query's, or another text that it may be meant as. */
  readonly name: string;
  /** Of that name as it is written. */
  readonly surface: number;
  readonly written: WrittenName | undefined;
  readonly lone: LoneWord;
  /** Of an organisation in Han characters. */
  readonly short: ShortName | undefined;
  readonly hasRuler: boolean;
  readonly isLatin: boolean;
  /** Least similarity of every pair: what was only guessed has to be there. */
  readonly leastPair: number;
  readonly crowd: Crowd | undefined;
}

/** The best form of one entity. */
export interface Candidate {
  readonly entity: number;
  readonly form: number;
  readonly plan: Plan;
  readonly alignment: Alignment;
  readonly finished: FinishedScore;
  readonly parameters: Parameters;
  /** What stands in the query beside the name. */
  readonly aside: readonly string[];
}

/** A form that resembles a query, and what evidence counts in it. */
export interface AlikeForm {
  readonly entity: number;
  readonly form: number;
  readonly model: EvidenceModel;
  /** What the formula gives, 0 to 100. */
  readonly agreement: number;
  /** In the order of `FEATURES`. */
  readonly features: Float64Array;
}

/** What a search found, both best first. */
export interface SearchFindings {
  readonly candidates: readonly Candidate[];
  readonly crafts: readonly Candidate[];
}

/** Finds and scores the forms of one index; holds scratch memory, so each thread has its own. */
export class Searcher {
  readonly #view: IndexView;
  readonly #marks: Uint32Array;
  readonly #finder: TermFinder;
  readonly #aligner: Aligner;
  readonly #retriever: CandidateRetriever;
  readonly #romanisedForms: RomanisedForms;
  readonly #cutNames: CutNames;
  readonly #foreign: ForeignWords;
  readonly #termMatches = new TermMatches();
  readonly #features = new Float64Array(FEATURES.length);
  /** By model and score. */
  readonly #leastSurprises = new Recent<string, Surprises>(MAX_SURPRISES);

  /** `shared`: what other threads found in the same index. `share` of the usual memory for what is known, 0 to 1. */
  constructor(view: IndexView, shared?: SharedMemory, share?: number) {
    this.#view = view;
    this.#marks = wordFlags(view);
    this.#finder = new TermFinder(view, this.#marks, shared, share);
    this.#aligner = new Aligner(view, this.#marks);
    this.#retriever = new CandidateRetriever(view, this.#marks, this.#aligner);
    this.#romanisedForms = new RomanisedForms(view);
    this.#cutNames = new CutNames(view);
    this.#foreign = new ForeignWords(view);
  }

  /** Entities at or over `minScore`, best first; for an organisation also the vessels and aircraft. */
  search(query: NameQuery): SearchFindings {
    const best = new Map<number, Candidate>();
    const crafts = new Map<number, Candidate>();
    for (const reading of this.#readingsOf(query)) {
      // A small index often has no word that is like one of the query's.
      if (reading.plan.termMatches.length > 0) this.#keepAlike(reading, query, best, crafts);
      for (const candidate of this.#romanised(reading, query)) this.#keepBest(best, candidate, query.minScore);
      for (const candidate of this.#cut(reading, query)) this.#keepBest(best, candidate, query.minScore);
      for (const candidate of this.#lettered(reading, query)) this.#keepBest(best, candidate, query.minScore);
    }
    return { candidates: this.#bestFirst(best), crafts: this.#bestFirst(crafts) };
  }

  #keepAlike(
    reading: PlannedReading,
    query: NameQuery,
    best: Map<number, Candidate>,
    crafts: Map<number, Candidate>,
  ): void {
    const { birth, minScore } = query;
    for (const form of this.#thoroughOnes(reading, query)) {
      this.#keepBest(best, this.#score(form, reading, birth, minScore), minScore);
    }
    for (const form of this.#craftForms(query)) {
      this.#keepBest(crafts, this.#score(form, reading, undefined, minScore), minScore);
    }
  }

  /**
   * Each form of which the formula finds `least` (0 to 100) or more the same, with what evidence counts in it. Weights
   * of evidence are estimated from these, so they play no part. Of `given` forms, or of all that the query finds.
   */
  alike(query: NameQuery, least: number, given?: readonly number[]): AlikeForm[] {
    const found: AlikeForm[] = [];
    for (const reading of this.#readingsOf(query)) {
      if (!reading.parameters.model) continue;
      for (const form of given ?? this.#formsLike(reading, query, least)) {
        const alike = this.#alikeAs(form, reading);
        if (alike && alike.agreement >= least) found.push(alike);
      }
    }
    return found;
  }

  /** Undefined where other rules than evidence decide, or no word is alike. */
  #alikeAs(form: number, reading: PlannedReading): AlikeForm | undefined {
    const { plan, leastPair } = reading;
    const alignment = this.#aligner.align(form, true);
    const { score: agreement, pairs } = alignment;
    const model = this.#modelOf(form, alignment, reading);
    if (model === undefined || pairs.length === 0 || this.#view.formFlags[form]! & ACRONYM) return undefined;
    if (compareCharacters(alignment, plan, this.#view, form) !== undefined) return undefined;
    if (!pairs.every(({ similarity }) => similarity >= leastPair)) return undefined;
    const features = new Float64Array(FEATURES.length);
    this.#countFeatures(features, form, alignment, plan);
    this.#countUnlike(features, form, alignment, plan);
    return { entity: this.#view.formEntity[form]!, form, model, agreement, features };
  }

  #formsLike({ name, plan, parameters }: PlannedReading, { entityType }: NameQuery, least: number): number[] {
    const leastEstimate = least - SMALL_RAISE;
    const found = this.#retriever.forms(plan, parameters, entityType, least, leastEstimate, NO_SURPRISES);
    return this.#withoutRomanised(found, name, entityType).map(({ form }) => form);
  }

  get finder(): TermFinder {
    return this.#finder;
  }

  /** The entities of this index, for those who search a small one beside it. */
  get crowd(): Crowd {
    const view = this.#view;
    return { entities: view.entityTypes.length, withText: (text, most) => bearersOf(view.textId(text), view, most) };
  }

  /** The best of some forms, whatever it scores. Undefined where none has a word like the query's. */
  compare(query: NameQuery, forms: readonly number[]): Candidate | undefined {
    const best = new Map<number, Candidate>();
    for (const reading of this.#readingsOf(query)) {
      for (const form of forms) this.#keepBest(best, this.#score(form, reading, query.birth, 0), 0);
      const others = [
        ...this.#romanised(reading, query),
        ...this.#cut(reading, query),
        ...this.#lettered(reading, query),
      ];
      for (const candidate of others) if (forms.includes(candidate.form)) this.#keepBest(best, candidate, 0);
    }
    return this.#bestFirst(best)[0];
  }

  /** Plans each reading of the query. The aligner uses the plan until the next one is taken. */
  *#readingsOf(query: NameQuery): Generator<PlannedReading> {
    const rarityOf = query.rarityOf ?? ((text: string) => this.#view.rarity(text));
    for (const reading of query.readings) {
      const { leastPair = 0, written } = reading;
      const name = written?.text ?? query.name;
      const native = isNativeName(name);
      if (native && isByEar(reading.system)) continue;
      const parameters = parametersFor(name, query.entityType, reading);
      const plan = planReading(
        reading,
        this.#finder,
        this.#view,
        rarityOf,
        native,
        parameters,
        this.#termMatches,
        query.world,
        query.apart,
        query.sought,
      );
      this.#aligner.use(plan, parameters);
      const { entityType, crowd } = query;
      const lone = loneWordOf(plan, this.#view, entityType === 'Individual', crowd);
      const short = parameters === COMPANY ? shortNameOf(name, plan, this.#view) : undefined;
      const surface = surfaceHashOfAsked(name);
      const hasRuler = namesRuler(plan.tokens);
      const isLatin = reading.system === 'latin';
      yield { plan, parameters, name, surface, written, lone, short, hasRuler, isLatin, leastPair, crowd };
    }
  }

  #keepBest(best: Map<number, Candidate>, candidate: Candidate | undefined, minScore: number): void {
    if (!candidate || candidate.finished.score < minScore || candidate.finished.score === 0) return;
    const known = best.get(candidate.entity);
    if (!known || this.#isBetter(candidate, known)) best.set(candidate.entity, candidate);
  }

  #bestFirst(best: ReadonlyMap<number, Candidate>): Candidate[] {
    const { entityRank } = this.#view;
    return [...best.values()].sort(
      (a, b) =>
        b.finished.score - a.finished.score ||
        b.finished.nameScore - a.finished.nameScore ||
        entityRank[a.entity]! - entityRank[b.entity]!,
    );
  }

  /** What the search for an organisation came by of vessels and aircraft and is near enough; none for a person. */
  #craftForms({ entityType, minScore }: NameQuery): number[] {
    if (entityType !== 'Organization') return [];
    const near = this.#retriever.crafts.near(minScore - THOROUGH_RAISE - ESTIMATE_SLACK);
    if (near.length > MAX_CRAFTS) near.sort(byScore);
    return near.slice(0, MAX_CRAFTS).map(({ form }) => form);
  }

  /** The forms worth a thorough comparison: those that a quick one puts near enough to the least score. */
  #thoroughOnes({ name, plan, parameters, lone, short }: PlannedReading, query: NameQuery): number[] {
    const byBirth = query.birth ? MAX_RAISED : 0;
    // What tells a name alone needs no evidence beside it.
    const told = mostTold(lone, short);
    const isTold = told > 0 && told >= query.minScore;
    const minScore = isTold ? Math.min(LEAST_OF_TOLD, query.minScore) : query.minScore;
    const reached = minScore - byBirth - raiseOf(parameters);
    const least = reached - THOROUGH_RAISE;
    const leastEstimate = least - ESTIMATE_SLACK;
    const surprises = this.#surprises(plan, minScore - byBirth, parameters);
    const found = this.#retriever.forms(plan, parameters, query.entityType, reached, leastEstimate, surprises.any);
    const promising = this.#withoutRomanised(found, name, query.entityType);
    if (promising.length > MAX_THOROUGH) promising.sort(byScore);
    const sure = Math.min(minScore + 16, 100);
    const near: FormScore[] = [];
    for (let place = 0; place < promising.length; place++) {
      const { form, score: most } = promising[place]!;
      if (place > 0 && place % MAX_THOROUGH === 0 && near.length >= MAX_THOROUGH) {
        near.sort(byScore);
        // What follows would be left out below.
        if (most + ESTIMATE_SLACK < Math.min(sure, near[MAX_THOROUGH - 1]!.score)) break;
      }
      const alignment = this.#aligner.align(form, false);
      const { score } = alignment;
      if (score <= 0 || score < least || !this.#mayReach(form, alignment, plan, surprises)) continue;
      near.push({ form, score });
    }
    if (near.length > MAX_THOROUGH) near.sort(byScore);
    return near.filter(({ score }, place) => place < MAX_THOROUGH || score >= sure).map(({ form }) => form);
  }

  /** Whether evidence may lead the form, which was aligned last, to the least score once all its words are compared. */
  #mayReach(form: number, alignment: Alignment, plan: Plan, { any, whereMissing }: Surprises): boolean {
    if (any === NO_SURPRISES) return true;
    const needed = this.#aligner.surpriseNeeded(alignment.score, any, 0);
    if (mostSurprise(alignment, plan, plan.tokens.length) < needed) return false;
    return this.#mayReachWithout(form, alignment, plan, any, whereMissing);
  }

  /** The same, where words are surely missing. */
  #mayReachWithout(
    form: number,
    alignment: Alignment,
    plan: Plan,
    any: Float64Array,
    whereMissing: Float64Array,
  ): boolean {
    const { tokens } = plan;
    const { score, queryMask, entryMask, queryAddition, entryAddition } = alignment;
    const neededAny = this.#aligner.surpriseNeeded(score, any, 0);
    const neededMissing = this.#aligner.surpriseNeeded(score, whereMissing, 0);
    // What is left of both names need not be counted where the evidence is enough either way.
    if (mostSurprise(alignment, plan, 0) >= Math.max(neededAny, neededMissing)) return true;
    const isPerson = this.#isPerson(form);
    const roleInQuery = (token: number) => roleOfToken(plan, token, isPerson);
    const [slots, roleOf] = [this.#slotsOf(form), this.#roleOfSlot(form)];
    const inQuery = wordsLeft(tokens.length, queryMask | queryAddition, roleInQuery);
    const inEntry = wordsLeft(slots, entryMask | entryAddition, roleOf);
    // Where one name has more words left over than the other, one of them stays without a partner.
    const isPart = inQuery === inEntry || isOneWord(tokens.length, roleInQuery) || isOneWord(slots, roleOf);
    return mostSurprise(alignment, plan, inEntry) >= (isPart ? neededAny : neededMissing);
  }

  /** What leads to `minScore` by evidence. Nothing is needed where evidence does not weigh the query. */
  #surprises(plan: Plan, minScore: number, { model }: Parameters): Surprises {
    if (!model || plan.tokens.some(({ token }) => token.characters)) return NEEDS_NONE;
    const ofOwn = model === 'organisation' ? mostOfOwnWords(plan, 'translated') : 0;
    return this.#leastSurprises.get(`${model} ${minScore} ${ofOwn}`, () => {
      const odds = oddsOfScore(minScore);
      const inOne = surprisesFor(odds, model);
      if (model !== 'organisation') return inOne;
      const inTwo = surprisesFor(odds - ofOwn, 'translated');
      return { any: lesser(inOne.any, inTwo.any), whereMissing: lesser(inOne.whereMissing, inTwo.whereMissing) };
    });
  }

  /** Who has a name in the query's own script is found by that, and not by how it is romanised. */
  #withoutRomanised(found: FormScore[], name: string, entityType: EntityType): FormScore[] {
    if (entityType !== 'Individual') return found;
    const left = isOwnHanName(name) ? ALSO_IN_HAN : isHangulName(name) ? ALSO_IN_HANGUL : 0;
    return left === 0 ? found : found.filter(({ form }) => !(this.#view.formFlags[form]! & left));
  }

  /** Of words that nobody wrote. Two names in Han characters are distinguished by these, not by readings of Vietnam. */
  #isGuessedWrong(form: number, { leastPair, name }: PlannedReading, { pairs }: Alignment): boolean {
    const { slots, slotStarts, wordCharacters } = this.#view;
    if (!pairs.every(({ similarity }) => similarity >= leastPair)) return true;
    return isOwnHanName(name) && wordCharacters[slots[slotStarts[form]!]!] !== 0;
  }

  /** People whose names are those of the query by the Han characters behind both, but for a reading nobody wrote. */
  #romanised(reading: PlannedReading, query: NameQuery): Candidate[] {
    const { tokens } = reading.plan;
    if (query.entityType !== 'Individual' || reading.leastPair > 0) return [];
    if (tokens.some(({ token, role }) => role !== TITLE && token.system !== undefined)) return [];
    const words = tokens.filter(({ role }) => role !== TITLE);
    const found = this.#romanisedBy(words, reading, query);
    // What is a title elsewhere may be a syllable of the name: Jun, Mej, Maj.
    return words.length === tokens.length ? found : [...found, ...this.#romanisedBy(tokens, reading, query)];
  }

  #romanisedBy(
    words: readonly PlannedToken[],
    { plan, written }: PlannedReading,
    { birth, minScore }: NameQuery,
  ): Candidate[] {
    const least = logOddsOfRomanised(Math.max(minScore, LEAST_ROMANISED) - (birth ? MAX_RAISED : 0));
    const texts = words.map(({ token }) => token.text);
    const places = words.map((word) => plan.tokens.indexOf(word));
    return this.#romanisedForms.like(texts, least).map((found) => {
      const { form } = found;
      const alignment = romanisedAlignment(found, places, (slot) => this.#textOfSlot(form, slot));
      // How common the words are is in the log-odds already.
      return this.#foundApart(form, { plan, written, parameters: PERSON }, alignment, birth);
    });
  }

  #textOfSlot(form: number, slot: number): number {
    const { slots, slotStarts, wordText } = this.#view;
    return wordText[slots[slotStarts[form]! + slot]!]!;
  }

  /** Undefined where the form surely stays under `minScore`, or lacks a word that has to be there. */
  #score(
    form: number,
    reading: PlannedReading,
    birth: AskedBirth | undefined,
    minScore: number,
    differing?: SameLetters,
  ): Candidate | undefined {
    const { plan, parameters, surface, written, lone, short, leastPair, crowd } = reading;
    const view = this.#view;
    const alignment = this.#aligner.align(form, true);
    const sameSurface = view.formSurface[form] === surface;
    const characters = parameters === COMPANY ? undefined : compareCharacters(alignment, plan, view, form);
    if (parameters.model) this.#countFeatures(this.#features, form, alignment, plan);
    const model = this.#modelOfCounted(form, alignment, reading);
    const raise = ROUNDED + (birth === undefined ? 0 : MAX_RAISED);
    const leastOfShort = this.#leastOfShort(short, form, alignment, plan);
    const least = this.#leastOf(lone, form, alignment);
    const isRuler = this.#isSameRuler(reading, alignment, form);
    const weighing = isTold({ least: least + leastOfShort, sameSurface, characters, differing, isRuler })
      ? undefined
      : weighedBy(alignment, parameters, model);
    const isUnder = () => weighing !== undefined && this.#mostByEvidence(weighing) + raise < minScore;
    if (isUnder()) return undefined;
    if (model) this.#countUnlike(this.#features, form, alignment, plan);
    if (isUnder()) return undefined;
    if (leastPair > 0 && this.#isGuessedWrong(form, reading, alignment)) return undefined;
    if (written?.reason === 'read-initials' && !areInitialsThere(plan, alignment.queryMask)) return undefined;
    const entity = view.formEntity[form]!;
    const flags = view.formFlags[form]!;
    const kept = keptAlignment(alignment);
    const finished = finishScore(kept, parameters, {
      flags,
      ambiguous: (flags & (ACRONYM | GIVEN)) === ACRONYM && this.#isShared(view.slots[view.slotStarts[form]!]!, crowd),
      sameSurface,
      characters,
      evidence: model && evidenceOf(this.#features, model),
      written,
      birth: birth && this.#birthEvidence(entity, birth),
      isGivenNameAlone: isGivenNameAlone(lone, flags),
      least,
      leastOfShort,
      differing,
      isPatronymic: (pair) => this.#isPatronymic(pair, plan, kept, form),
      isSameRuler: isRuler,
      toldApart: () => toldApart(plan.tokens, written?.aside ?? NOTHING_ASIDE, () => this.#listedWords(form)),
      lacksOwnWord: () => parameters === COMPANY && lacksOwnWord(kept, plan.tokens, this.#listedWords(form)),
      otherCharacters: () => this.#hasOtherCharacters(form, reading, kept),
      otherOwnWords: () => parameters === COMPANY && haveOtherOwnWords(kept, plan.tokens, this.#listedWords(form)),
      isUnique: () => parameters !== SYLLABIC && parameters !== LATIN_SYLLABLES && this.#bearers(form, crowd) < 1,
    });
    return { entity, form, plan, alignment: kept, finished, parameters, aside: written?.aside ?? NOTHING_ASIDE };
  }

  /** Which weights of evidence hold between a query and the form that was aligned. */
  #modelOf(form: number, { pairs }: Alignment, reading: PlannedReading): EvidenceModel | undefined {
    const { model } = reading.parameters;
    if (model !== 'organisation') return model;
    const names = this.#twoNames(form, reading);
    const areInTwo = areTranslated(pairs, names) || this.#foreign.areInOneAlone(names.tokens, form);
    return areInTwo ? 'translated' : model;
  }

  /** The same by what was counted: words of kind and place alone say no more in two languages than in one. */
  #modelOfCounted(form: number, alignment: Alignment, reading: PlannedReading): EvidenceModel | undefined {
    const { model } = reading.parameters;
    if (model !== 'organisation') return model;
    if (sharesOwnWord(this.#features)) return this.#modelOf(form, alignment, reading);
    const names = this.#twoNames(form, reading);
    return mayBeWhollyTranslated(alignment, this.#listedWords(form), names) ? 'translated' : model;
  }

  #twoNames(form: number, { plan, isLatin }: PlannedReading): TwoNames {
    const { formFlags, slotStarts } = this.#view;
    const isListedLatin = (formFlags[form]! & OTHER_SCRIPT) === 0;
    const areOfTwoScripts = isLatin !== isListedLatin;
    return { tokens: plan.tokens, view: this.#view, start: slotStarts[form]!, areOfTwoScripts };
  }

  /** What the features counted so far lead to; those that are left speak against one person. */
  #mostByEvidence(model: EvidenceModel): number {
    return scoreOfOdds(logOddsOf(this.#features, model));
  }

  /** The least score of a form that a lone word tells from all others, else 0. */
  #leastOf(lone: LoneWord, form: number, { pairs }: Alignment): number {
    const [pair] = pairs;
    if (lone.least === 0 || !pair || pair.similarity < 1) return 0;
    const told = { form, slot: lowestBit(pair.entry), isPerson: this.#isPerson(form), roleOf: this.#roleOfSlot(form) };
    return tells(lone, told, this.#view) ? lone.least : 0;
  }

  /** The least score of a form that the query is the short name of, else 0. */
  #leastOfShort(short: ShortName | undefined, form: number, alignment: Alignment, plan: Plan): number {
    if (!short) return 0;
    const listed = { slots: this.#slotsOf(form), wordAt: this.#wordAt(form), roleOf: this.#roleOfSlot(form) };
    return shortens(short, alignment, plan, listed, this.#view) ? short.least : 0;
  }

  #isSameRuler({ hasRuler, plan }: PlannedReading, alignment: Alignment, form: number): boolean {
    return hasRuler && isSameRuler(alignment, plan.tokens, () => this.#listedWords(form));
  }

  #hasOtherCharacters(form: number, { name, parameters }: PlannedReading, alignment: Alignment): boolean {
    if (parameters !== COMPANY) return false;
    return hasOtherCharacters(name, alignment, { slots: this.#slotsOf(form), wordAt: this.#wordAt(form) }, this.#view);
  }

  #wordAt(form: number): (slot: number) => number {
    const start = this.#view.slotStarts[form]!;
    return (slot) => this.#view.slots[start + slot]!;
  }

  /** Entities of which the query is how a name begins, cut by a payment message. */
  #cut({ name, plan, parameters, written }: PlannedReading, { entityType, birth }: NameQuery): Candidate[] {
    return this.#cutNames.beginningWith(name, plan).flatMap(({ form, ofLegalForm, isVague }) => {
      const entity = this.#view.formEntity[form]!;
      if (!(this.#view.entityTypes[entity]! & typeBit(entityType))) return [];
      const alignment = cutAlignment(plan, ofLegalForm, (slot) => this.#textOfSlot(form, slot));
      return [this.#foundApart(form, { plan, written, parameters }, alignment, birth, isVague ? 'vague' : 'told')];
    });
  }

  /** People whose names have the same letters, which are other words where they are joined, parted or moved. */
  #lettered(reading: PlannedReading, { entityType, birth, minScore }: NameQuery): Candidate[] {
    if (entityType !== 'Individual') return [];
    return formsOfLetters(reading.name, this.#view).flatMap(({ form, differing }) => {
      return this.#score(form, { ...reading, leastPair: 0 }, birth, minScore, differing) ?? [];
    });
  }

  /** A form that was found by another way than its words, with what counts there. */
  #foundApart(
    form: number,
    { plan, written, parameters }: Pick<PlannedReading, 'plan' | 'written' | 'parameters'>,
    alignment: Alignment,
    birth: AskedBirth | undefined,
    cut?: Circumstances['cut'],
  ): Candidate {
    const entity = this.#view.formEntity[form]!;
    const finished = finishScore(alignment, parameters, {
      flags: this.#view.formFlags[form]!,
      ambiguous: false,
      sameSurface: false,
      characters: undefined,
      evidence: undefined,
      written,
      birth: birth && this.#birthEvidence(entity, birth),
      cut,
      isGivenNameAlone: false,
      least: 0,
      leastOfShort: 0,
      lacksOwnWord: () => false,
      isPatronymic: () => false,
      isSameRuler: false,
      toldApart: () => undefined,
      otherCharacters: () => false,
      otherOwnWords: () => false,
      isUnique: () => false,
    });
    return { entity, form, plan, alignment, finished, parameters, aside: written?.aside ?? NOTHING_ASIDE };
  }

  /** What evidence counts in an alignment of a form, in the order of `FEATURES`. */
  #countFeatures(into: Float64Array, form: number, alignment: Alignment, plan: Plan): void {
    const { countryStarts, countryNumbers, formEntity, formFamily, formFlags } = this.#view;
    const entity = formEntity[form]!;
    const [start, end] = [countryStarts[entity]!, countryStarts[entity + 1]!];
    countFeatures(into, alignment, plan, {
      slots: this.#slotsOf(form),
      flags: formFlags[form]!,
      family: formFamily[form]!,
      isPerson: this.#isPerson(form),
      roleOf: this.#roleOfSlot(form),
      // Most entities are people, of whom no countries are kept.
      countries: start === end ? NO_COUNTRIES : countryNumbers.subarray(start, end),
    });
  }

  #countUnlike(into: Float64Array, form: number, alignment: Alignment, plan: Plan): void {
    const start = this.#view.slotStarts[form]!;
    countUnlike(into, alignment, plan, (pair) => pairOdds(pair, plan.tokens, this.#view, start));
  }

  #slotsOf(form: number): number {
    const { slotStarts } = this.#view;
    return Math.min(slotStarts[form + 1]! - slotStarts[form]!, MAX_SLOTS);
  }

  /** The role of a slot of the form, `COUNTRY` or `PATRONYMIC`. */
  #roleOfSlot(form: number): (slot: number) => number {
    const view = this.#view;
    const marks = this.#marks;
    const start = view.slotStarts[form]!;
    const isPerson = this.#isPerson(form);
    const words = this.#slotsOf(form);
    return (slot) => {
      const word = view.slots[start + slot]!;
      const facts = marks[(word << FLAG_BITS) + FACTS]!;
      const role = roleIn(facts);
      if (!isPerson) return countryIn(facts) !== 0 ? COUNTRY : role;
      if (role !== WORD || !mayEndPatronymic(view.lastLetter(view.wordText[word]!))) return role;
      return isPatronymic(view.text(view.wordText[word]!), slot, words) ? PATRONYMIC : role;
    };
  }

  #isPerson(form: number): boolean {
    const { entityTypes, formEntity } = this.#view;
    return (entityTypes[formEntity[form]!]! & typeBit('Individual')) !== 0;
  }

  /** Between a given name and a family name Dmitrieva is Dmitrievna. Elsewhere it is a family name. */
  #isPatronymic({ query, text }: AlignedPair, { tokens }: Plan, alignment: Alignment, form: number): boolean {
    const { queryMask, entryMask, words } = alignment;
    if (
      words < WORDS_WITH_PATRONYMIC ||
      !areDaughtersNames(tokens[lowestBit(query)]!.token.text, this.#view.text(text))
    ) {
      return false;
    }
    const left = wordsLeft(tokens.length, queryMask, (place) => tokens[place]!.role);
    return left === 0 && wordsLeft(this.#slotsOf(form), entryMask, this.#roleOfSlot(form)) === 0;
  }

  #listedWords(form: number): ListedWords {
    const view = this.#view;
    return {
      slots: this.#slotsOf(form),
      roleOf: this.#roleOfSlot(form),
      textOf: (slot) => view.text(this.#textOfSlot(form, slot)),
      rarityOf: (text) => view.rarity(text) ?? 1,
    };
  }

  /** Of one entity's forms that score the same, the one that its list gives first. */
  #isBetter({ finished, alignment, form }: Candidate, known: Candidate): boolean {
    if (finished.score !== known.finished.score) return finished.score > known.finished.score;
    if (alignment.complete !== known.alignment.complete) return alignment.complete;
    const { formPlace, formReading } = this.#view;
    const places = formPlace[form]! - formPlace[known.form]!;
    return places !== 0 ? places < 0 : formReading[form]! < formReading[known.form]!;
  }

  /** Whether more entities than an acronym may stand for have this word. */
  #isShared(word: number, crowd: Crowd | undefined): boolean {
    return this.#entitiesWith(word, crowd, MAX_UNDER_AN_ACRONYM) > MAX_UNDER_AN_ACRONYM;
  }

  /** So many people of the world have the name of a form, if its words are given independently and as often as here. */
  #bearers(form: number, crowd: Crowd | undefined): number {
    const { entityTypes, slots, slotStarts, wordRole } = this.#view;
    const entities = Math.max(entityTypes.length + (crowd?.entities ?? 0), SMOOTHED_ENTITIES);
    let bearers = PEOPLE;
    for (let place = slotStarts[form]!; place < slotStarts[form + 1]!; place++) {
      const word = slots[place]!;
      if (wordRole[word] === WORD) bearers *= this.#entitiesWith(word, crowd) / entities;
    }
    return bearers;
  }

  /** Entities with a word; about one over `most` are counted. */
  #entitiesWith(word: number, crowd: Crowd | undefined, most = Number.POSITIVE_INFINITY): number {
    const { formEntity, postings, postingStarts, wordText } = this.#view;
    const entities = new Set<number>();
    for (let place = postingStarts[word]!; place < postingStarts[word + 1]! && entities.size <= most; place++) {
      entities.add(formEntity[postings[place]!]!);
    }
    const others = crowd && entities.size <= most ? crowd.withText(this.#view.text(wordText[word]!), most) : 0;
    return entities.size + others;
  }

  #birthEvidence(entity: number, birth: AskedBirth): BirthEvidence | undefined {
    const { birthStarts, birthFrom, birthTo } = this.#view;
    let kindest: BirthEvidence | undefined;
    for (let place = birthStarts[entity]!; place < birthStarts[entity + 1]!; place++) {
      const evidence = evidenceOfBirth(birth, birthFrom[place]!, birthTo[place]!);
      if (evidence && (!kindest || evidence.points > kindest.points)) kindest = evidence;
    }
    return kindest;
  }
}

/** The least score of a name that a query tells alone; 0 where it tells none. */
const mostTold = (lone: LoneWord, short: ShortName | undefined): number => Math.max(lone.least, short?.least ?? 0);

/** Whether something else than the evidence of words tells a form. */
function isTold(
  about: Pick<Circumstances, 'least' | 'sameSurface' | 'characters' | 'differing'> & { readonly isRuler: boolean },
): boolean {
  const { least, sameSurface, characters, differing, isRuler } = about;
  return least > 0 || sameSurface || isRuler || characters !== undefined || differing !== undefined;
}

/** Letters that were only guessed to be initials have to be there. A list may lack one of them: a patronymic. */
function areInitialsThere({ tokens }: Plan, queryMask: number): boolean {
  const initials = tokens.flatMap(({ role }, place) => (role === INITIAL ? [place] : []));
  const missing = initials.filter((place) => !(queryMask & (1 << place)));
  return missing.length < 2 && missing[0] !== initials[0];
}

function wordsLeft(count: number, mask: number, roleOf: (place: number) => number): number {
  let words = 0;
  for (let place = 0; place < count; place++) if (!(mask & (1 << place)) && roleOf(place) === WORD) words++;
  return words;
}

function raiseOf(parameters: Parameters): number {
  if (parameters.model === undefined) return 0;
  return isRead(parameters) ? RAISE_OF_SCRIPT : EVIDENCE_RAISE;
}

const surprisesFor = (odds: number, model: EvidenceModel): Surprises => ({
  any: leastSurprises(odds, model),
  whereMissing: leastSurprises(odds + costOfMissingWord(model), model),
});

const lesser = (one: Float64Array, other: Float64Array): Float64Array =>
  one.map((value, place) => Math.min(value, other[place]!));

const byScore = (a: FormScore, b: FormScore): number => b.score - a.score || a.form - b.form;

function parametersFor(name: string, entityType: EntityType, reading: Reading): Parameters {
  if (entityType === 'Organization') return COMPANY;
  if (isSyllabic(reading.system)) return SYLLABIC;
  if (isByEar(reading.system)) return isForeignHangulName(name) ? ROMANISED : BY_EAR;
  if (reading.tokens.some(({ languages }) => languages !== undefined)) return LATIN_SYLLABLES;
  if (!reading.tokens.some(({ system }) => system !== undefined)) return PERSON;
  return isCyrillic(name) ? FROM_CYRILLIC : ROMANISED;
}
