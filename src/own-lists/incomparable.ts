import type { OwnEntryContent } from '../domain/own-list.ts';
import { isReadable } from '../screening/names/analyse.ts';

export type OwnName = Pick<OwnEntryContent, 'name' | 'entityType'>;

/** Whose name it is. */
export const kindOf = ({ entityType }: OwnName) => (entityType === 'Individual' ? 'person' : 'organization');

/** Whether a name leaves nothing to compare: nobody would ever find it. */
export const isIncomparable = (one: OwnName): boolean => !isReadable(one.name, kindOf(one));
