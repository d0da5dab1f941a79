/** What a query asks for; vessels and aircraft are never matches. */
export type EntityType = 'Individual' | 'Organization';
