import type { Source } from '../../source.ts';
import { parse } from './parse.ts';

export const source: Source = {
  id: 'ca-sema',
  name: 'Canada Consolidated Autonomous Sanctions List (SEMA)',
  authority: 'Global Affairs Canada',
  category: 'sanctions',
  address:
    'https://www.international.gc.ca/world-monde/assets/office_docs/international_relations-relations_internationales/sanctions/sema-lmes.xml',
  format: 'XML (sema-lmes.xml: data-set/record), in its layouts of 2020, 2025 and August 2026',
  licence: 'Government of Canada terms: non-commercial reproduction without charge, otherwise with permission',
  restriction:
    'Global Affairs Canada allows non-commercial reproduction of its material; commercial redistribution needs its permission.',
  parse,
};
