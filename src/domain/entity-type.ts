export type EntityType = 'Individual' | 'Organization';
