import type { ListEntry } from '../../../domain/list-entry.ts';
import { TouchstoneError } from '../../../errors.ts';
import { beginning } from '../../formats/list-file.ts';
import { type Form, wholeList } from '../../formats/whole-list.ts';
import type { ListFile, ParseReport, Source } from '../../source.ts';
import { parseFtm } from './ftm.ts';
import { parseSimpleCsv } from './simple-csv.ts';

export const source: Source = {
  id: 'opensanctions',
  name: 'OpenSanctions',
  authority: 'OpenSanctions',
  category: 'sanctions',
  address: 'https://data.opensanctions.org/datasets/latest/sanctions/entities.ftm.json',
  format: 'entities.ftm.json, targets.simple.csv',
  licence: 'CC BY-NC 4.0',
  restriction: "OpenSanctions data is CC BY-NC 4.0: business use needs OpenSanctions' own licence.",
  optIn: true,
  large: true,
  parse,
};

/** Reads entities.ftm.json and targets.simple.csv. */
function parse(files: readonly ListFile[], report: ParseReport): AsyncIterable<ListEntry> {
  return wholeList(files, report, parseFile);
}

async function* parseFile(file: ListFile, form: Form, report: ParseReport): AsyncIterable<ListEntry> {
  const start = (await beginning(file)).trimStart();
  if (form === 'xml') throw ofAnotherKind(file, 'a web page or XML');
  if (!start.startsWith('{')) return yield* parseSimpleCsv(file, report);
  if (/"(?:DATA_SOURCE|RECORD_ID)"/.test(start)) throw ofAnotherKind(file, 'an export for Senzing');
  if (!/"schema"|"properties"/.test(start)) throw ofAnotherKind(file, 'other JSON');
  yield* parseFtm(file, report);
}

function ofAnotherKind(file: ListFile, what: string): TouchstoneError {
  return new TouchstoneError(
    'list-unusable',
    `${file.name} is ${what}, not entities.ftm.json or targets.simple.csv of OpenSanctions.`,
  );
}
