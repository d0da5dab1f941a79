import type { OwnEntryContent } from '../domain/own-list.ts';
import { analyseName } from '../screening/names/analyse.ts';

export type OwnName = Pick<OwnEntryContent, 'name' | 'entityType'>;

/** Whether a name leaves nothing to compare: nobody would ever find it. */
export function isIncomparable({ name, entityType }: OwnName): boolean {
  const { readings } = analyseName(name, entityType === 'Individual' ? 'person' : 'organization');
  return !readings.some(({ tokens }) => tokens.length > 0);
}
