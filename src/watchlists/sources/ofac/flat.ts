import type { ListEntry } from '../../../domain/list-entry.ts';
import { TouchstoneError } from '../../../errors.ts';
import type { ParseReport } from '../../source.ts';
import { OfacDraft } from './ofac-draft.ts';
import { aliasKind, entryKind, filedName } from './ofac-names.ts';
import { mineRemarks } from './remarks.ts';
import { type Table, type TableName, tableRows } from './tables.ts';

type Row = readonly (string | undefined)[];
type SideRows = Map<string, Row[]>;

/**
 * Reads one flat release (`.csv`, `.pip`, `.del` or `.ff`): the primary file, and aliases, addresses and long remarks
 * where their files are given. Weak aliases stand in the remarks, not in the alias file.
 */
export async function* parseFlat(tables: readonly Table[], report: ParseReport): AsyncIterable<ListEntry> {
  const primary = only(tables, 'primary');
  if (!primary) {
    const names = tables.map(({ file }) => file.name).join(', ');
    throw new TouchstoneError(
      'list-unusable',
      `${names}: only aliases, addresses or comments; the primary file (SDN.CSV or CONS_PRIM.CSV) is missing.`,
    );
  }
  const aliases = await byEntry(only(tables, 'alternate'), report);
  const addresses = await byEntry(only(tables, 'address'), report);
  const comments = await byEntry(only(tables, 'comments'), report);
  let entries = 0;
  for await (const row of tableRows(primary, report)) {
    const id = row[0]!;
    const entry = readEntry(row, take(aliases, id), take(addresses, id), take(comments, id));
    if (!entry) report.skip(`entry ${id}`, 'it has no name', 'SDN_Name');
    else {
      entries += 1;
      yield entry;
    }
  }
  reportOrphans([aliases, addresses, comments], entries, report);
}

function only(tables: readonly Table[], name: TableName): Table | undefined {
  const [table, other] = tables.filter((candidate) => candidate.name === name);
  if (table && other) {
    throw new TouchstoneError(
      'list-unusable',
      `${table.file.name} and ${other.file.name} are both the ${name} file: give the files of one release.`,
    );
  }
  return table;
}

async function byEntry(table: Table | undefined, report: ParseReport): Promise<SideRows> {
  const rows: SideRows = new Map();
  if (!table) return rows;
  for await (const row of tableRows(table, report)) {
    const known = rows.get(row[0]!);
    if (known) known.push(row);
    else rows.set(row[0]!, [row]);
  }
  return rows;
}

function take(rows: SideRows, id: string): readonly Row[] {
  const found = rows.get(id) ?? [];
  rows.delete(id);
  return found;
}

function readEntry(
  row: Row,
  aliases: readonly Row[],
  addresses: readonly Row[],
  comments: readonly Row[],
): ListEntry | undefined {
  const [id, name, type, programmes, title, callSign, vesselType, tonnage, grossTonnage, flag, owner, remarks] = row;
  const draft = new OfacDraft(id!, entryKind(type));
  if (!name) return undefined;
  draft.name(filedName(name, draft.kind, { kind: 'primary' }));
  for (const [, , aliasType, alias] of aliases) {
    if (alias) draft.name(filedName(alias, draft.kind, { kind: aliasKind(aliasType) }));
  }
  for (const [, , street, city, country, note] of addresses) draft.address([street, city, country, note]);
  for (const code of programmes?.split(/\]\s*\[/) ?? []) draft.addProgramme(code.trim());
  draft.positions(title);
  if (callSign) draft.fact('Vessel Call Sign', callSign);
  if (flag) draft.fact('Vessel Flag', flag);
  for (const [label, value] of [
    ['Vessel Type', vesselType],
    ['Tonnage', tonnage],
    ['Gross Registered Tonnage', grossTonnage],
    ['Vessel Owner', owner],
  ] as const) {
    if (value) draft.remark(`${label} ${value}`);
  }
  // Remarks over 1,000 characters break off anywhere and go on in the comments file.
  const whole = `${remarks ?? ''}${comments.map((comment) => comment[1] ?? '').join('')}`;
  mineRemarks(draft, whole);
  draft.remark(whole);
  return draft.entry();
}

function reportOrphans(sides: readonly SideRows[], entries: number, report: ParseReport): void {
  const orphans = new Set(sides.flatMap((rows) => [...rows.keys()]));
  if (orphans.size > entries / 2) {
    throw new TouchstoneError(
      'list-unusable',
      'The files do not belong together: most aliases or addresses are of entries that the primary file has not.',
    );
  }
  for (const id of orphans) report.skip(`entry ${id}`, 'it has aliases or addresses but is not in the primary file');
}
