import type { Source } from '../../source.ts';
import { parse } from './parse.ts';

/**
 * The list closed on 28 January 2026, when the UK Sanctions List became the only British one. It stays importable, for
 * archives and for records that name its group ids; its former address may stop answering.
 */
export const source: Source = {
  id: 'uk-ofsi',
  name: 'UK OFSI Consolidated List',
  authority: 'HM Treasury, Office of Financial Sanctions Implementation',
  category: 'sanctions',
  address: 'https://ofsistorage.blob.core.windows.net/publishlive/2022format/ConList.csv',
  format: 'ConList.csv of 2022 to 2026 (36 columns), sanctionsconlist.csv before it (29 columns), ConList.xml',
  licence: 'Open Government Licence v3.0',
  restriction: 'Closed on 28 January 2026: what it holds is the state of that day, never screen against it alone.',
  optIn: true,
  parse,
};
