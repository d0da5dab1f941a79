import { letterTable, type Romanisation, romanised, transliterate } from './romanised.ts';

const EASTERN =
  letterTable(`ա=a բ=b գ=g դ=d ե=e զ=z է=e ը=y թ=t ժ=zh ի=i լ=l խ=kh ծ=ts կ=k հ=h ձ=dz ղ=gh ճ=ch մ=m յ=y ն=n շ=sh ո=o չ=ch պ=p ջ=j ռ=r ս=s
  վ=v տ=t ր=r ց=ts ւ=v փ=p ք=k օ=o ֆ=f և=ev`);
const WESTERN = letterTable('բ=p գ=k դ=t ծ=dz կ=g ձ=ts ճ=j պ=b ջ=ch տ=d');
const GEORGIAN =
  letterTable(`ა=a ბ=b გ=g დ=d ე=e ვ=v ზ=z თ=t ი=i კ=k ლ=l მ=m ნ=n ო=o პ=p ჟ=zh რ=r ს=s ტ=t უ=u ფ=p ქ=k ღ=gh ყ=q შ=sh ჩ=ch ც=ts
  ძ=dz წ=ts ჭ=ch ხ=kh ჯ=j ჰ=h ჱ=e ჲ=y ჳ=w ჴ=q ჵ=o ჶ=f`);
const GEORGIAN_PLAIN = letterTable('ხ=h ყ=k ღ=g ჟ=j ფ=f');
const GEORGIAN_RUSSIAN = letterTable('ჯ=dzh ყ=k ღ=g');

/**
 * An Armenian word in Latin letters: BGN/PCGN without marks, then its sound at the start of a word, then Western
 * Armenian.
 */
export function romaniseArmenian(word: string): Romanisation | undefined {
  const lower = word.toLowerCase().replace(/ու|ու/g, 'u').replace(/և/g, 'եվ');
  const initial = lower.replace(/^ե/, 'yե').replace(/^ո(?!վ)/, 'vո');
  return romanised([
    [latin(initial.replace(/եա/g, 'յա'), EASTERN), 'armenian-bgn-pcgn'],
    [latin(lower, EASTERN), 'armenian-letter-by-letter'],
    [latin(lower.replace(/խ/g, 'հ').replace(/ղ/g, 'գ').replace(/ջ/g, 'j'), EASTERN), 'armenian-foreign'],
    [latin(initial, WESTERN, EASTERN), 'armenian-western'],
    [latin(lower.replace(/յան$/, 'իան'), EASTERN), 'armenian-ian'],
    [latin(lower.replace(/ղ/g, 'լ'), EASTERN), 'armenian-classical'],
  ]);
}

/** A Georgian word in Latin letters: the national system, then with f, h and k for the letters foreigners lack. */
export function romaniseGeorgian(word: string): Romanisation | undefined {
  const lower = word.toLowerCase();
  return romanised([
    [transliterate(lower, GEORGIAN), 'georgian-national-system'],
    [transliterate(lower, GEORGIAN_PLAIN, GEORGIAN), 'georgian-foreign'],
    [transliterate(lower, GEORGIAN_RUSSIAN, GEORGIAN), 'georgian-russian-habit'],
    // A foreign name takes the nominative ending -ი in Georgian.
    [transliterate(lower.replace(/ი$/, ''), GEORGIAN_PLAIN, GEORGIAN), 'georgian-foreign-without-ending'],
  ]);
}

function latin(word: string, ...tables: readonly ReadonlyMap<string, string>[]): string {
  return transliterate(word, ...tables, PASS);
}

const PASS = new Map([...'abcdefghijklmnopqrstuvwxyz'].map((letter) => [letter, letter]));
