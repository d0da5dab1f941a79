import { setTimeout as sleep } from 'node:timers/promises';
import type { Actor } from '../domain/actor.ts';
import type { SandboxChange } from '../domain/sandbox-change.ts';
import { changeSandbox, type SandboxListState, sandboxListState } from '../watchlists/change-sandbox.ts';
import type { Lists } from '../watchlists/lists.ts';
import type { SandboxNews } from './news.ts';

/** The list of the sandbox that changes on request. */
export interface SandboxListChanges {
  state(): Promise<SandboxListState>;
  /** Resolves once searches use what changed; undefined where the change cannot come now. */
  change(change: SandboxChange, actor: Actor): Promise<SandboxListState | undefined>;
}

/** The service looks for a newer snapshot every second. */
const PATIENCE_MS = 5_000;
const LOOK_MS = 50;

interface Changed {
  readonly lists: Lists;
  readonly pool: { readonly snapshot: string | undefined };
  readonly news: SandboxNews | undefined;
  readonly now: () => Date;
}

/** How the running sandbox changes its list. Where the entry comes, the news tells of it too. */
export function sandboxListChanges({ lists, pool, news, now }: Changed): SandboxListChanges {
  return {
    state: () => sandboxListState(lists),
    change: async (change, actor) => {
      const state = await changeSandbox(lists, change, actor);
      for (let waited = 0; state && pool.snapshot !== state.snapshot && waited < PATIENCE_MS; waited += LOOK_MS) {
        await sleep(LOOK_MS);
      }
      if (state && change === 'add') news?.tell(state.entry.names[0]!.full, now());
      return state;
    },
  };
}
