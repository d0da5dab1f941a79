import { type EntryFacts, entryKey } from '../domain/list-entry.ts';
import { say } from '../sentences.ts';
import { type FactKind, statedFacts } from './entry-facts.ts';

/** A remark can be pages long; a sentence shows its beginning. */
const MAX_WORDS = 200;

/**
 * What lists say now and did not say before, and the other way round. One sentence each, empty where nothing changed.
 */
export function describeChanges(before: readonly EntryFacts[], now: readonly EntryFacts[]): string[] {
  const earlier = new Map(before.map((entry) => [entryKey(entry), entry]));
  const later = new Map(now.map((entry) => [entryKey(entry), entry]));
  const sentences: string[] = [];
  for (const [key, entry] of later) {
    const old = earlier.get(key);
    if (old) sentences.push(...entryChanges(old, entry));
    else sentences.push(say('change.entry-added', { list: entry.sourceName, id: entry.id }));
  }
  for (const [key, entry] of earlier) {
    if (!later.has(key)) sentences.push(say('change.entry-removed', { list: entry.sourceName, id: entry.id }));
  }
  return sentences;
}

function entryChanges(before: EntryFacts, now: EntryFacts): string[] {
  const [old, current] = [statedFacts(before), statedFacts(now)];
  return (Object.keys(current) as FactKind[]).flatMap((kind) => {
    const removed = old[kind].filter((words) => !current[kind].includes(words));
    const added = current[kind].filter((words) => !old[kind].includes(words));
    return factChanges(kind, now.sourceName, removed, added);
  });
}

function factChanges(kind: FactKind, list: string, removed: readonly string[], added: readonly string[]): string[] {
  const fact = say(`fact.${kind}`);
  if (removed.length === 1 && added.length === 1) {
    return [say('change.fact-changed', { fact, list, before: shown(removed[0]!), after: shown(added[0]!) })];
  }
  return [
    ...added.map((words) => say('change.fact-added', { fact, list, after: shown(words) })),
    ...removed.map((words) => say('change.fact-removed', { fact, list, before: shown(words) })),
  ];
}

function shown(words: string): string {
  const letters = [...words];
  return letters.length > MAX_WORDS ? `${letters.slice(0, MAX_WORDS).join('')}…` : words;
}
