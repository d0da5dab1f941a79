import type { Source } from '../../source.ts';
import { parseOfac } from '../ofac/parse.ts';

export const source: Source = {
  id: 'us-ofac-consolidated',
  name: 'OFAC Consolidated (non-SDN) List',
  authority: 'US Department of the Treasury, Office of Foreign Assets Control',
  category: 'sanctions',
  address: 'https://sanctionslistservice.ofac.treas.gov/api/download/CONS_ADVANCED.XML',
  otherAddresses: ['https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports/CONS_ADVANCED.XML'],
  page: 'https://sanctionslist.ofac.treas.gov/Home/ConsolidatedList',
  format:
    'CONS_ADVANCED.XML, CONSOLIDATED.XML, CONS_ENHANCED.XML, or CONS_PRIM.CSV with CONS_ALT.CSV, CONS_ADD.CSV and CONS_COMMENTS.CSV (also .PIP, .DEL, .FF)',
  licence: 'Public domain (work of the US government)',
  parse: parseOfac('Consolidated List'),
};
