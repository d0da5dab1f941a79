/** How a sync went: `failed` where not every list was refreshed, `stuck` where it was ended at its limit. */
export interface SyncRun {
  readonly result: 'ok' | 'failed' | 'stuck';
  readonly startedAt: Date;
  /** False where it was to refresh only the lists that were due. */
  readonly everyList: boolean;
}
