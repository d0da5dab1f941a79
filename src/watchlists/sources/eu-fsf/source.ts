import type { Source } from '../../source.ts';
import { parse } from './parse.ts';

export const source: Source = {
  id: 'eu-fsf',
  name: 'EU Financial Sanctions Files (consolidated list)',
  authority: 'European Commission',
  category: 'sanctions',
  // The token is the one that the Commission prints in the public link of the file; it belongs to no account.
  address: 'https://webgate.ec.europa.eu/fsd/fsf/public/files/xmlFullSanctionsList_1_1/content?token=dG9rZW4tMjAxNw',
  format: 'XML 1.1 (export/sanctionEntity), CSV 1.1, CSV 1.0',
  licence: 'Reuse under Commission Decision 2011/833/EU, with attribution',
  parse,
};
