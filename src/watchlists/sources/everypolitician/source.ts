import type { Source } from '../../source.ts';
import { download } from './download.ts';
import { parse } from './parse.ts';

export const source: Source = {
  id: 'everypolitician',
  name: 'EveryPolitician (PEP)',
  authority: 'mySociety, EveryPolitician project',
  category: 'pep',
  address: 'https://raw.githubusercontent.com/everypolitician/everypolitician-data/master/countries.json',
  format: 'ep-popolo-v1.0.json files, alone or in a tar, with or without countries.json',
  licence: "Open project; each legislature's own source keeps its terms",
  download,
  large: true,
  parse,
};
