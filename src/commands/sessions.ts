import {
  CAPTURE_DOCUMENTS,
  CAPTURE_LANGUAGES,
  CAPTURE_LIFE,
  CAPTURE_STATUSES,
  type CaptureSession,
} from '../domain/capture-session.ts';
import { RECORD_REFERENCE, REFERENCE_FORM } from '../domain/record-reference.ts';
import { TouchstoneError } from '../errors.ts';
import { table } from '../printable.ts';
import { say } from '../sentences.ts';
import { captureBase, captureUrl, localUrl } from '../service-url.ts';
import type { Command, OptionValues } from './command.ts';
import { option, positional, required, wholeNumber } from './values.ts';

const ANY_OF = new Intl.ListFormat('en', { type: 'disjunction' });
const MOST_LISTED = 200;
const BEHIND_PROXY = ' Behind a proxy, put its host name in place of this one, or set TOUCHSTONE_PUBLIC_URL.';

export const sessionsCreate: Command = {
  name: 'sessions create',
  summary: 'Makes a link by which a person verifies themselves; it is shown this once',
  usage: `
  --account ID          for whom
  --reference R         what you call the person by
  --language L          of the page: ${CAPTURE_LANGUAGES.join(', ')}; the browser says without it
  --country C           whose documents are taken, ISO 3166-1 code; any without it
  --document-type T     kinds of documents that are taken, in quotes; may be repeated: ${CAPTURE_DOCUMENTS.join(', ')}
  --redirect-url URL    where the browser goes at the end; its origin stands with the account
  --expires-in SECONDS  ${CAPTURE_LIFE.least} to ${CAPTURE_LIFE.most}; ${CAPTURE_LIFE.standard} without it
  --no-movement         a still of the face is enough
  --upload              pictures may come from files, too`,
  options: {
    account: { type: 'string' },
    reference: { type: 'string' },
    language: { type: 'string' },
    country: { type: 'string' },
    'document-type': { type: 'string', multiple: true },
    'redirect-url': { type: 'string' },
    'expires-in': { type: 'string' },
    'no-movement': { type: 'boolean' },
    upload: { type: 'boolean' },
  },
  async run({ values, positionals, config, print }) {
    positional(positionals, this.name, []);
    const accountId = accountIn(values, this.name);
    const wanted = {
      accountId,
      keyId: null,
      userId: null,
      reference: referenceIn(values),
      language: among(values, 'language', CAPTURE_LANGUAGES),
      country: await countryIn(values),
      documentTypes: documentsIn(values),
      redirectUrl: option(values, 'redirect-url') ?? null,
      movement: values['no-movement'] !== true,
      upload: values.upload === true,
      expiresIn: lifeIn(values),
    };
    const [{ withRecords }, { createCapture }] = await Promise.all([
      import('../open-records.ts'),
      import('../use-cases/capture-sessions.ts'),
    ]);
    const { session, token } = await withRecords(config, (records) => createCapture({ records }, wanted));
    const url = captureUrl(captureBase(config, new URL(localUrl(config)).host), token);
    const isNamed = (config.captureUrl ?? config.publicUrl) !== undefined;
    const until = `Session ${session.id}: the link works until ${session.expiresAt}.`;
    print({ ...session, url }, `${url}\n\n${until}${isNamed ? '' : BEHIND_PROXY}`);
  },
};

export const sessionsList: Command = {
  name: 'sessions list',
  summary: 'The newest links of an account by which people verify themselves, and where they stand',
  usage: `
  --account ID     whose
  --status S       in this state: ${CAPTURE_STATUSES.join(', ')}
  --reference R    of this person
At most ${MOST_LISTED} are listed.`,
  options: { account: { type: 'string' }, status: { type: 'string' }, reference: { type: 'string' } },
  async run({ values, positionals, config, print }) {
    positional(positionals, this.name, []);
    const accountId = accountIn(values, this.name);
    const status = among(values, 'status', CAPTURE_STATUSES) ?? undefined;
    const reference = referenceIn(values) ?? undefined;
    const { withRecords } = await import('../open-records.ts');
    const read = await withRecords(config, ({ captures }) =>
      captures.page(accountId, { limit: MOST_LISTED, status, reference }),
    );
    const sessions = read.map(({ number: _, ...session }): CaptureSession => session);
    const rows = sessions.map((one) => [
      one.id,
      one.status + (one.reason === null ? '' : ` (${one.reason})`),
      one.reference,
      one.createdAt,
      one.expiresAt,
      one.verificationId,
    ]);
    print(sessions, table(['id', 'status', 'reference', 'created', 'expires', 'verification'], rows));
  },
};

export const sessionsCancel: Command = {
  name: 'sessions cancel',
  summary: 'Ends a session: its link works no more, and pictures that were taken are deleted',
  usage: `
  ID            of the session
  --account ID  whose it is`,
  options: { account: { type: 'string' } },
  async run({ values, positionals, config, print }) {
    const [id] = positional(positionals, this.name, ['ID']) as [string];
    const accountId = accountIn(values, this.name);
    const [{ withRecords }, { ImageVault }, { cancelCapture }] = await Promise.all([
      import('../open-records.ts'),
      import('../images/vault.ts'),
      import('../use-cases/capture-sessions.ts'),
    ]);
    const session = await withRecords(config, async (records) =>
      cancelCapture({ records, images: await ImageVault.open(config) }, { accountId, id }),
    );
    if (!session) throw new TouchstoneError('not-found', say('refusal.no-capture', { id: id.slice(0, 64) }));
    const over = `Session ${id} was ${session.status} already.`;
    print(session, session.status === 'cancelled' ? `Session ${id} is cancelled.` : over);
  },
};

function accountIn(values: OptionValues, command: string): number {
  return wholeNumber(required(option(values, 'account'), command, '--account ID'), '--account');
}

function referenceIn(values: OptionValues): string | null {
  const given = option(values, 'reference');
  if (given === undefined || RECORD_REFERENCE.test(given)) return given ?? null;
  throw new TouchstoneError('validation', `--reference must be ${REFERENCE_FORM}.`);
}

/** Null where it was not given. */
function among<Word extends string>(values: OptionValues, name: string, words: readonly Word[]): Word | null {
  const given = option(values, name);
  const known = words.find((word) => word === given);
  if (given === undefined || known !== undefined) return known ?? null;
  throw new TouchstoneError('validation', `--${name} must be ${ANY_OF.format(words)}, not "${given.slice(0, 80)}".`);
}

function documentsIn(values: OptionValues): CaptureDocuments | null {
  const given = values['document-type'];
  if (!Array.isArray(given)) return null;
  const named = (word: unknown) => among({ 'document-type': String(word) }, 'document-type', CAPTURE_DOCUMENTS)!;
  return [...new Set(given.map(named))];
}

type CaptureDocuments = readonly (typeof CAPTURE_DOCUMENTS)[number][];

async function countryIn(values: OptionValues): Promise<string | null> {
  const given = option(values, 'country');
  if (given === undefined) return null;
  const { countryCoded } = await import('../documents/countries/country-names.ts');
  const country = countryCoded(given.toUpperCase());
  if (country !== null) return country;
  throw new TouchstoneError('validation', `--country must be an ISO 3166-1 code such as DE or DEU, not "${given}".`);
}

function lifeIn(values: OptionValues): number {
  const given = option(values, 'expires-in');
  if (given === undefined) return CAPTURE_LIFE.standard;
  const seconds = wholeNumber(given, '--expires-in', CAPTURE_LIFE.most);
  if (seconds >= CAPTURE_LIFE.least) return seconds;
  throw new TouchstoneError('validation', `--expires-in is ${CAPTURE_LIFE.least} seconds or more.`);
}
