import type { EntryKind, ListEntry } from '../../../domain/list-entry.ts';
import { EntryDraft } from '../../entries/entry-draft.ts';
import { dayMonthYear, isoDate } from '../../entries/values.ts';
import { beginning } from '../../formats/list-file.ts';
import { type TableRow, tableRows } from '../../formats/table.ts';
import type { ListFile, ParseReport } from '../../source.ts';
import { addRow10 } from './csv-1-0.ts';
import { addRow11 } from './csv-1-1.ts';
import type { EuDraft } from './eu-entry.ts';
import { addNames } from './eu-entry.ts';

/** Where a version of the CSV keeps the facts of the entity itself, and how it reads those of a row. */
interface Version {
  readonly generated: string;
  readonly logicalId: string;
  readonly reference: string;
  readonly subjectType: readonly string[];
  readonly wholeName: string;
  readonly addRow: (entity: EuDraft, row: TableRow) => void;
}

const VERSIONS: readonly Version[] = [
  {
    generated: 'fileGenerationDate',
    logicalId: 'Entity_LogicalId',
    reference: 'Entity_EU_ReferenceNumber',
    subjectType: ['Entity_SubjectType', 'Entity_SubjectType_ClassificationCode'],
    wholeName: 'NameAlias_WholeName',
    addRow: addRow11,
  },
  {
    generated: 'Date_file',
    logicalId: 'Entity_logical_id',
    reference: 'EU_ref_num',
    subjectType: ['Subject_type'],
    wholeName: 'Naal_wholename',
    addRow: addRow10,
  },
];

/**
 * Reads CSV 1.1 and 1.0, separated by `;`: one row for each name, address, birth, document or citizenship of an entity.
 */
export async function* csvEntries(file: ListFile, report: ParseReport): AsyncIterable<ListEntry> {
  const header = (await beginning(file, 512)).toLowerCase();
  const version = VERSIONS.find((candidate) => header.includes(candidate.logicalId.toLowerCase())) ?? VERSIONS[0]!;
  const entities = new Map<string, EuDraft>();
  const rows = tableRows(file, {
    delimiter: ';',
    required: [version.logicalId, version.wholeName],
  });
  for await (const row of rows) {
    const generated = row.cell(version.generated);
    const published = isoDate(generated) ?? dayMonthYear(generated);
    if (published) report.published ??= published;
    const entity = entityOf(entities, version, row);
    report.hold?.(entities.size);
    if (entity) version.addRow(entity, row);
    else report.skip(`line ${row.line}`, 'the row names no entity', version.logicalId);
  }
  for (const { draft, names } of entities.values()) {
    addNames(draft, names);
    const entry = draft.entry();
    if (entry) yield entry;
    else report.skip(draft.id, 'it has no name', version.wholeName);
  }
}

function entityOf(entities: Map<string, EuDraft>, version: Version, row: TableRow): EuDraft | undefined {
  const logicalId = row.cell(version.logicalId);
  const id = row.cell(version.reference) ?? logicalId;
  if (!id) return undefined;
  const key = logicalId ?? id;
  const known = entities.get(key);
  if (known) return known;
  const entity = { draft: new EntryDraft(id, kindOf(version.subjectType.map(row.cell))), names: [] };
  entities.set(key, entity);
  return entity;
}

function kindOf(subjectTypes: readonly (string | undefined)[]): EntryKind {
  const type = subjectTypes.find((value) => value !== undefined)?.toLowerCase() ?? '';
  if (type.startsWith('p')) return 'person';
  return type.startsWith('e') ? 'organization' : 'unknown';
}
