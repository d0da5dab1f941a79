import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { type TSchema, Type } from 'typebox';
import { TouchstoneError } from '../../../errors.ts';
import { type OwnListForm, type OwnListRow, ownListRows } from '../../../own-lists/list-rows.ts';
import { say } from '../../../sentences.ts';
import { TABLE_TYPES } from '../../../spreadsheets/as-csv.ts';
import { importOwnList } from '../../../use-cases/own-lists.ts';
import type { App } from '../../app-type.ts';
import type { Services } from '../../services.ts';
import { bodyChunks, sheetIn } from '../batch/csv.ts';
import { SHEET_QUERY, WORKBOOKS } from '../batch/schemas.ts';
import { invalidFields, Problem } from '../problems.ts';
import { extensionRoute } from '../route.ts';
import { noOwnList, ownListProblem, portsOf } from './routes.ts';
import { LIST_NAME, OwnListImportView } from './schemas.ts';

const FORMS: Readonly<Record<string, OwnListForm>> = {
  ...Object.fromEntries(TABLE_TYPES.map((type) => [type, 'table' as const])),
  'application/x-ndjson': 'lines',
};
/** Files that are read at once: each takes memory for all its entries. */
const MAX_AT_ONCE = 4;
const TYPES = 'text/csv, a workbook (Excel, ODS) or application/x-ndjson';

/** The rows of a file that came as a body. */
class SentFile {
  readonly rows: readonly (readonly OwnListRow[])[];

  constructor(rows: readonly (readonly OwnListRow[])[]) {
    this.rows = rows;
  }
}

/** Files of own lists. */
export function ownListImportRoutes(app: App, services: Services): void {
  // A scope of its own: only here are tables and lines a body that is read.
  app.register(async (scope) => {
    takeFiles(scope as App, services);
    scope.setErrorHandler((error) => {
      throw (error as { code?: unknown }).code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE' ? wrongType() : error;
    });
    importRoute(scope as App, services);
  });
}

/** Reads a file while it arrives. One at a time of an account. */
function takeFiles(scope: App, { now }: Services): void {
  const reading = new Map<number, FastifyRequest>();
  for (const [type, form] of Object.entries(FORMS)) {
    scope.addContentTypeParser(type, (request: FastifyRequest, payload: IncomingMessage, done) => {
      const { accountId } = request.caller!;
      const busy = say('refusal.own-import-busy');
      if (reading.has(accountId) || reading.size >= MAX_AT_ONCE) {
        payload.resume();
        done(reading.has(accountId) ? new Problem('import-under-way', busy) : new TouchstoneError('busy', busy));
        return;
      }
      reading.set(accountId, request);
      readFile(request, payload, form, now()).then(
        (file) => done(null, file),
        (error: Error) => {
          // The answer finds a client that listens only once all that it sends is taken.
          payload.resume();
          done(error);
        },
      );
    });
  }
  const ended = async (request: FastifyRequest): Promise<void> => {
    const accountId = request.caller?.accountId;
    if (accountId !== undefined && reading.get(accountId) === request) reading.delete(accountId);
  };
  scope.addHook('onResponse', ended);
  scope.addHook('onRequestAbort', ended);
}

async function readFile(request: FastifyRequest, payload: IncomingMessage, form: OwnListForm, now: Date) {
  const digest = createHash('sha256');
  const rows: (readonly OwnListRow[])[] = [];
  for await (const page of ownListRows(bodyChunks(payload, digest), form, now, sheetIn(request))) rows.push(page);
  request.bodyDigest = digest.digest('hex');
  return new SentFile(rows);
}

function importRoute(scope: App, services: Services): void {
  extensionRoute(
    scope,
    {
      method: 'POST',
      url: '/api/OwnLists/:list/import',
      operationId: 'importOwnList',
      scopes: ['customers'],
      tag: 'Own lists',
      may: 'work',
      summary: 'Replaces the entries of a list by those of a file',
      description:
        'CSV or a workbook (Excel, ODS) with the columns id, name, entityType, and optionally otherNames, dateOfBirth, countries, identifiers, reason and until; several values stand between bars. Or NDJSON of the same members, or of FollowTheMoney entities.\nA file without entries, or that lacks more than a fifth of the list, is refused (`force` takes it). Rows that are no entries are refused alone.',
      params: { list: LIST_NAME },
      query: {
        mode: Type.Optional(
          Type.Unsafe<'replace' | 'add'>({
            type: 'string',
            enum: ['replace', 'add'],
            default: 'replace',
            description: '`add`: what is not in the file stays.',
          }),
        ),
        force: Type.Optional(
          Type.Boolean({ default: false, description: 'Takes a file that lacks much of the list.' }),
        ),
        ...SHEET_QUERY,
        preview: Type.Optional(Type.Boolean({ default: false, description: 'Tells what would change, and no more.' })),
      },
      body: BODY as never,
      namesNobody: true,
      bounded: true,
      codes: ['own-list-not-found', 'own-list-doubtful', 'own-list-full', 'import-under-way', 'body-too-large'],
      success: { 200: { description: 'What changed.', schema: OwnListImportView } },
    },
    async ({ accountId: owner, actor, params: { list }, query, request: { body } }) => {
      if (!(await services.records.ownLists.get(owner, list))) throw noOwnList(list);
      if (!(body instanceof SentFile)) throw wrongType();
      const { mode = 'replace', force = false, preview = false } = query;
      const file = { rows: body.rows, mode, force, preview };
      return importOwnList(portsOf(services), { owner, list }, file, actor).catch((error: unknown) => {
        throw ownListProblem(error, list);
      });
    },
  );
}

const LINE = { id: 'C-4711', name: 'Jon Example', entityType: 'Individual', otherNames: ['Jon Q. Example'] };

const BODY = Type.Unsafe<unknown>({
  content: {
    'text/csv': {
      schema: {
        description: 'A header and at most 100,000 rows. Comma or semicolon, UTF-8 or UTF-16.',
        examples: ['id,name,entityType,otherNames\nC-4711,Jon Example,Individual,Jon Q. Example|J. Example\n'],
      },
    },
    'application/x-ndjson': {
      schema: { description: 'An object on each line, in UTF-8.', examples: [`${JSON.stringify(LINE)}\n`] },
    },
    ...WORKBOOKS,
  },
} as TSchema);

function wrongType(): Problem {
  return invalidFields([{ field: 'Content-Type', message: `The Content-Type must be ${TYPES}.` }]);
}
