/** `open` and `escalated` wait for a person. `delisted`: the entity has left its list. */
export const ALERT_STATES = ['open', 'confirmed', 'dismissed', 'escalated', 'delisted'] as const;
export type AlertStateName = (typeof ALERT_STATES)[number];
