import { entryKindOf } from '../domain/entity-type.ts';
import type { OwnEntryContent } from '../domain/own-list.ts';
import { isReadable } from '../screening/names/analyse.ts';

export type OwnName = Pick<OwnEntryContent, 'name' | 'entityType'>;

/** Whether a name leaves nothing to compare: nobody would ever find it. */
export const isIncomparable = ({ name, entityType }: OwnName): boolean => !isReadable(name, entryKindOf(entityType));
