import type { Source } from '../../source.ts';
import { download } from './download.ts';
import { parse } from './parse.ts';

export const source: Source = {
  id: 'us-congress',
  name: 'US Congress and Executive (PEP)',
  authority: 'unitedstates/congress-legislators project',
  category: 'pep',
  address: 'https://unitedstates.github.io/congress-legislators/legislators-current.json',
  format: 'legislators-current and legislators-historical (JSON or CSV), executive.json',
  licence: 'CC0 1.0',
  download,
  parse,
};
