/** Filters of the queue that somebody keeps under a name. */
export interface SavedView {
  readonly name: string;
  /** By the name of the filter. */
  readonly filter: Readonly<Record<string, string>>;
}

/** Views that a person may keep. */
export const MAX_VIEWS = 20;
