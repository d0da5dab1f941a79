import { describe, expect, test } from 'vitest';
import { numbersBeside } from './numbers-beside.ts';

const [PERSON, ORGANISATION] = [true, false];

describe('a number beside a person’s name is no part of it', () => {
  test.each([
    ['Tarek Orvane 2', '2'],
    ['Tarek Orvane 1976', '1976'],
    ['Tarek Orvane 05.10.1976', '05.10.1976'],
    ['1/Tarek Orvane', '1/'],
    ['1. Tarek Orvane', '1'],
    ['Tarek Orvane (1)', '1'],
    ['Tarek Orvane #12345678', '12345678'],
    ['Tarek Orvane DOB 05/10/1976', 'DOB 05/10/1976'],
    ['Tarek Orvane, born 5 October 1976', 'born 5 October 1976'],
    ['Tarek Orvane né le 5 octobre 1976', 'né le 5 octobre 1976'],
    ['Tarek Orvane geb. am 05.10.1976', 'geb. am 05.10.1976'],
    ['Tarek Orvane 05.10.1976 г.р.', '05.10.1976 г.р'],
    ['Tarek Orvane 5 октября 1976 года', '5 октября 1976 года'],
    ['Tarek Orvane 25%', '25'],
    ['Tarek Orvane REF 889/2024', 'REF 889/2024'],
    ['Tarek Orvane PASSPORT NO AB1234567', 'PASSPORT NO AB1234567'],
    ['40817810099910004312 Tarek Orvane', '40817810099910004312'],
    ['IBAN GB29 NWBK 6016 1331 9268 19 Tarek Orvane', 'IBAN GB29 NWBK 6016 1331 9268 19'],
    ['Tarek Orvane USD 1,250.00', 'USD 1,250.00'],
    ['Tarek Orvane tel. +971 50 123 4567', 'tel. +971 50 123 4567'],
    ['Tarek Orvane ١٩٧٦', '1976'],
    ['Tarek Orvane १९७६', '1976'],
    ['Tarek Orvane2', '2'],
    ['Tarek Orvane III', 'III'],
    ['Tarek Orvane 2nd', '2nd'],
    ['Tarek Orvane, 12 Baker Street, London', '12 Baker Street, London'],
  ])('%s', (query, aside) => {
    const beside = numbersBeside(query, PERSON);
    expect([beside?.names[0], beside?.aside.join(', ')]).toEqual(['Tarek Orvane', aside]);
  });

  test.each([
    'Tarek Orvane',
    'Pope John II',
    'Папа Иоанн II',
    'Elizabeth II',
    'M0hammed Orvane',
    'Nguyen Thi VI',
    '07',
    '889/2024',
  ])('and nothing stands beside %s', (query) => expect(numbersBeside(query, PERSON)).toBeUndefined());

  test('a name that is spelt like a word for numbers is read with it as well', () => {
    expect(numbersBeside('Max Born 1882', PERSON)?.names).toEqual(['Max', 'Max Born']);
  });
});

describe('of an organisation, words that introduce a number go with it', () => {
  test.each([
    ['INN 7701234567'],
    ['ОГРН 1027700132195'],
    ['Reg. No. 123456'],
    ['REF 889/2024'],
    ['VAT DE123456789'],
    ['LEI 5493001KJTIIGC8Y1R12'],
    ['IBAN DE89 3704 0044 0532 0130 00'],
    ['12 Baker Street, London'],
    ['ul. Lenina 14, Moscow'],
    ['115035 Moscow'],
  ])('%s', (aside) => {
    expect(numbersBeside(`Orvane Trading LLC, ${aside}`, ORGANISATION)).toMatchObject({
      names: ['Orvane Trading LLC'],
      aside: [aside],
    });
  });

  test.each(['Plant No 9', 'Завод № 9', '53rd Brigade', '3 Corporation', 'Military Unit 26165', 'Orvane 2000 S.A.'])(
    'the number of %s is part of its name',
    (name) => expect(numbersBeside(name, ORGANISATION)).toBeUndefined(),
  );
});

describe('a date beside the name', () => {
  test.each([
    ['Tarek Orvane 25.10.1976', [19761025], false],
    ['Tarek Orvane 1976-10-05', [19761005], false],
    ['Tarek Orvane 05OCT1976', [19761005], false],
    ['Tarek Orvane Oct 5, 1976', [19761005], false],
    ['Tarek Orvane DOB 05/10/1976', [19761005, 19760510], true],
    ['Tarek Orvane born 10/1976', [19761000], true],
    ['Tarek Orvane geb. 25.10.76', [19761025, 20761025], true],
    ['1/Tarek Orvane 2/Lenina 5 4/19761005', [19761005], true],
    ['Tarek Orvane 1976', [19760000], false],
    ['Tarek Orvane REF 05.10.1976', [], false],
    ['Tarek Orvane 31.02.1976', [], false],
    ['Tarek Orvane 12345678', [], false],
  ])('%s is read as far as it tells', (query, births, isSaid) => {
    expect(numbersBeside(query, PERSON)).toMatchObject({ births, isSaid });
  });
});
