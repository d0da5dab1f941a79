import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readDateOfBirth, readPastDateOfBirth } from './date-of-birth.ts';

const DAYS = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true });

test('every calendar day is read as itself and given back with midnight UTC', () => {
  fc.assert(
    fc.property(DAYS, (date) => {
      const day = date.toISOString().slice(0, 10);
      expect(readDateOfBirth(day)).toEqual({ day, echo: `${day}T00:00:00Z` });
    }),
  );
});

test('every date-time that a program writes is given back as it came', () => {
  fc.assert(
    fc.property(DAYS, fc.constantFrom('Z', '+05:30', '-11:00', '+0200', '+14', ''), (date, offset) => {
      const text = date.toISOString().slice(0, -1) + offset;
      expect(readDateOfBirth(text)).toEqual({ day: text.slice(0, 10), echo: text });
    }),
  );
});

test('nothing but a day as it is written is read, whatever the text', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^\d{8}.{0,8}$/)), (text) => {
      const read = readDateOfBirth(text);
      if (read) expect([read.day, read.day.replaceAll('-', '')].some((day) => text.startsWith(day))).toBe(true);
    }),
  );
});

test('the basic format is the same day, and its date-times are given back as they came', () => {
  fc.assert(
    fc.property(DAYS, fc.constantFrom('Z', '+0530', '-11', ''), (date, offset) => {
      const day = date.toISOString().slice(0, 10);
      const basic = day.replaceAll('-', '');
      expect(readDateOfBirth(basic)).toEqual({ day, echo: `${day}T00:00:00Z` });
      const text = basic + date.toISOString().slice(10, -1).replaceAll(':', '') + offset;
      expect(readDateOfBirth(text)).toEqual({ day, echo: text });
    }),
  );
});

test.each(['2000-02-29', '1600-02-29', '2024-12-31', '1999-01-31'])('%s exists', (day) => {
  expect(readDateOfBirth(day)?.day).toBe(day);
});

test.each([
  '1900-02-29',
  '2023-02-29',
  '2024-02-30',
  '2024-04-31',
  '2024-00-10',
  '2024-13-01',
  '2024-01-00',
  '2024-01-32',
])('%s does not exist', (day) => {
  expect(readDateOfBirth(day)).toBeUndefined();
  expect(readDateOfBirth(`${day}T00:00:00Z`)).toBeUndefined();
});

test.each(['T24:00:00', 'T24:00', 'T23:59:60Z', 'T00:00:00,5Z', 'T10:11+01'])('1970-01-31%s is a time', (time) => {
  expect(readDateOfBirth(`1970-01-31${time}`)?.echo).toBe(`1970-01-31${time}`);
});

test.each([
  'T24:00:01',
  'T24:01',
  'T25:00',
  'T10:60',
  'T10:00:61',
  'T10:30:60',
  'T10',
  'T',
  ' 10:00',
  't10:00',
  'T10:00z',
  'T10:00+24:00',
  'T10:00+10:60',
  'Z',
  'T10:00:00.',
])('1970-01-31%s is none', (time) => {
  expect(readDateOfBirth(`1970-01-31${time}`)).toBeUndefined();
});

test.each([
  '',
  '197001',
  '1970-13',
  '1970-00',
  '970',
  '1970-1-31',
  '1970013',
  '197001311',
  '19700230',
  '1970-0131',
  '19700131T10:15',
  '1970-01-31T1015',
  '19700131T1015+05:30',
  '31/01/1970',
  '1970-W05-6',
  '1970-031',
  '+1970-01-31',
  ' 1970-01-31',
  '1970-01-31 ',
  'today',
  '١٩٧٠-٠١-٣١',
])('"%s" is no date of birth', (text) => {
  expect(readDateOfBirth(text)).toBeUndefined();
});

test.each(['1976', '1976-10'])('the year or month %s is given back as it came', (text) => {
  expect(readDateOfBirth(text)).toEqual({ echo: text, day: text });
});

test.each([
  ['2026-08-01', true],
  ['2026-08', true],
  ['2026', true],
  ['2026-08-02', false],
  ['2026-08-02T00:00:00+14:00', false],
  ['2026-09', false],
  ['2027', false],
  ['9999-12-31', false],
])('on the 1st of August 2026 somebody may be born on %s: %s', (text, mayBe) => {
  expect(readPastDateOfBirth(text, new Date('2026-08-01T23:59:59Z')) !== undefined).toBe(mayBe);
});
