import type { Source } from '../../source.ts';
import { download } from './download.ts';
import { parse } from './parse.ts';

export const source: Source = {
  id: 'wikidata-pep',
  name: 'Wikidata (PEP)',
  authority: 'Wikidata',
  category: 'pep',
  address: 'https://query.wikidata.org/sparql',
  format: 'SPARQL results in JSON with a person column',
  licence: 'CC0 1.0',
  download: (fetcher) => download(fetcher),
  large: true,
  parse,
};
