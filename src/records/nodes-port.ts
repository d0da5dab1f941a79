/** What a note is about. */
export type NoteTopic = 'own-lists' | 'rate' | 'sign-in' | 'snapshot';

/**
 * Short notes between the processes that share the records. The others hear one within milliseconds; one that was away
 * then never hears it. So they carry only what may be lost.
 */
export interface NodeNotes {
  /** At most 7,000 bytes. Not awaited. */
  tell(topic: NoteTopic, note: string): void;
  /** Hears the others, and not itself. One listener for a topic. */
  hear(topic: NoteTopic, listener: (note: string) => void): void;
}

/** Of a process that shares its records with nobody. */
export const ALONE: NodeNotes = { tell: () => {}, hear: () => {} };
