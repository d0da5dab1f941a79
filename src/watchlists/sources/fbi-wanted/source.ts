import type { Source } from '../../source.ts';
import { download } from './download.ts';
import { parse } from './parse.ts';

export const source: Source = {
  id: 'fbi-wanted',
  name: 'FBI Wanted',
  authority: 'US Federal Bureau of Investigation',
  category: 'wanted',
  address: 'https://api.fbi.gov/wanted/v1/list',
  format: 'JSON pages of the wanted API (total, items, page)',
  licence: 'Work of the US government, public domain',
  download,
  parse,
};
