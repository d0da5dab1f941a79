import type { ListEntry } from '../../../domain/list-entry.ts';
import { TouchstoneError } from '../../../errors.ts';
import { beginning } from '../../formats/list-file.ts';
import { fromFirstTag } from '../../formats/markup.ts';
import type { ListFile, ParseReport, Source } from '../../source.ts';
import { parseAdvanced } from './advanced.ts';
import { parseEnhanced } from './enhanced.ts';
import { parseFlat } from './flat.ts';
import { ListCheck, type OfacList } from './list-check.ts';
import { parseSdnList } from './sdn-list.ts';
import { type Table, tableOf } from './tables.ts';

/** By the names of their roots in small letters. */
const XML_PARSERS = { sanctions: parseAdvanced, sdnlist: parseSdnList, sanctionsdata: parseEnhanced } as const;

/** Reads one of OFAC's two lists. The content tells which official format a file has. */
export function parseOfac(list: OfacList): Source['parse'] {
  return async function* (files, report) {
    const check = new ListCheck(list);
    const ids = new Set<string>();
    for await (const entry of await entries(files, report, list)) {
      if (ids.has(entry.id)) {
        report.skip(`entry ${entry.id}`, 'the list has this id already');
        continue;
      }
      ids.add(entry.id);
      check.see(entry);
      yield entry;
    }
    check.finish();
  };
}

async function entries(
  files: readonly ListFile[],
  report: ParseReport,
  list: OfacList,
): Promise<AsyncIterable<ListEntry>> {
  const tables: Table[] = [];
  for (const file of files) {
    const start = await beginning(file);
    if (start.trim() === '') throw new TouchstoneError('list-unusable', `${file.name} is empty.`);
    const root = rootElement(start);
    if (root && Object.hasOwn(XML_PARSERS, root)) {
      if (files.length === 1) return XML_PARSERS[root as keyof typeof XML_PARSERS](file, report, list);
      throw new TouchstoneError('list-unusable', `${file.name} is the whole list in XML: give it alone.`);
    }
    const table = root ? undefined : await tableOf(file);
    if (!table) throw new TouchstoneError('list-unusable', `${file.name} is in none of OFAC's formats.`);
    tables.push(table);
  }
  return parseFlat(tables, report);
}

/** Local name of an XML file's first element. */
function rootElement(text: string): string | undefined {
  return /^<(?:[\w.-]+:)?([A-Za-z][\w.-]*)/.exec(fromFirstTag(text, { doctype: true }))?.[1]?.toLowerCase();
}
