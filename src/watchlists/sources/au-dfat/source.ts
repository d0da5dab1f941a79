import type { Source } from '../../source.ts';
import { parse } from './parse.ts';

export const source: Source = {
  id: 'au-dfat',
  name: 'Australia DFAT Consolidated List',
  authority: 'Department of Foreign Affairs and Trade, Australian Sanctions Office',
  category: 'sanctions',
  address: 'https://www.dfat.gov.au/sites/default/files/Australian_Sanctions_Consolidated_List.xlsx',
  format:
    'Excel workbook (XLSX) of 19 columns, one row for each name (until November 2025: regulation8_consolidated.xlsx)',
  licence: 'Creative Commons Attribution (CC BY)',
  xlsx: true,
  parse,
};
