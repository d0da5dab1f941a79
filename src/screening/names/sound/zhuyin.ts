import { readTable } from '../../../tables.ts';

const INITIAL = /^(?:[zcs]h|[bpmfdtnlgkhjqxrzcs])/;

let signsOfPinyin: Map<string, string> | undefined;

/**
 * A syllable of pinyin without its tone in zhuyin, which has one sign for an initial and one to two for a final. Empty
 * where it is no syllable of Mandarin.
 */
export function zhuyin(syllable: string): string {
  signsOfPinyin ??= new Map(
    readTable('sound/zhuyin.tsv', ['pinyin', 'signs']).map(([pinyin, signs]) => [pinyin!, signs!]),
  );
  const whole = signsOfPinyin.get(syllable);
  if (whole !== undefined) return whole;
  const initial = INITIAL.exec(syllable)?.[0] ?? '';
  const final = signsOfPinyin.get(`-${syllable.slice(initial.length)}`);
  if (final === undefined) return '';
  return (initial === '' ? '' : signsOfPinyin.get(`${initial}-`)!) + final;
}
