import { EVERYBODY, type ListOwner, OWN_LIST_NAME } from '../domain/own-list.ts';
import { TouchstoneError } from '../errors.ts';
import { table } from '../printable.ts';
import type { Records } from '../records/port.ts';
import { say } from '../sentences.ts';
import type { OwnListPorts } from '../use-cases/own-lists.ts';
import { readableFile } from '../watchlists/store/intake.ts';
import type { Command, OptionValues } from './command.ts';
import { label, option, positional, required, wholeNumber } from './values.ts';

const OWNER = { account: { type: 'string' }, everybody: { type: 'boolean' } } as const;

export const ownListsImport: Command = {
  name: 'own-lists import',
  summary: "Replaces an account's own list, or one for everybody, by a file",
  usage: `
touchstone own-lists import NAME FILE (--account ID | --everybody) [--title T] [--sheet S] [--add] [--force]
  NAME           of the list: 1 to 64 of a-z, 0-9 and -; one that is not there is made
  FILE           CSV or a workbook (.xlsx, .ods: id, name, entityType, otherNames, dateOfBirth, countries, identifiers,
                 reason, until), or lines of JSON (.ndjson, .jsonl, .json): the same members, or FollowTheMoney
  --account ID   whose list it is
  --everybody    all accounts find it, and the operator alone changes it
  --title T      what stands in a match; the name without it
  --sheet S      of a workbook; without it the first visible one with such columns
  --add          what is not in the file stays
  --force        takes a file that lacks over a fifth of the list`,
  options: {
    ...OWNER,
    title: { type: 'string' },
    sheet: { type: 'string' },
    add: { type: 'boolean' },
    force: { type: 'boolean' },
  },
  async run({ values, positionals, config, print }) {
    const [name, path] = positional(positionals, this.name, ['NAME', 'FILE']) as [string, string];
    const list = readName(name);
    const owner = ownerIn(values, this.name);
    const title = label(values, 'title');
    await readableFile(path);
    const [{ withRecords }, { importOwnList, removeOwnList }, { ownListRows }, { localFile }] = await Promise.all([
      import('../open-records.ts'),
      import('../use-cases/own-lists.ts'),
      import('../own-lists/list-rows.ts'),
      import('../watchlists/formats/list-file.ts'),
    ]);
    const form = /\.(nd)?jsonl?$/i.test(path) ? 'lines' : 'table';
    const imported = await withRecords(config, async (records) => {
      const ports = await portsOf(records);
      const before = await owned(records, owner, list, title);
      const file = {
        rows: ownListRows(localFile(path).bytes(), form, new Date(), option(values, 'sheet')),
        mode: values.add === true ? 'add' : 'replace',
        force: values.force === true,
        preview: false,
      } as const;
      try {
        return await importOwnList(ports, { owner, list }, file, 'operator');
      } catch (error) {
        // A list that was made for a file that cannot be used is of no use.
        if (!before) await removeOwnList({ records }, { owner, list }, 'operator');
        throw error;
      }
    });
    const { read, added, changed, removed, refused } = imported;
    const counts = `${read} rows read: ${added} added, ${changed} changed, ${removed} removed, ${refused.length} refused.`;
    const reasons = refused.map(({ row, reason }) => `row ${row}: ${reason}`);
    print({ list, ...imported }, [counts, ...reasons].join('\n'));
  },
};

export const ownListsList: Command = {
  name: 'own-lists list',
  summary: 'Every own list with its account, entries and last change',
  usage: 'touchstone own-lists list',
  options: {},
  async run({ positionals, config, print }) {
    positional(positionals, this.name, []);
    const { withRecords } = await import('../open-records.ts');
    const all = await withRecords(config, (records) => records.ownLists.everyones());
    const lists = all.map(({ id: _, owner, ...rest }) => ({
      accountId: owner === EVERYBODY ? null : owner,
      everybody: owner === EVERYBODY,
      ...rest,
    }));
    const rows = lists.map(({ list, accountId, title, entries, enabled, updatedAt }) => [
      list,
      accountId ?? 'everybody',
      title,
      entries,
      enabled ? 'on' : 'off',
      updatedAt,
    ]);
    print(lists, table(['list', 'account', 'title', 'entries', 'state', 'changed'], rows));
  },
};

export const ownListsRemove: Command = {
  name: 'own-lists remove',
  summary: 'Deletes an own list with its entries',
  usage: `
touchstone own-lists remove NAME [--account ID | --everybody]
  Whose list it is has to be said where several have the name.`,
  options: OWNER,
  async run({ values, positionals, config, print }) {
    const [name] = positional(positionals, this.name, ['NAME']) as [string];
    const list = readName(name);
    const wanted = values.account === undefined && values.everybody !== true ? undefined : ownerIn(values, this.name);
    const [{ withRecords }, { removeOwnList }] = await Promise.all([
      import('../open-records.ts'),
      import('../use-cases/own-lists.ts'),
    ]);
    const removed = await withRecords(config, async (records) => {
      const all = await records.ownLists.everyones();
      const found = all.filter((one) => one.list === list && (wanted === undefined || one.owner === wanted));
      const [one, another] = found;
      if (!one) throw new TouchstoneError('not-found', say('refusal.no-own-list', { list }));
      if (another) throw new TouchstoneError('usage', `Several accounts have a list ${list}: add --account ID.`);
      await removeOwnList({ records }, { owner: one.owner, list }, 'operator');
      return { list, accountId: one.owner === EVERYBODY ? null : one.owner, entries: one.entries };
    });
    print(removed, `The list ${list} is deleted with its ${removed.entries} entries.`);
  },
};

function readName(name: string): string {
  if (OWN_LIST_NAME.test(name)) return name;
  throw new TouchstoneError('validation', `A list is named by 1 to 64 of a-z, 0-9 and -, not "${name.slice(0, 80)}".`);
}

function ownerIn(values: OptionValues, command: string): ListOwner {
  const account = option(values, 'account');
  if ((account === undefined) === (values.everybody !== true)) {
    throw new TouchstoneError('usage', `touchstone ${command} needs either --account ID or --everybody.`);
  }
  if (account === undefined) return EVERYBODY;
  return wholeNumber(required(account, command, '--account ID'), '--account');
}

/** Makes the list, or names it otherwise; answers whether it was there. */
async function owned(records: Records, owner: ListOwner, list: string, title: string | undefined): Promise<boolean> {
  if (owner !== EVERYBODY && !(await records.accounts.get(owner))) {
    throw new TouchstoneError('not-found', `There is no account ${owner}.`);
  }
  const before = await records.ownLists.get(owner, list);
  const { description = null, enabled = true } = before ?? {};
  const head = { title: title ?? before?.title ?? list, description, enabled };
  const put = await records.ownLists.put(owner, list, head, 'operator');
  if (put.kind === 'taken') throw new TouchstoneError('validation', say('refusal.own-list-taken', { list }));
  if (put.kind === 'full') throw new TouchstoneError('full', say('refusal.own-lists-full', { most: 100 }));
  return before !== undefined;
}

async function portsOf(records: Records): Promise<OwnListPorts> {
  const { isIncomparable } = await import('../own-lists/incomparable.ts');
  const incomparable: OwnListPorts['incomparable'] = async (names) => names.map(isIncomparable);
  // The service sees what changed by itself.
  return { records, incomparable, wake: async () => {}, foresee: () => {}, imported: async () => {} };
}
