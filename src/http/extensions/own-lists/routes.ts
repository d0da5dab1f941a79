import { Type } from 'typebox';
import { MAX_OWN_LISTS, type OwnList } from '../../../domain/own-list.ts';
import { TouchstoneError } from '../../../errors.ts';
import { readOwnEntry } from '../../../own-lists/entry-content.ts';
import { say } from '../../../sentences.ts';
import { type OwnListPorts, putOwnEntry, removeOwnList } from '../../../use-cases/own-lists.ts';
import type { App } from '../../app-type.ts';
import type { Services } from '../../services.ts';
import { cursorPage, readCursor } from '../cursor.ts';
import { checkIfMatch, checkIfNoneMatch, etagOf, IF_MATCH, IF_NONE_MATCH } from '../etag.ts';
import { invalidFields, Problem } from '../problems.ts';
import { extensionRoute, listRoute } from '../route.ts';
import { ENTRY_ID, LIST_NAME, OwnEntryBody, OwnEntryView, OwnListBody, OwnListView } from './schemas.ts';

const LISTS = '/api/OwnLists';
const LIST = `${LISTS}/:list`;
const ENTRIES = `${LIST}/entries`;
const ENTRY = `${ENTRIES}/:id`;
const TAG = 'Own lists';
const WRITES = ['customers'] as const;
const READS = ['customers:read'] as const;
const list = { list: LIST_NAME };
const entry = { list: LIST_NAME, id: ENTRY_ID };
const GONE = { 204: { description: 'Deleted.' } };

/** Lists of an account's own, which its searches find beside the official ones. */
export function ownListRoutes(app: App, services: Services): void {
  entryChanges(app, services);
  entryReadings(app, services);
  listChanges(app, services);
  listReadings(app, services);
}

/** What use cases of own lists are done with. */
export function portsOf({ records, ownLists }: Pick<Services, 'records' | 'ownLists'>): OwnListPorts {
  return {
    records,
    incomparable: (names) => ownLists.incomparable(names),
    wake: () => ownLists.wake(),
    foresee: (owner, names) => ownLists.foresee(owner, names),
    imported: (owner) => ownLists.imported(owner),
  };
}

/** The problem for a list that the account has not got. */
export function noOwnList(name: string): Problem {
  return new Problem('own-list-not-found', say('refusal.no-own-list', { list: name }));
}

/** What a use case refused, as a problem; anything else as it is. */
export function ownListProblem(error: unknown, name: string): unknown {
  if (!(error instanceof TouchstoneError)) return error;
  if (error.code === 'not-found') return noOwnList(name);
  if (error.code === 'full') return new Problem('own-list-full', error.message);
  if (error.code === 'list-unusable') return new Problem('own-list-doubtful', error.message);
  return error;
}

function listChanges(app: App, { records, ownLists }: Services): void {
  extensionRoute(
    app,
    {
      method: 'PUT',
      url: LIST,
      operationId: 'putOwnList',
      scopes: WRITES,
      tag: TAG,
      may: 'work',
      summary: 'Makes a list of the account’s own, or changes it',
      description:
        'Its entries are found by the screenings, batches and customers of this account alone, on every node within five seconds. Honours `If-Match` and `If-None-Match`.',
      params: list,
      headers: { ...IF_MATCH, ...IF_NONE_MATCH },
      body: OwnListBody,
      codes: ['own-list-taken', 'own-list-full', 'precondition-failed'],
      success: {
        200: { description: 'Changed, or the same.', schema: OwnListView },
        201: { description: 'Made.', schema: OwnListView },
      },
    },
    async ({ accountId, actor, params, body, request }, reply) => {
      const before = await records.ownLists.get(accountId, params.list);
      const etag = before && etagOf(before.version);
      checkIfNoneMatch(request, etag, say('refusal.own-list-taken', { list: params.list }));
      if (request.headers['if-match'] !== undefined) checkIfMatch(request, etag ?? '');
      const title = body.title.trim();
      if (title === '') throw invalidFields([{ field: 'title', message: 'title is empty.' }]);
      const head = { title, description: body.description?.trim() || null, enabled: body.enabled ?? true };
      const put = await records.ownLists.put(accountId, params.list, head, actor);
      if (put.kind === 'taken' || put.kind === 'full') throw notPut(put.kind, params.list);
      await ownLists.wake();
      reply.code(put.kind === 'created' ? 201 : 200).header('etag', etagOf(put.list.version));
      return viewOf(put.list);
    },
  );
  extensionRoute(
    app,
    {
      method: 'DELETE',
      url: LIST,
      operationId: 'deleteOwnList',
      scopes: WRITES,
      tag: TAG,
      may: 'work',
      summary: 'Deletes a list with all its entries',
      description: 'Alerts about its entries are closed as `delisted` within a minute. Records of screenings stay.',
      params: list,
      codes: ['own-list-not-found'],
      success: GONE,
    },
    async ({ accountId, actor, params }, reply) => {
      const gone = await removeOwnList({ records }, { owner: accountId, list: params.list }, actor);
      if (!gone) throw noOwnList(params.list);
      await ownLists.wake();
      reply.code(204);
    },
  );
}

function notPut(kind: 'taken' | 'full', name: string): Problem {
  if (kind === 'full') return new Problem('own-list-full', say('refusal.own-lists-full', { most: MAX_OWN_LISTS }));
  return new Problem('own-list-taken', say('refusal.own-list-taken', { list: name }));
}

function listReadings(app: App, { records }: Services): void {
  extensionRoute(
    app,
    {
      method: 'GET',
      url: LIST,
      operationId: 'getOwnList',
      kind: 'resource',
      scopes: READS,
      tag: TAG,
      may: 'reading',
      summary: 'One list of the account’s own',
      description: 'With the number of its entries and the version of its last change.',
      params: list,
      codes: ['own-list-not-found'],
      success: { 200: { description: 'The list.', schema: OwnListView } },
    },
    async ({ accountId, params }, reply) => {
      const found = await records.ownLists.get(accountId, params.list);
      if (!found) throw noOwnList(params.list);
      reply.header('etag', etagOf(found.version));
      return viewOf(found);
    },
  );
  listRoute(
    app,
    {
      url: LISTS,
      operationId: 'listOwnLists',
      scopes: READS,
      tag: TAG,
      may: 'reading',
      summary: 'The lists of the account’s own, by name',
      description: 'Those that the operator has for everybody are not among them.',
      item: OwnListView,
      page: 'A page of lists.',
    },
    async ({ accountId, query }) => {
      const { limit, after } = readCursor(query, 'own-lists', ['']);
      const all = await records.ownLists.all(accountId);
      const rest = after ? all.filter((one) => one.list > String(after[0])) : all;
      return cursorPage(rest, { limit, list: 'own-lists' }, (one) => [one.list], viewOf);
    },
  );
}

function entryChanges(app: App, { records, ownLists, now }: Services): void {
  extensionRoute(
    app,
    {
      method: 'PUT',
      url: ENTRY,
      operationId: 'putOwnEntry',
      scopes: WRITES,
      tag: TAG,
      may: 'work',
      summary: 'Adds an entry to a list, or changes it',
      description:
        'The same content again changes nothing. Monitored customers are compared with it within a minute. Honours `If-Match` and `If-None-Match`.',
      params: entry,
      headers: { ...IF_MATCH, ...IF_NONE_MATCH },
      body: OwnEntryBody,
      codes: ['own-list-not-found', 'own-list-full', 'precondition-failed'],
      success: {
        200: { description: 'Changed, or the same.', schema: OwnEntryView },
        201: { description: 'Added.', schema: OwnEntryView },
      },
    },
    async ({ accountId: owner, actor, params, body, request }, reply) => {
      const before = await records.ownLists.entry(owner, params.list, params.id);
      const etag = before && etagOf(before.version);
      checkIfNoneMatch(request, etag, say('row.id-again', { id: params.id }));
      if (request.headers['if-match'] !== undefined) checkIfMatch(request, etag ?? '');
      const content = readOwnEntry(body, now());
      if (!('name' in content)) throw invalidFields(content);
      const ports = portsOf({ records, ownLists });
      const put = await putOwnEntry(ports, { owner, list: params.list }, { id: params.id, content }, actor).catch(
        (error: unknown) => {
          throw ownListProblem(error, params.list);
        },
      );
      const stored = await records.ownLists.entry(owner, params.list, params.id);
      if (!stored) throw noOwnList(params.list);
      reply.code(put === 'added' ? 201 : 200).header('etag', etagOf(stored.version));
      return stored;
    },
  );
  extensionRoute(
    app,
    {
      method: 'DELETE',
      url: ENTRY,
      operationId: 'deleteOwnEntry',
      scopes: WRITES,
      tag: TAG,
      may: 'work',
      summary: 'Deletes an entry of a list',
      description: 'It is found no more, and alerts about it are closed as `delisted` within a minute.',
      params: entry,
      codes: ['own-list-not-found', 'own-entry-not-found'],
      success: GONE,
    },
    async ({ accountId, actor, params }, reply) => {
      const removed = await records.ownLists.removeEntries(accountId, params.list, [params.id], actor);
      if (!removed) throw await missing(records, accountId, params);
      await ownLists.wake();
      reply.code(204);
    },
  );
}

function entryReadings(app: App, { records }: Services): void {
  extensionRoute(
    app,
    {
      method: 'GET',
      url: ENTRY,
      operationId: 'getOwnEntry',
      kind: 'resource',
      scopes: READS,
      tag: TAG,
      may: 'reading',
      summary: 'One entry of a list',
      description: 'Also one that has ended, for 30 days.',
      params: entry,
      codes: ['own-list-not-found', 'own-entry-not-found'],
      success: { 200: { description: 'The entry.', schema: OwnEntryView } },
    },
    async ({ accountId, params }, reply) => {
      const found = await records.ownLists.entry(accountId, params.list, params.id);
      if (!found) throw await missing(records, accountId, params);
      reply.header('etag', etagOf(found.version));
      return found;
    },
  );
  listRoute(
    app,
    {
      url: ENTRIES,
      operationId: 'listOwnEntries',
      scopes: READS,
      tag: TAG,
      may: 'reading',
      summary: 'The entries of a list, by their ids',
      description: 'All of them, or those that have every word of `name`.',
      params: list,
      query: {
        name: Type.Optional(
          Type.String({
            minLength: 1,
            maxLength: 200,
            description: 'Words of a name, the id or a number, in any order and script.',
          }),
        ),
      },
      item: OwnEntryView,
      codes: ['own-list-not-found'],
      page: 'A page of entries.',
    },
    async ({ accountId, params, query }) => {
      const { limit, after } = readCursor(query, 'own-entries', ['']);
      if (!(await records.ownLists.get(accountId, params.list))) throw noOwnList(params.list);
      const from = after && String(after[0]);
      const read = await records.ownLists.entries(accountId, params.list, {
        name: query.name,
        after: from,
        limit: limit + 1,
      });
      return cursorPage(read, { limit, list: 'own-entries' }, ({ id }) => [id]);
    },
  );
}

async function missing(
  records: Services['records'],
  accountId: number,
  { list: name, id }: { readonly list: string; readonly id: string },
): Promise<Problem> {
  if (!(await records.ownLists.get(accountId, name))) return noOwnList(name);
  return new Problem('own-entry-not-found', say('refusal.no-own-entry', { list: name, id }));
}

function viewOf({ id: _, ...own }: OwnList) {
  return own;
}
