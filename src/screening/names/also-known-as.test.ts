import { expect, test } from 'vitest';
import { namesBesideNickname, namesTogether } from './also-known-as.ts';

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

test.each([
  ['Ilmar Zumbrock "El Quisto"', ['Ilmar Zumbrock', 'Ilmar Zumbrock "El Quisto"']],
  ['Ilmar “Quisto” Zumbrock', ['Ilmar Zumbrock', 'Ilmar “Quisto” Zumbrock']],
  ["Ilmar 'El Quisto' Zumbrock", ['Ilmar Zumbrock', "Ilmar 'El Quisto' Zumbrock"]],
  ['«El Quisto» Zumbrock', ['El Quisto', '«El Quisto» Zumbrock']],
  ['Zumbrock "Quisto"', ['Zumbrock "Quisto"']],
])('%s is also a name without the nickname', (query, names) => {
  expect(namesBesideNickname(query)).toEqual(names);
});

test.each([
  "Ilmar O'Zumbrock d'Quist",
  "'Abdallah Rabi' Zumbrock",
  "Sa'id al-Zum'brock",
  'Ilmar Zumbrock "',
  'Ilmar Zumbrock',
])('%s has no nickname', (query) => {
  expect(namesBesideNickname(query)).toEqual([]);
});
