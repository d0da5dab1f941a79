import type { Source } from '../../source.ts';
import { parse } from './parse.ts';

export const source: Source = {
  id: 'uk-sanctions',
  name: 'UK Sanctions List',
  authority: 'Foreign, Commonwealth & Development Office',
  category: 'sanctions',
  address: 'https://sanctionslist.fcdo.gov.uk/docs/UK-Sanctions-List.xml',
  format: 'XML (Designations), CSV',
  licence: 'Open Government Licence v3.0',
  parse,
};
