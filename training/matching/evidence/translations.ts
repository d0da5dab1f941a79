// What organisations are called in two languages, as lists beside the Union's call them.
import type { EntryFacts } from '../../../src/domain/list-entry.ts';
import type { LabelledCase } from './collect.ts';
import { folded } from './lookalikes.ts';
import type { Random } from './random.ts';
import type { Resembling, SearchedLists } from './searched.ts';

/** Names of one organisation judge this model, so no organisation of this list may teach it. */
const UNION = 'eu-fsf';
/** An entity that a name agrees with so much, of 100, may be the same on another list. */
const LEAST_OF_SAME = 85;
const PAIRS_AN_ORGANISATION = 4;

interface Name {
  readonly full: string;
  readonly entry: number;
  readonly name: number;
}

/**
 * Pairs of names of one organisation in two languages, and whatever else these names find in two languages. Entities
 * that are called nearly as the organisation is are left out: they may be the same.
 */
export function* translatedNames(lists: SearchedLists, random: Random): Generator<LabelledCase> {
  let group = 0;
  const ofUnion = namesOfUnion(lists);
  for (const entity of random.shuffled([...Array(lists.entities).keys()])) {
    const names = namesOf(lists.facts(entity));
    if (names.some(({ full }) => ofUnion.has(folded(full)))) continue;
    const pairs = translatedPairs(lists, entity, names, random);
    const known = pairs.length === 0 ? new Set<number>() : calledSo(lists, names);
    if (pairs.length === 0 || [...known].some((one) => isOfUnion(lists.facts(one)))) continue;
    group++;
    for (const { found } of pairs) yield caseOf(found, group, true);
    const others = [...new Set(pairs.map(({ name }) => name))].flatMap((name) => lists.search(name, 'Organization'));
    const strangers = others.filter((one) => one.entity !== entity && !known.has(one.entity));
    for (const one of strangers) if (one.model === 'translated') yield caseOf(one, group, false);
  }
}

/** The entities that are called nearly as an organisation is. */
const calledSo = (lists: SearchedLists, names: readonly Name[]): ReadonlySet<number> =>
  new Set(names.flatMap(({ full }) => lists.search(full, 'Organization', LEAST_OF_SAME).map(({ entity }) => entity)));

const caseOf = ({ model, forms }: Resembling, group: number, isSame: boolean): LabelledCase => ({
  model,
  kind: isSame ? 'translation' : 'stranger',
  isSame,
  group,
  forms,
});

/** Some pairs of names of an entity that are in two languages. */
function translatedPairs(lists: SearchedLists, entity: number, names: readonly Name[], random: Random) {
  const pairs: { readonly name: string; readonly found: Resembling }[] = [];
  for (const { full } of random.shuffled(names)) {
    for (const other of random.shuffled(names)) {
      const isAsked = (entry: number, name: number) => entry === other.entry && name === other.name;
      const found = full === other.full ? undefined : lists.compare(full, 'Organization', entity, isAsked);
      if (found?.model === 'translated') pairs.push({ name: full, found });
      if (pairs.length === PAIRS_AN_ORGANISATION) return pairs;
    }
  }
  return pairs;
}

const isOfUnion = (facts: readonly EntryFacts[]): boolean => facts.some(({ source }) => source === UNION);

/** Of the organisations of the Union's list, as it and others that name the same one call them. */
function namesOfUnion(lists: SearchedLists): ReadonlySet<string> {
  const names = new Set<string>();
  for (let entity = 0; entity < lists.entities; entity++) {
    const facts = lists.facts(entity);
    if (isOfUnion(facts)) for (const { full } of namesOf(facts)) names.add(folded(full));
  }
  return names;
}

function namesOf(facts: readonly EntryFacts[]): Name[] {
  if (facts[0]!.kind !== 'organization') return [];
  return facts.flatMap(({ names }, entry) => names.map(({ full }, name) => ({ full, entry, name })));
}
