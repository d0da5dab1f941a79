import type { Source } from '../../source.ts';
import { parse } from './parse.ts';

export const source: Source = {
  id: 'opensanctions',
  name: 'OpenSanctions',
  authority: 'OpenSanctions',
  category: 'sanctions',
  address: 'https://data.opensanctions.org/datasets/latest/sanctions/entities.ftm.json',
  format: 'entities.ftm.json, targets.simple.csv',
  licence: 'CC BY-NC 4.0',
  restriction: "OpenSanctions data is CC BY-NC 4.0: business use needs OpenSanctions' own licence.",
  optIn: true,
  large: true,
  parse,
};
