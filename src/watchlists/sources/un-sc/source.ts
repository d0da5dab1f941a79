import type { Source } from '../../source.ts';
import { parse } from './parse.ts';

export const source: Source = {
  id: 'un-sc',
  name: 'UN Security Council Consolidated List',
  authority: 'United Nations Security Council',
  category: 'sanctions',
  address: 'https://scsanctions.un.org/resources/xml/en/consolidated.xml',
  format: 'consolidated.xml (CONSOLIDATED_LIST)',
  licence: 'United Nations terms of use; the list is published for implementation by Member States and the public',
  parse,
};
