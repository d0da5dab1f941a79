/** What a query asks for; vessels and aircraft are never matches. */
export type EntityType = 'Individual' | 'Organization';

/** The kind of listed entry that a query of a type asks for. */
export const entryKindOf = (entityType: EntityType): 'person' | 'organization' =>
  entityType === 'Individual' ? 'person' : 'organization';
