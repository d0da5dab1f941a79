/** How many records an account made in some stretch of time, by result. */
export interface RecordCounts {
  readonly clear: number;
  readonly matched: number;
  readonly verified: number;
  readonly notVerified: number;
  readonly review: number;
}
