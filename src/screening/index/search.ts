import { typeBit } from '../entity.ts';
import type { Reading } from '../names/types.ts';
import { Aligner, LONGEST_FORM } from '../scoring/align.ts';
import { type BirthEvidence, birthEvidence, dateNumber, MOST_RAISED } from '../scoring/birth-date.ts';
import { type FinishedScore, finishScore } from '../scoring/finish.ts';
import { type Alignment, doubtOf } from '../scoring/judge.ts';
import { BY_EAR, COMPANY, type Parameters, PERSON, ROMANISED, SYLLABIC } from '../scoring/parameters.ts';
import { type Hit, type Plan, planReading } from '../scoring/plan.ts';
import { INITIAL, WORD } from '../scoring/weigh.ts';
import type { EntityType } from '../types.ts';
import { CandidateFinder } from './candidates.ts';
import { MOST_READINGS } from './compile.ts';
import { surfaceHash } from './surface.ts';
import { isByEar, isNativeName, isSyllabic } from './syllabic.ts';
import type { IndexView } from './view.ts';

/** Bounds of the work for one query. */
const MOST_POSTINGS = 200_000;
const MOST_THOROUGH = 150;
/** A thorough comparison raises a score by no more than this in practice. */
const THOROUGH_RAISE = 36;
/** An estimate may be lower than what an alignment gives by about this much. */
const ESTIMATE_SLACK = 8;
const WEIGHT_STEPS = 255;
/** Beside the bits of the types. */
const HAS_INITIAL = 128;
const BESIDE_INITIAL = 0.9;
const MAYBE_SHORT = 0.7;

export interface NameQuery {
  readonly name: string;
  readonly readings: readonly Reading[];
  readonly entityType: EntityType;
  readonly dateOfBirth?: string;
  readonly minScore: number;
  /** Rarity of a text, where the index at hand is too small to tell. */
  readonly rarityOf?: (text: string) => number | undefined;
}

/** The best form of one entity. */
export interface Candidate {
  readonly entity: number;
  readonly form: number;
  readonly plan: Plan;
  readonly alignment: Alignment;
  readonly finished: FinishedScore;
}

/** Finds and scores the forms of one index; holds scratch memory, so each thread has its own. */
export class Searcher {
  readonly #view: IndexView;
  readonly #finder: CandidateFinder;
  readonly #aligner: Aligner;
  readonly #seen: Uint32Array;
  /** Of each form the types of its entity, and whether an initial stands in it. */
  readonly #formTypes: Uint8Array;
  #round = 0;

  constructor(view: IndexView) {
    this.#view = view;
    this.#finder = new CandidateFinder(view);
    this.#aligner = new Aligner(view);
    this.#seen = new Uint32Array(view.formEntity.length);
    this.#formTypes = Uint8Array.from(view.formEntity, (entity, form) => {
      return view.entityTypes[entity]! | (hasInitial(view, form) ? HAS_INITIAL : 0);
    });
  }

  /** Entities at or over `minScore`, best first. */
  search(query: NameQuery): Candidate[] {
    const surface = surfaceHash(query.name);
    const birth = query.dateOfBirth ? dateNumber(query.dateOfBirth) : 0;
    const rarityOf = query.rarityOf ?? ((text: string) => this.#view.rarity(text));
    const best = new Map<number, Candidate>();
    const native = isNativeName(query.name);
    for (const reading of query.readings.slice(0, MOST_READINGS)) {
      if (native && isByEar(reading)) continue;
      const plan = planReading(reading, this.#finder, this.#view, rarityOf);
      const parameters = parametersFor(query.entityType, reading);
      this.#aligner.use(plan, parameters);
      for (const form of this.#thoroughOnes(plan, query, parameters)) {
        const candidate = this.#score(form, plan, parameters, surface, birth);
        if (candidate.finished.score < query.minScore || candidate.finished.score === 0) continue;
        const known = best.get(candidate.entity);
        if (!known || isBetter(candidate, known)) best.set(candidate.entity, candidate);
      }
    }
    return [...best.values()].sort(
      (a, b) =>
        b.finished.score - a.finished.score || this.#view.entityRank[a.entity]! - this.#view.entityRank[b.entity]!,
    );
  }

  /** The forms worth a thorough comparison: those that a quick one puts near enough to the least score. */
  #thoroughOnes(plan: Plan, query: NameQuery, parameters: Parameters): number[] {
    const near: { form: number; score: number }[] = [];
    const least = query.minScore - (query.dateOfBirth ? MOST_RAISED : 0) - THOROUGH_RAISE;
    for (const form of this.#reached(plan, query, parameters)) {
      if (this.#aligner.estimate(form) + ESTIMATE_SLACK < least) continue;
      const { score } = this.#aligner.align(form, false);
      if (score > 0 && score >= least) near.push({ form, score });
    }
    if (near.length <= MOST_THOROUGH) return near.map(({ form }) => form);
    near.sort((a, b) => b.score - a.score || a.form - b.form);
    const sure = query.minScore + 16;
    return near
      .filter(({ score }, place) => place < MOST_THOROUGH || score >= Math.min(sure, 100))
      .map(({ form }) => form);
  }

  /** The forms that share a word with the query which is not too common to lead to a match by itself. */
  #reached(plan: Plan, query: NameQuery, parameters: Parameters): number[] {
    const { postingStarts, postings } = this.#view;
    const types = this.#formTypes;
    const bit = typeBit(query.entityType);
    const least = query.minScore - (query.dateOfBirth ? MOST_RAISED : 0);
    const essential = essentialTokens(plan, parameters, least);
    const forms: number[] = [];
    this.#round++;
    let walked = 0;
    for (const hit of plan.hits) {
      const { word, mask, part, similarity } = hit;
      // What agrees beside an initial reaches the threshold, however common it is: the initial stands for the rest.
      const asked = mask & essential ? bit : similarity >= BESIDE_INITIAL ? bit | HAS_INITIAL : 0;
      if (asked === 0 || part === 2) continue;
      if (mostWith(hit, this.#view.wordWeight[word]! / WEIGHT_STEPS, plan, parameters) < least) continue;
      const end = postingStarts[word + 1]!;
      walked += end - postingStarts[word]!;
      if (walked > MOST_POSTINGS) break;
      for (let place = postingStarts[word]!; place < end; place++) {
        const form = postings[place]!;
        if (this.#seen[form] === this.#round || (types[form]! & asked) !== asked) continue;
        this.#seen[form] = this.#round;
        forms.push(form);
      }
    }
    return forms;
  }

  #score(form: number, plan: Plan, parameters: Parameters, surface: number, birth: number): Candidate {
    const view = this.#view;
    const entity = view.formEntity[form]!;
    const alignment = this.#aligner.align(form, true);
    const finished = finishScore(alignment, parameters, {
      flags: view.formFlags[form]!,
      sameSurface: view.formSurface[form] === surface,
      birth: birth === 0 ? undefined : this.#birthEvidence(entity, birth),
    });
    return { entity, form, plan, alignment, finished };
  }

  #birthEvidence(entity: number, birth: number): BirthEvidence | undefined {
    const { birthStarts, birthFrom, birthTo } = this.#view;
    let kindest: BirthEvidence | undefined;
    for (let place = birthStarts[entity]!; place < birthStarts[entity + 1]!; place++) {
      const evidence = birthEvidence(birth, birthFrom[place]!, birthTo[place]!);
      if (!kindest || evidence.points > kindest.points) kindest = evidence;
    }
    return kindest;
  }
}

function hasInitial({ slotStarts, slots, wordRole }: IndexView, form: number): boolean {
  for (let place = slotStarts[form]!; place < slotStarts[form + 1]!; place++) {
    if (wordRole[slots[place]!] === INITIAL) return true;
  }
  return false;
}

function parametersFor(entityType: EntityType, reading: Reading): Parameters {
  if (entityType === 'Organization') return COMPANY;
  if (isSyllabic(reading)) return SYLLABIC;
  if (isByEar(reading)) return BY_EAR;
  return reading.tokens.some(({ system }) => system !== undefined) ? ROMANISED : PERSON;
}

function isBetter({ finished, alignment, form }: Candidate, known: Candidate): boolean {
  if (finished.score !== known.finished.score) return finished.score > known.finished.score;
  if (alignment.complete !== known.alignment.complete) return alignment.complete;
  return form < known.form;
}

/** The most that a form can score whose only word like these tokens is this one, and all else the same. */
function mostWith({ mask, weight, similarity }: Hit, entryWeight: number, plan: Plan, parameters: Parameters): number {
  const paired = (weight + entryWeight) / 2;
  let rest = 0;
  for (let token = 0; token < plan.tokens.length; token++) {
    if (!(mask & (1 << token))) rest += mostPaired(plan.tokens[token]!.weight);
  }
  const worth = rest + paired * similarity ** parameters.sharpness;
  return (100 * worth) / (rest + paired + parameters.conflict * doubtOf(similarity, parameters) * paired);
}

/** A short word may stand for a longer one that only a comparison of whole names finds (`Wern` for `Wernhard`). */
function sureness(plan: Plan, token: number): number {
  const { role, weight, token: asked } = plan.tokens[token]!;
  return role === WORD && asked.text.length <= LONGEST_FORM ? weight * MAYBE_SHORT : weight;
}

/** The other side's word may be rarer, and so weigh more, than the query's. */
const mostPaired = (weight: number): number => (weight + Math.min(1, weight * 1.3)) / 2;

/**
 * The tokens one of which every form at or over `least` has to share. The commonest tokens are left out as long as a
 * form that shares only these could not reach it even where it has nothing else (MaxScore, Turtle and Flood 1995).
 */
function essentialTokens(plan: Plan, parameters: Parameters, least: number): number {
  const order = plan.tokens.map((_, token) => token).sort((a, b) => sureness(plan, a) - sureness(plan, b));
  let essential = 2 ** plan.tokens.length - 1;
  let weight = 0;
  let words = 0;
  for (const token of order) {
    weight += mostPaired(plan.tokens[token]!.weight);
    words++;
    const left = Math.max(0, plan.totalWeight - weight);
    const extra = parameters.extra[Math.min(words, 3) - 1]!;
    if ((100 * weight) / (weight + extra * left) >= least) break;
    essential &= ~(1 << token);
  }
  return essential;
}
