import { expect, test } from 'vitest';
import { holdersOf } from './holders.ts';

test.each<[string, string[]]>([
  ['Anna Quist and Otto Vahl', ['Anna Quist', 'Otto Vahl']],
  ['ANNA QUIST AND OTTO VAHL', ['ANNA QUIST', 'OTTO VAHL']],
  ['Anna Quist And Otto Vahl', ['Anna Quist', 'Otto Vahl']],
  ['Anna Quist & Otto Vahl', ['Anna Quist', 'Otto Vahl']],
  ['Anna Quist / Otto Vahl', ['Anna Quist', 'Otto Vahl']],
  ['Anna Quist/Otto Vahl', ['Anna Quist', 'Otto Vahl']],
  ['Anna Quist; Otto Vahl; Ida Berg', ['Anna Quist', 'Otto Vahl', 'Ida Berg']],
  ['Quist, Anna; Vahl, Otto', ['Quist, Anna', 'Vahl, Otto']],
  ['Anna Quist, Ida Berg and Otto Vahl', ['Anna Quist', 'Ida Berg', 'Otto Vahl']],
  ['Anna Quist und Otto Vahl', ['Anna Quist', 'Otto Vahl']],
  ['Anna Quist or Otto Vahl', ['Anna Quist', 'Otto Vahl']],
  ['ANNA QUIST OR OTTO VAHL', ['ANNA QUIST', 'OTTO VAHL']],
  ['Anna Quist et Otto Vahl', ['Anna Quist', 'Otto Vahl']],
  ['Ana Quist y Otón Vahl', ['Ana Quist', 'Otón Vahl']],
  ['Анна Вальд и Пётр Кашевар', ['Анна Вальд', 'Пётр Кашевар']],
  ['АННА ВАЛЬД И ПЁТР КАШЕВАР', ['АННА ВАЛЬД', 'ПЁТР КАШЕВАР']],
  ['قاسم زمبرق و أحمد فاهل', ['قاسم زمبرق', 'أحمد فاهل']],
  ['Anna Quist & Otto Vahl JTWROS', ['Anna Quist', 'Otto Vahl']],
  ['ANNA QUIST AND OTTO VAHL JT TEN', ['ANNA QUIST', 'OTTO VAHL']],
  ['Anna Quist and Otto Vahl (joint account)', ['Anna Quist', 'Otto Vahl']],
  ['Anna Quist JTWROS', ['Anna Quist']],
  ['Anna Quist C/O Otto Vahl', ['Anna Quist', 'Otto Vahl']],
  ['Mr Otto Vahl ATF Miss Anna Quist', ['Mr Otto Vahl', 'Miss Anna Quist']],
  ['Otto Vahl as trustee for Anna Quist', ['Otto Vahl', 'Anna Quist']],
  ['Dr. Anna Quist & Prof. Otto Vahl', ['Dr. Anna Quist', 'Prof. Otto Vahl']],
])('%s are %j', (query, holders) => {
  expect(holdersOf(query)).toEqual(holders);
});

test.each<[string, string[]]>([
  ['Otto and Anna Quist', ['Otto Quist', 'Anna Quist']],
  ['Otto & Anna Quist', ['Otto Quist', 'Anna Quist']],
  ['Quist, Otto and Anna', ['Quist, Otto', 'Anna Quist']],
  ['Juan y María Quist Soto', ['Juan Soto', 'Juan Quist Soto', 'María Quist Soto']],
  ['Mr and Mrs Quist', ['Mrs Quist']],
  ['Mr. & Mrs. Otto Quist', ['Mrs. Otto Quist']],
])('who shares a family name has it: %s', (query, holders) => {
  expect(holdersOf(query)).toEqual(holders);
});

test.each([
  'Anna Quist',
  'Quist & Sons',
  'Quist / Vahl',
  'José Ortega y Gasset',
  'Artur da Costa e Silva',
  'Tal Or Quist',
  'Anna E Quist',
  'ANNA E QUIST',
  'Rajesh S/O Ramesh Quist',
  '1/ANNA QUIST',
  'N/A',
  'and',
  'Al-Quist Ahmed',
  'Kim Jong Vahl',
  'Santiago Ramón y Quistal',
])('one person stays one: %s', (query) => {
  expect(holdersOf(query)).toEqual([]);
});
