import { expect, test } from 'vitest';
import { namesTogether } from './also-known-as.ts';

test.each([
  ['Tawfiq Halabani alias Zumbrock', ['Tawfiq Halabani', 'Zumbrock', 'Tawfiq Halabani Zumbrock']],
  ['alias Zumbrock', ['Zumbrock']],
  ['Zumbrock Ltd a.k.a. ZBK', ['Zumbrock Ltd', 'ZBK', 'Zumbrock Ltd ZBK']],
  ['ottokar zumbrock aka otto @ zum', ['ottokar zumbrock', 'otto', 'zum', 'ottokar zumbrock otto zum']],
  ['OTTOKAR ZUMBROCK A.K.A. JOHN QUISTORP', ['OTTOKAR ZUMBROCK', 'JOHN QUISTORP', 'OTTOKAR ZUMBROCK JOHN QUISTORP']],
])('%s gives several names', (query, names) => {
  expect(namesTogether(query)).toEqual(names);
});

test.each(['Mohd Alias Ahmad', 'KOFFI AKA CHARLES', 'Akash Zumbrock', 'Ottokar Zumbrock', 'aka', 'alias'])(
  '%s gives one',
  (query) => {
    expect(namesTogether(query)).toEqual([]);
  },
);
