import type { Config } from '../config.ts';
import { TouchstoneError } from '../errors.ts';
import { table } from '../printable.ts';
import type { ListsStatus as ListsState } from '../watchlists/list-status.ts';
import type { Lists } from '../watchlists/lists.ts';
import type { ImportResult } from '../watchlists/sync/incoming-list.ts';
import type { Command } from './command.ts';
import { option, positional, required, wholeNumber } from './values.ts';

export const listsSources: Command = {
  name: 'lists sources',
  summary: 'Every list that can be used: authority, official address, format, licence',
  usage: 'touchstone lists sources',
  options: {},
  async run({ config, positionals, print }) {
    positional(positionals, this.name, []);
    const { enabledSources, SOURCES } = await import('../watchlists/registry.ts');
    const enabled = enabledSources(config);
    const sources = SOURCES.map((source) => {
      const { id, name, authority, category, address, format, licence, restriction } = source;
      const used = enabled.includes(source);
      return {
        id,
        name,
        authority,
        category,
        address,
        otherAddresses: source.otherAddresses ?? [],
        page: source.page ?? null,
        format,
        licence,
        restriction: restriction ?? null,
        enabled: used,
      };
    });
    print(
      sources,
      sources
        .map(
          ({
            id,
            name,
            authority,
            category,
            address,
            otherAddresses,
            page,
            format,
            licence,
            restriction,
            enabled: used,
          }) =>
            [
              `${id}${used ? '' : ' (off unless named in TOUCHSTONE_LISTS_SOURCES)'}`,
              `  name       ${name}`,
              `  authority  ${authority} (${category})`,
              `  address    ${address}`,
              ...otherAddresses.map((other) => `  or         ${other}`),
              ...(page ? [`  page       ${page}`] : []),
              `  formats    ${format}`,
              `  licence    ${licence}`,
              ...(restriction ? [`  note       ${restriction}`] : []),
            ].join('\n'),
        )
        .join('\n\n'),
    );
  },
};

export const listsSync: Command = {
  name: 'lists sync',
  summary: 'Downloads lists from the official addresses and publishes a new snapshot',
  usage: `
touchstone lists sync [SOURCE…] [--due]
  SOURCE…  ids of sources; without them all that are enabled (TOUCHSTONE_LISTS_SOURCES)
  --due    leaves out the lists that were checked within the interval of TOUCHSTONE_LISTS_SYNC
  A source that fails keeps its list and does not hold up the others; the exit code is then 1.`,
  options: { due: { type: 'boolean' } },
  async run({ config, values, positionals, print }) {
    const { syncLists } = await import('../watchlists/sync-lists.ts');
    const result = await withLists(config, (lists) => syncLists(lists, positionals, { due: values.due === true }));
    print(result, resultTable(result));
    failWhereAnyFailed(result);
  },
};

function failWhereAnyFailed({ sources }: ImportResult): void {
  const failed = sources.filter(({ error }) => error !== null);
  if (failed.length === 0) return;
  const names = failed.map(({ source }) => source).join(', ');
  throw new TouchstoneError(
    'list-download',
    `${failed.length} of ${sources.length} lists could not be refreshed (${names}); the others are in force.`,
  );
}

async function importedBundle(config: Config, bundle: string, key: string): Promise<ImportResult> {
  const { importBundle } = await import('../watchlists/bundle/import-bundle.ts');
  const { checkingKey } = await import('../watchlists/bundle/manifest.ts');
  const checking = await checkingKey(key);
  return withLists(config, (lists) => importBundle(lists, bundle, checking));
}

export const listsExport: Command = {
  name: 'lists export',
  summary: 'Writes the files of all lists in force into one signed bundle, for machines that may not fetch',
  usage: `
touchstone lists export --bundle FILE --key PEM
  --bundle FILE   where it is written; a file that is there is replaced
  --key PEM   a private key (Ed25519): openssl genpkey -algorithm ed25519 -out lists-key.pem`,
  options: { bundle: { type: 'string' }, key: { type: 'string' } },
  async run({ config, values, positionals, print }) {
    positional(positionals, this.name, []);
    const bundle = required(option(values, 'bundle'), this.name, 'a --bundle');
    const { signingKey } = await import('../watchlists/bundle/manifest.ts');
    const key = await signingKey(required(option(values, 'key'), this.name, 'a --key'));
    const { exportBundle } = await import('../watchlists/bundle/export-bundle.ts');
    const summary = await withLists(config, (lists) => exportBundle(lists, bundle, key));
    const rows = summary.sources.map(({ source, published, fetched }) => [
      source,
      published?.slice(0, 10) ?? 'unknown',
      minutes(fetched),
    ]);
    print(summary, `${table(['source', 'published', 'fetched'], rows)}\n${summary.bytes} bytes in ${summary.file}`);
  },
};

export const listsImport: Command = {
  name: 'lists import',
  summary: 'Replaces a list by local files and publishes a new snapshot',
  usage: `
touchstone lists import SOURCE FILE… [--force] [--published DATE] [--user ID]
touchstone lists import --bundle FILE --key PEM
  SOURCE   id of the source; see: touchstone lists sources
  FILE…    the whole list, in any of its official formats, plain or .gz
  --force  takes a sample, or a list that lost more than a fifth of its entries
  --published DATE   the day of publication (YYYY-MM-DD), for a list that does not state it
                     in the file or in its name
  --user ID   the user of the dashboard whom the audit log names, instead of the operator
  --bundle FILE   lists that another machine wrote with lists export; older ones than in force are refused
  --key PEM   the public key (Ed25519) of who signed the bundle`,
  options: {
    force: { type: 'boolean' },
    published: { type: 'string' },
    user: { type: 'string' },
    bundle: { type: 'string' },
    key: { type: 'string' },
  },
  async run({ config, values, positionals, print }) {
    const bundle = option(values, 'bundle');
    if (bundle !== undefined) {
      positional(positionals, this.name, []);
      const result = await importedBundle(config, bundle, required(option(values, 'key'), this.name, 'a --key'));
      print(result, resultTable(result));
      failWhereAnyFailed(result);
      return;
    }
    const [id, ...files] = positionals;
    const source = required(id, this.name, 'a SOURCE');
    const published = option(values, 'published');
    const user = option(values, 'user');
    const given = { ...(published && { published }), ...(user && { actor: `user:${wholeNumber(user, '--user')}` }) };
    const { importList } = await import('../watchlists/import-list.ts');
    const result = await withLists(config, (lists) =>
      importList(lists, source, files, { force: values.force === true, ...given }),
    );
    print(result, resultTable(result));
  },
};

export const listsStatus: Command = {
  name: 'lists status',
  summary: 'The snapshot in force and the state of every list',
  usage: 'touchstone lists status',
  options: {},
  async run({ config, positionals, print }) {
    positional(positionals, this.name, []);
    const { status, warnings } = await withLists(config, async (lists) => {
      const found = await lists.status();
      return { status: found, warnings: lists.about(found) };
    });
    const { isOverdue, stateOf } = await import('../watchlists/list-status.ts');
    const now = new Date();
    const sources = status.sources.map((source) => ({
      ...source,
      state: stateOf(source, now),
      overdue: isOverdue(source, now, config.listsSyncMs !== undefined),
    }));
    const rows = sources.map((source) => [
      source.source,
      source.starter ? 'starter list' : source.overdue ? `${source.state}, overdue` : source.state,
      String(source.entries),
      source.starter ? '' : (source.published?.slice(0, 10) ?? (source.entries > 0 ? 'unknown' : '')),
      source.starter ? '' : minutes(source.fetched),
      minutes(source.checked),
      source.lastError ?? '',
    ]);
    const text = table(['source', 'state', 'entries', 'published', 'fetched', 'checked', 'last error'], rows);
    print(
      { ...status, sources, warnings },
      [
        `snapshot: ${status.snapshot ?? 'none'}`,
        ...joinsLine(status),
        '',
        text,
        ...warnings,
        ...status.sources.flatMap(whatFails),
      ].join('\n'),
    );
  },
};

/** The reasons that joined entries of several lists, with how often each did. */
function joinsLine({ joins }: ListsState): string[] {
  if (joins === null) return [];
  return [
    `entries joined: ${Object.entries(joins)
      .map(([reason, count]) => `${count} by ${reason}`)
      .join(', ')}`,
  ];
}

/** Since when addresses fail, and what a person can do. */
function whatFails({ source, failing, advice }: ListsState['sources'][number]): string[] {
  const since = failing.map((one) => `${source}: since ${minutes(one.since)} UTC no good list from ${one.address}.`);
  return advice === null ? since : [...since, `${source}: ${advice}`];
}

const minutes = (time: string | null): string => time?.slice(0, 16).replace('T', ' ') ?? '';

export const listsRepair: Command = {
  name: 'lists repair',
  summary: 'Checks the snapshot in force and rebuilds it from the stored lists where it is damaged',
  usage: `
touchstone lists repair
  Checks every byte. Downloads nothing. A running service does this by itself when it meets damage.`,
  options: {},
  async run({ config, positionals, print }) {
    positional(positionals, this.name, []);
    const { before, snapshot } = await withLists(config, async (lists) => ({
      before: (await lists.status()).snapshot,
      snapshot: (await lists.ensureSnapshot()).id,
    }));
    const rebuilt = snapshot !== before;
    print({ snapshot, rebuilt }, rebuilt ? `rebuilt as snapshot ${snapshot}` : `snapshot ${snapshot} is not damaged`);
  },
};

/** Opens records and lists, runs `work`, and closes them. */
export async function withLists<T>(config: Config, work: (lists: Lists) => Promise<T>): Promise<T> {
  const [{ withRecords }, { Lists }] = await Promise.all([
    import('../open-records.ts'),
    import('../watchlists/lists.ts'),
  ]);
  return withRecords(config, (records) => work(new Lists(config, records)));
}

function resultTable({ snapshot, sources }: ImportResult): string {
  const rows = sources.map(({ source, entries, names, skipped, error }) => [
    source,
    String(entries),
    String(names),
    String(skipped),
    error ?? '',
  ]);
  return `${table(['source', 'entries', 'names', 'skipped', 'error'], rows)}\n\nsnapshot in force: ${snapshot}`;
}
