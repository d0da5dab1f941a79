import type { Source } from '../../source.ts';
import { download } from './download.ts';
import { parse } from './parse.ts';

export const source: Source = {
  id: 'interpol-red',
  name: 'INTERPOL Red Notices',
  authority: 'INTERPOL General Secretariat',
  category: 'wanted',
  address: 'https://ws-public.interpol.int/notices/v1/red',
  format: 'JSON of the notices API: pages, arrays of notices, full notices',
  licence: 'INTERPOL terms of use',
  restriction:
    'INTERPOL allows reuse of its notices only under its own terms of use: do not redistribute them as a product.',
  download: (fetcher) => download(fetcher),
  parse,
};
