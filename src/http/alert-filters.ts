import { LIST_CATEGORIES, type ListCategory } from '../domain/list-category.ts';
import { SOURCES } from '../watchlists/registry.ts';

/** Ids of the lists that a category and a list name together; undefined where neither is given. */
export function sourcesOf(category: string | undefined, source: string | undefined): string[] | undefined {
  if (!category && !source) return undefined;
  const wanted = SOURCES.filter((list) => !category || list.category === category);
  return wanted.map(({ id }) => id).filter((id) => !source || id === source);
}

export const CATEGORIES: readonly ListCategory[] = LIST_CATEGORIES;
export const SOURCE_IDS: readonly string[] = SOURCES.map(({ id }) => id);
