import { type EntryFacts, JOIN_AGREEMENTS, type JoinAgreement } from '../../../domain/list-entry.ts';
import type { Groups } from '../groups.ts';
import type { Link } from '../links.ts';
import { authorityOf, contradict } from './contradictions.ts';
import { EVIDENCE, JOIN_WEIGHTS, type JoinWeights, sharesDay } from './evidence.ts';
import type { NameAgreement } from './name-comparison.ts';
import { agreementOf, type EntryPair, pairsByName } from './pairs.ts';
import type { JoinKind } from './telling-words.ts';
import { Vocabulary } from './vocabulary.ts';

/** How much less likely a third entry has to be, so that it does not compete. */
const LEAD = Math.log(100);

/** A pair of groups with the two of their entries that agree best. */
interface Candidate {
  readonly pair: EntryPair;
  readonly logOdds: number;
  readonly groups: readonly [number, number];
}

/**
 * Links between groups of entries of a kind that all the evidence together takes for one, the likeliest first. None
 * where a third group competes that has an entry of the same authority, unless that is evidently the same one listed
 * twice.
 */
export function evidenceLinks(
  entries: readonly EntryFacts[],
  groups: Groups,
  kind: JoinKind,
  weights: JoinWeights = JOIN_WEIGHTS[kind],
): Link[] {
  const rootOf = (place: number) => groups.membersOf(place)[0]!;
  const authorities = (root: number) => new Set(groups.membersOf(root).map((at) => authorityOf(entries[at]!.source)));
  const vocabulary = new Vocabulary(entries, kind);
  const candidates = candidatesOf(
    pairsByName(vocabulary, (a, b) => mayJoin(a, b)),
    rootOf,
    weights,
  );
  const byGroup = new Map<number, Candidate[]>();
  for (const candidate of candidates) {
    for (const root of candidate.groups) byGroup.set(root, [...(byGroup.get(root) ?? []), candidate]);
  }
  return candidates
    .filter(({ pair, logOdds }) => logOdds >= weights.least && BESIDE_NAMES.some((place) => pair.evidence[place]! > 0))
    .filter((candidate) => candidate.groups.every((root) => !hasRival(candidate, root)))
    .sort((one, other) => other.logOdds - one.logOdds || one.pair.a - other.pair.a || one.pair.b - other.pair.b)
    .map(linkOf);

  function mayJoin(a: number, b: number): boolean {
    const [one, other] = [entries[a]!, entries[b]!];
    return authorityOf(one.source) !== authorityOf(other.source) && groups.membersOf(a) !== groups.membersOf(b);
  }

  /** Whether the group of `root` is almost as likely one with another group that cannot be one with the candidate's. */
  function hasRival(candidate: Candidate, root: number): boolean {
    const end = otherEnd(candidate, root);
    const own = authorities(end);
    return byGroup.get(root)!.some((rival) => {
      if (rival === candidate || rival.logOdds <= candidate.logOdds - LEAD) return false;
      const third = otherEnd(rival, root);
      return !own.isDisjointFrom(authorities(third)) && !isListedTwice(end, third);
    });
  }

  /** Whether two groups are evidently one person, whom an authority lists under two programmes. */
  function isListedTwice(one: number, other: number): boolean {
    let isTwice = false;
    for (const a of groups.membersOf(one)) {
      for (const b of groups.membersOf(other)) {
        const name = agreementOf(a, b, vocabulary);
        if (name === undefined) continue;
        if (contradict(entries[a]!, entries[b]!)) return false;
        isTwice ||= isOneTwice(name, entries[a]!, entries[b]!);
      }
    }
    return isTwice;
  }
}

/**
 * Whether an authority itself could mean one by two entries under two programmes: the same name and birth date, or the
 * same three words. Under one programme it lists nobody twice.
 */
function isOneTwice(name: NameAgreement, a: EntryFacts, b: EntryFacts): boolean {
  const [own, other] = [a, b].map(({ programmes }) => new Set(programmes)) as [Set<string>, Set<string>];
  if (name.alike.length > 0 || own.size === 0 || other.size === 0 || !own.isDisjointFrom(other)) return false;
  return name.same.length >= MIN_WORDS || sharesDay(a, b);
}

const MIN_WORDS = 3;
/** Names and listing dates alone never join: one of these has to agree as well. */
const BESIDE_NAMES = (['birth-day', 'regime', 'country'] as const).map((wanted) =>
  EVIDENCE.findIndex(([kind]) => kind === wanted),
);

const otherEnd = ({ groups }: Candidate, root: number): number => (groups[0] === root ? groups[1] : groups[0]);

/** Log-odds that the two entries of a pair are one. */
function logOddsOf({ evidence }: Pick<EntryPair, 'evidence'>, { base, weights }: JoinWeights): number {
  return evidence.reduce((sum, count, kind) => sum + weights[kind]! * count, base);
}

/** The best pair of entries for each pair of groups. */
function candidatesOf(
  pairs: readonly EntryPair[],
  rootOf: (place: number) => number,
  weights: JoinWeights,
): readonly Candidate[] {
  const best = new Map<string, Candidate>();
  for (const pair of pairs) {
    const [one, other] = [rootOf(pair.a), rootOf(pair.b)];
    const groups = [Math.min(one, other), Math.max(one, other)] as const;
    const logOdds = logOddsOf(pair, weights);
    const known = best.get(groups.join());
    if (known === undefined || logOdds > known.logOdds) best.set(groups.join(), { pair, logOdds, groups });
  }
  return [...best.values()];
}

function linkOf({ pair: { a, b, name, evidence }, logOdds }: Candidate): Link {
  const agreements = EVIDENCE.flatMap(([kind], place) => (evidence[place]! > 0 && isAgreement(kind) ? [kind] : []));
  const { one, other } = name;
  const names = one.place === a ? ([one.full, other.full] as const) : ([other.full, one.full] as const);
  return { a, b, reason: 'evidence', why: { names, agreements, logOdds: Math.round(logOdds * 100) / 100 } };
}

const isAgreement = (kind: string): kind is JoinAgreement => (JOIN_AGREEMENTS as readonly string[]).includes(kind);
