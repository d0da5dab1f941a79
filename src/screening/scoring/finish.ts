import type { CodeOf } from '../../sentences.ts';
import { ACRONYM, PRIMARY, WEAK } from '../index/compile.ts';
import type { BirthEvidence } from './birth-date.ts';
import { type Characters, MAX_FOR_OTHER_CHARACTERS } from './characters.ts';
import { commonness } from './commonness.ts';
import type { Alignment } from './judge.ts';
import {
  FATHER_IS_SON_POINTS,
  MAX_FOR_ACRONYM,
  MAX_FOR_IMPOSSIBLE,
  MAX_FOR_SINGLE_WEAK,
  MAX_FOR_UNIQUE,
  MIN_FOR_ACRONYM,
  MIN_FOR_UNIQUE,
  MOTHERS_ALONE_POINTS,
  OTHER_ORDER_POINTS,
  OTHER_WRITING_POINTS,
  type Parameters,
  SHUFFLED_POINTS,
  SHUFFLED_SYLLABLES_POINTS,
  WEAK_ALIAS_POINTS,
} from './parameters.ts';

interface Adjustment {
  readonly reason: CodeOf<'score'>;
  readonly points: number;
}

/** A score with what made it: `score = nameScore + Σ points`. */
export interface FinishedScore {
  readonly score: number;
  readonly nameScore: number;
  readonly adjustments: readonly Adjustment[];
}

/** What else counts besides the alignment. */
export interface Circumstances {
  readonly flags: number;
  /** First letters that several entities' names have. */
  readonly ambiguous: boolean;
  /** The query is the name as the list writes it, but for case and punctuation. */
  readonly sameSurface: boolean;
  readonly characters: Characters;
  readonly birth: BirthEvidence | undefined;
  /** Two bearers of the name are unlikely. Asked only where the dates of birth cannot be one person's. */
  readonly isUnique: () => boolean;
}

export function finishScore(
  alignment: Alignment,
  parameters: Parameters,
  { flags, ambiguous, sameSurface, characters, birth, isUnique }: Circumstances,
): FinishedScore {
  if (flags & ACRONYM && (ambiguous || alignment.score < MIN_FOR_ACRONYM || alignment.pairs[0]!.similarity < 1)) {
    return { score: 0, nameScore: 0, adjustments: [] };
  }
  const nameScore = hundredths(sameSurface && alignment.complete ? 100 : alignment.score);
  const adjustments: Adjustment[] = [];
  let score = nameScore;
  const adjust = (reason: Adjustment['reason'], points: number) => {
    const reached = Math.min(100, Math.max(0, hundredths(score + points)));
    if (reached === score) return;
    adjustments.push({ reason, points: hundredths(reached - score) });
    score = reached;
  };
  if (flags & ACRONYM) adjust('acronym', Math.min(0, MAX_FOR_ACRONYM - score));
  else if (alignment.complete && !sameSurface) {
    if (alignment.inOrder) adjust('other-writing', OTHER_WRITING_POINTS);
    else adjust('other-order', OTHER_ORDER_POINTS);
  }
  if (alignment.shuffled) {
    adjust('shuffled', parameters.syllables ? SHUFFLED_SYLLABLES_POINTS : SHUFFLED_POINTS);
  }
  if (alignment.mothersAlone) adjust('mothers-name-alone', MOTHERS_ALONE_POINTS);
  if (characters === 'other') adjust('other-characters', Math.min(0, MAX_FOR_OTHER_CHARACTERS - score));
  const common = sameSurface || characters === 'same' ? 0 : commonPoints(score, alignment, parameters);
  if (common < 0) adjust('common-name', common);
  if (alignment.fatherIsSon) adjust('father-is-son', FATHER_IS_SON_POINTS);
  if (flags & WEAK && !(flags & PRIMARY)) {
    adjust('weak-alias', WEAK_ALIAS_POINTS);
    if (alignment.words < 2 && score > MAX_FOR_SINGLE_WEAK) {
      adjust('weak-alias-one-word', MAX_FOR_SINGLE_WEAK - score);
    }
  }
  if (birth?.isImpossible) {
    const reached = score + birth.points;
    if (alignment.complete && score >= MIN_FOR_UNIQUE && isUnique()) {
      adjust('born-another-date-unique-name', Math.min(MAX_FOR_UNIQUE, Math.max(MIN_FOR_UNIQUE, reached)) - score);
    } else adjust(birth.reason, Math.min(MAX_FOR_IMPOSSIBLE, reached) - score);
  } else if (birth) adjust(birth.reason, birth.points);
  return { score, nameScore, adjustments };
}

/** No name falls under this for being common. */
const STAYS_AT = 80;

/** Many people share a common name in its own script, and many names of that script share a Latin spelling. */
function commonPoints(score: number, alignment: Alignment, parameters: Parameters): number {
  const { common, commonStaysAt = STAYS_AT } = parameters;
  return -Math.min(common * commonness(alignment, parameters), Math.max(0, score - commonStaysAt));
}

const hundredths = (value: number): number => Math.round(value * 100) / 100;
