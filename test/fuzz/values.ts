import type { Random } from './random.ts';

type Json = unknown;

const TEXTS = [
  '',
  ' ',
  '\0',
  'a',
  '0',
  '-1',
  'null',
  'true',
  '[]',
  '{}',
  '%00',
  '%2e%2e%2f',
  '../../etc/passwd',
  "' OR 1=1 --",
  '{{7*7}}',
  '<script>alert(1)</script>',
  '\u202eabc',
  '\ud800',
  '\udc00x',
  '\ufeff',
  '👩‍👩‍👧‍👦',
  'ﷺ'.repeat(30),
  'é'.normalize('NFD').repeat(50),
  'a\u0301'.repeat(100),
  '\u200b\u200b',
  'ß',
  'İ',
  '金正恩',
  'محمد',
  'Владимир',
  '=cmd()',
  '2024-02-30',
  '19840108',
  '0000-00-00',
  '9999-12-31T23:59:60Z',
  '1e309',
  'NaN',
  '١٢٣',
  'x'.repeat(201),
  'x'.repeat(5_000),
  ' '.repeat(1_000),
  '1970-01-31',
  '__proto__',
  'constructor',
  'toString',
  '\r\nX-Evil: 1',
];
const NUMBERS = [0, -0, 1, -1, 70, 100, 100.0001, 1e9, 2 ** 31, 2 ** 53, -(2 ** 53), 1e308, 5e-324, 0.1];

export function anyText(random: Random): string {
  if (random.chance(0.7)) return random.pick(TEXTS);
  return Array.from({ length: random.below(40) }, () => String.fromCodePoint(1 + random.below(0xffff))).join('');
}

function anyNumber(random: Random): number {
  return random.chance(0.7) ? random.pick(NUMBERS) : (random.next() - 0.5) * 10 ** random.below(20);
}

function anyValue(random: Random, depth = 0): Json {
  const kind = random.below(depth > 3 ? 4 : 7);
  if (kind === 0) return anyText(random);
  if (kind === 1) return anyNumber(random);
  if (kind === 2) return random.pick([true, false, null]);
  if (kind === 3) return null;
  if (kind === 4) return Array.from({ length: random.below(5) }, () => anyValue(random, depth + 1));
  if (kind === 5) return nested(random.pick([10, 100, 2_000]));
  return Object.fromEntries(
    Array.from({ length: random.below(5) }, () => [anyText(random), anyValue(random, depth + 1)]),
  );
}

function nested(depth: number): Json {
  let value: Json = 1;
  for (let level = 0; level < depth; level += 1) value = level % 2 ? [value] : { a: value };
  return value;
}

/** A valid body with some of its members changed, left out, repeated in another case or joined by unknown ones. */
export function mutated(sample: Json, random: Random): Json {
  if (sample === null || typeof sample !== 'object' || Array.isArray(sample)) {
    return random.chance(0.5) ? sample : anyValue(random);
  }
  const members = Object.entries(sample).flatMap(([name, value]): [string, Json][] => {
    const choice = random.below(10);
    if (choice === 0) return [];
    if (choice === 1) return [[name.toUpperCase(), value]];
    if (choice === 2) return [[name, anyValue(random)]];
    if (choice === 3) return [[name, typeof value === 'number' ? anyNumber(random) : anyText(random)]];
    return [[name, value]];
  });
  if (random.chance(0.1)) members.push([anyText(random), anyValue(random)]);
  return Object.fromEntries(members);
}

/** JSON as bytes, now and then with damage that no serialiser makes. */
export function jsonBytes(value: Json, random: Random): Buffer {
  let text = JSON.stringify(value) ?? '';
  if (random.chance(0.03)) text = text.replace('{', '{"__proto__":{"admin":true},');
  if (random.chance(0.03)) text = text.replace('{', '{"name":"first","name":"second",');
  if (random.chance(0.02)) text = `\ufeff${text}`;
  if (random.chance(0.02)) text = text.slice(0, random.below(text.length + 1));
  const bytes = Buffer.from(text);
  if (random.chance(0.03) && bytes.length > 0) bytes[random.below(bytes.length)] = random.below(256);
  if (random.chance(0.01)) return Buffer.concat([bytes, Buffer.alloc(70_000, 32)]);
  return bytes;
}
