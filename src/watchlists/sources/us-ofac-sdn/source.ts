import type { Source } from '../../source.ts';
import { parseOfac } from '../ofac/parse.ts';

export const source: Source = {
  id: 'us-ofac-sdn',
  name: 'OFAC Specially Designated Nationals (SDN) List',
  authority: 'US Department of the Treasury, Office of Foreign Assets Control',
  category: 'sanctions',
  address: 'https://sanctionslistservice.ofac.treas.gov/api/download/SDN_ADVANCED.XML',
  otherAddresses: ['https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports/SDN_ADVANCED.XML'],
  page: 'https://sanctionslist.ofac.treas.gov/Home/SdnList',
  format:
    'SDN_ADVANCED.XML, SDN.XML, SDN_ENHANCED.XML, or SDN.CSV with ALT.CSV, ADD.CSV and SDN_COMMENTS.CSV (also .PIP, .DEL, .FF)',
  licence: 'Public domain (work of the US government)',
  parse: parseOfac('SDN List'),
};
