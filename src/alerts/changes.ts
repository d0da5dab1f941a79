import type { EntryFacts } from '../domain/list-entry.ts';
import { entryKey, FACT_WORDS, type FactKind, statedFacts } from './facts.ts';

/** A remark can be pages long; a sentence shows its beginning. */
const MAX_WORDS = 200;

/** What lists say now that they did not say before, and the other way round: a sentence each, empty where nothing changed. */
export function changes(before: readonly EntryFacts[], now: readonly EntryFacts[]): string[] {
  const earlier = new Map(before.map((entry) => [entryKey(entry), entry]));
  const later = new Map(now.map((entry) => [entryKey(entry), entry]));
  const sentences: string[] = [];
  for (const [key, entry] of later) {
    const old = earlier.get(key);
    if (old) sentences.push(...entryChanges(old, entry));
    else sentences.push(`Now also on ${entry.sourceName} (${entry.id}).`);
  }
  for (const [key, entry] of earlier) {
    if (!later.has(key)) sentences.push(`No longer on ${entry.sourceName} (${entry.id}).`);
  }
  return sentences;
}

function entryChanges(before: EntryFacts, now: EntryFacts): string[] {
  const [old, current] = [statedFacts(before), statedFacts(now)];
  return (Object.keys(FACT_WORDS) as FactKind[]).flatMap((kind) => {
    const removed = old[kind].filter((words) => !current[kind].includes(words));
    const added = current[kind].filter((words) => !old[kind].includes(words));
    return factChanges(`${FACT_WORDS[kind]}`, now.sourceName, removed, added);
  });
}

function factChanges(what: string, where: string, removed: readonly string[], added: readonly string[]): string[] {
  if (removed.length === 1 && added.length === 1) {
    return [`${what} changed on ${where}: ${shown(removed[0]!)} is now ${shown(added[0]!)}.`];
  }
  return [
    ...added.map((words) => `${what} added on ${where}: ${shown(words)}.`),
    ...removed.map((words) => `${what} removed on ${where}: ${shown(words)}.`),
  ];
}

function shown(words: string): string {
  const letters = [...words];
  return letters.length > MAX_WORDS ? `${letters.slice(0, MAX_WORDS).join('')}…` : words;
}
