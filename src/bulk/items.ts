import { createHash } from 'node:crypto';
import { namedAsColumns } from '../csv/columns.ts';
import { identifiersInItem } from '../csv/row-identifiers.ts';
import { otherNamesInItem } from '../csv/row-settings.ts';
import type { PendingRow } from '../domain/batch.ts';
import { MAX_IDENTIFIERS } from '../domain/identifier.ts';
import { isStorable } from '../domain/storable.ts';
import { isObject } from '../json-object.ts';
import { MAX_DEPTH, shapeProblem } from '../json-shape.ts';
import { say } from '../sentences.ts';
import { boundedRow, PAGE_ROWS } from './rows.ts';

/** Items of one request as JSON; a file of CSV may have a million rows. */
export const MAX_ITEMS = 10_000;
/** So many wrong items are named. */
const MAX_PROBLEMS = 50;

/** What is wrong with a body: the field, and a sentence. */
export interface ItemsProblem {
  readonly field: string;
  readonly message: string;
}

/** A list of items as rows, page by page, and the SHA-256 (hex) of what was sent; or why it is none. */
export type ReadItems =
  | { readonly pages: readonly PendingRow[][]; readonly digest: string }
  | { readonly problems: readonly ItemsProblem[] };

/** Members of an item that was sent as JSON, whose types may be wrong. */
type SentItem = Readonly<
  Partial<Record<(typeof TEXT_MEMBERS)[number] | 'minScore' | 'identifiers' | 'otherNames', unknown>>
>;

const TEXT_MEMBERS = ['reference', 'name', 'entityType', 'dateOfBirth'] as const;

/**
 * Reads the JSON body of a batch. Its size is looked at before its items, and looking at these ends with the 50th that
 * is no object. What else is wrong with an item is kept in its row.
 */
export function readItems(bytes: Uint8Array): ReadItems {
  const body = parsed(bytes);
  if ('problem' in body) return { problems: [{ field: 'body', message: body.problem }] };
  const { items } = body.value;
  if (items === undefined || items === null) return wrong('items is missing.');
  if (!Array.isArray(items)) return wrong('items must be a list.');
  if (items.length === 0) return wrong('items is empty.');
  if (items.length > MAX_ITEMS) return wrong(`items must have ${MAX_ITEMS} items or fewer.`);
  const problems: ItemsProblem[] = [];
  for (const [place, item] of items.entries()) {
    if (isObject(item)) continue;
    const field = `items[${place}]`;
    problems.push({ field, message: `${field} must be an object.` });
    if (problems.length === MAX_PROBLEMS) break;
  }
  if (problems.length > 0) return { problems };
  const digest = createHash('sha256').update(JSON.stringify(body.value)).digest('hex');
  return { pages: pagesOf(items as readonly SentItem[]), digest };
}

function wrong(message: string): ReadItems {
  return { problems: [{ field: 'items', message }] };
}

function parsed(bytes: Uint8Array): { readonly value: { readonly items?: unknown } } | { readonly problem: string } {
  if (bytes.length === 0) return { problem: 'The body is empty; it must be a JSON object.' };
  if (shapeProblem(bytes, Number.POSITIVE_INFINITY)) return { problem: say('body.too-deep', { most: MAX_DEPTH }) };
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return { problem: 'The body is not valid UTF-8.' };
  }
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? { value } : { problem: 'The body must be a JSON object.' };
  } catch {
    return { problem: 'The body is not valid JSON.' };
  }
}

function pagesOf(items: readonly SentItem[]): PendingRow[][] {
  const pages: PendingRow[][] = [];
  for (let start = 0; start < items.length; start += PAGE_ROWS) {
    pages.push(items.slice(start, start + PAGE_ROWS).map((item, place) => rowOf(sentAs(item), start + place)));
  }
  return pages;
}

/** An item with its members called as they are here: a file may call them otherwise, and nothing is lost. */
function sentAs(item: SentItem): SentItem {
  const { id: reference, ...members } = namedAsColumns(item as Readonly<Record<string, unknown>>);
  return reference === undefined || 'reference' in members ? members : { ...members, reference };
}

function rowOf(item: SentItem, row: number): PendingRow {
  const text = (member: (typeof TEXT_MEMBERS)[number]) => {
    const value = item[member];
    return typeof value === 'string' ? value.trim() : '';
  };
  const sent = { name: text('name'), type: text('entityType'), dateOfBirth: text('dateOfBirth') };
  const { minScore } = item;
  const identifiers = identifiersInItem(item.identifiers) ?? [];
  const otherNames = otherNamesInItem(item.otherNames);
  const problem = problemOf(item) ?? (typeof otherNames === 'string' ? otherNames : undefined);
  return boundedRow({
    row,
    line: row + 1,
    reference: text('reference'),
    ...sent,
    ...(typeof minScore === 'number' && { minScore }),
    ...(identifiers.length > 0 && { identifiers }),
    ...(typeof otherNames !== 'string' && otherNames.length > 0 && { otherNames }),
    ...(problem && { problem }),
  });
}

/** The first member that cannot be used; a null says the same as leaving it out. */
function problemOf(item: SentItem): string | undefined {
  for (const member of TEXT_MEMBERS) {
    const value = item[member] ?? '';
    if (typeof value !== 'string') return say('row.no-text', { member });
    if (!isStorable(value)) return say('row.no-text', { member });
  }
  const minScore = item.minScore ?? 0;
  const isScore = typeof minScore === 'number' && minScore >= 0 && minScore <= 100;
  if (!isScore) return say('body.min-score-invalid');
  return identifiersInItem(item.identifiers) ? undefined : say('row.identifiers', { most: MAX_IDENTIFIERS });
}
