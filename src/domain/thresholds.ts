/** Scores from 0 to 100: below `fail` fails, `sure` and above passes, between them is manual review. */
export interface Band {
  readonly fail: number;
  readonly sure: number;
}

/** What decides a verification: the confidence of the faces, and the liveness score. */
export interface Thresholds {
  readonly match: Band;
  readonly liveness: Band;
}

/** The bands of the specification's guidance on scores. */
export const DEFAULT_THRESHOLDS: Thresholds = { match: { fail: 70, sure: 80 }, liveness: { fail: 70, sure: 80 } };
