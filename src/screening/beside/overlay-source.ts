import type { SearchedOwnLists } from '../../domain/own-list.ts';
import type { Overlay } from './part.ts';

/** What an account has beside the snapshot. */
export interface AccountOverlay {
  readonly overlay: Overlay;
  readonly searched: SearchedOwnLists;
}

/** The snapshot that searches use. */
export interface SnapshotInUse {
  readonly id: string;
  readonly index: SharedArrayBuffer;
  readonly factsFile: string;
}

/** Knows what each account has beside the snapshot. */
export interface OverlaySource {
  /** Undefined for an account that has nothing, which is told at once. Throws `busy` where it cannot be had now. */
  of(account: number): Promise<AccountOverlay | undefined> | undefined;
  /** The snapshot that searches use from now on. */
  adopt(snapshot: SnapshotInUse): void;
}
