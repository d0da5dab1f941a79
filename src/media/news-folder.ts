import { join } from 'node:path';
import { MediaStore } from './media-store.ts';

/** Where news comes from: the Global Knowledge Graph, and feeds that the operator names. */
export const MEDIA_SOURCES = ['gdelt', 'feeds'] as const;
export type MediaSource = (typeof MEDIA_SOURCES)[number];

/** The news of a data directory: what each source brought, and the index of all names. */
export class NewsFolder {
  readonly root: string;
  readonly sources: readonly MediaSource[];

  /** Of a data directory. */
  static of(dataDir: string, sources: readonly MediaSource[]): NewsFolder {
    return NewsFolder.at({ root: join(dataDir, 'media'), sources });
  }

  static at({ root, sources }: Pick<NewsFolder, 'root' | 'sources'>): NewsFolder {
    return new NewsFolder(root, sources);
  }

  private constructor(root: string, sources: readonly MediaSource[]) {
    this.root = root;
    this.sources = sources;
  }

  /** All sources in one word. */
  get source(): MediaSource | 'both' {
    return this.sources.length > 1 ? 'both' : this.sources[0]!;
  }

  get indexFile(): string {
    return join(this.root, 'index.db');
  }

  store(source: MediaSource): MediaStore {
    return new MediaStore(join(this.root, source));
  }

  get stores(): readonly { readonly source: MediaSource; readonly store: MediaStore }[] {
    return this.sources.map((source) => ({ source, store: this.store(source) }));
  }
}
