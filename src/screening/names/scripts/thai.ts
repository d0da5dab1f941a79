import { letterTable, type Romanisation, romanised } from './romanised.ts';

const INITIAL =
  letterTable(`ก=k ข=kh ฃ=kh ค=kh ฅ=kh ฆ=kh ง=ng จ=ch ฉ=ch ช=ch ซ=s ฌ=ch ญ=y ฎ=d ฏ=t ฐ=th ฑ=th ฒ=th ณ=n ด=d ต=t ถ=th ท=th ธ=th น=n บ=b ป=p ผ=ph ฝ=f
  พ=ph ฟ=f ภ=ph ม=m ย=y ร=r ล=l ว=w ศ=s ษ=s ส=s ห=h ฬ=l อ= ฮ=h ฤ=rue
  ກ=k ຂ=kh ຄ=kh ງ=ng ຈ=ch ສ=s ຊ=x ຍ=y ດ=d ຕ=t ຖ=th ທ=th ນ=n ບ=b ປ=p ຜ=ph ຝ=f ພ=ph ຟ=f ມ=m ຢ=y ຣ=r ລ=l ວ=v ຫ=h ອ= ຮ=h`);
const FINAL = letterTable(
  `ก=k ข=k ค=k ง=ng จ=t ช=t ซ=t ญ=n ฎ=t ฏ=t ฐ=t ณ=n ด=t ต=t ถ=t ท=t ธ=t น=n บ=p ป=p พ=p ฟ=p ภ=p ม=m ย=i ร=n ล=n ว=o ศ=t ษ=t ส=t ฬ=n`,
);
const AFTER = letterTable(`ะ=a ั=a า=a ำ=am ิ=i ี=i ึ=ue ื=ue ุ=u ู=u ็= ໍ=o ັ=a ະ=a າ=a ຳ=am ິ=i ີ=i ຶ=ue ື=ue ຸ=u ູ=u ົ=o ຽ=ia`);
const BEFORE = letterTable('เ=e แ=ae โ=o ใ=ai ไ=ai ເ=e ແ=ae ໂ=o ໃ=ai ໄ=ai');

/**
 * A Thai (or Lao) word by RTGS without syllable analysis. Prefixed vowels come after their consonant, finals have their
 * sound, and an `o` or `a` stands where two consonants meet. Names are often written as in Sanskrit instead, so a
 * variant reads every letter by its initial sound.
 */
export function romaniseThai(word: string): Romanisation | undefined {
  const plain = word.replace(/.[\u0e4c\u0ecc]/gu, '').replace(/[\u0e48-\u0e4b\u0ec8-\u0ecb\u0e4d\u0e4e]/g, '');
  const spoken = spell(plain, true);
  const written = spell(plain, false);
  return romanised([
    [spoken, 'thai-rtgs'],
    [written, 'thai-as-written'],
    [written.replaceAll('ph', 'p').replaceAll('th', 't').replaceAll('kh', 'k'), 'thai-without-aspirates'],
    [
      written.replaceAll('w', 'v').replaceAll('ch', 'j').replaceAll('ph', 'bh').replaceAll('kh', 'g'),
      'thai-sanskrit-habit',
    ],
  ]);
}

function spell(word: string, spoken: boolean): string {
  const letters = [...word];
  let out = '';
  let pending = '';
  for (let at = 0; at < letters.length; at++) {
    const letter = letters[at]!;
    const before = BEFORE.get(letter);
    if (before !== undefined) {
      pending = before;
      continue;
    }
    const after = AFTER.get(letter);
    if (after !== undefined) {
      out += after;
      continue;
    }
    const initial = INITIAL.get(letter);
    if (initial === undefined) continue;
    const next = letters[at + 1];
    const vowelFollows = next !== undefined && AFTER.has(next);
    const closes = pending === '' && !vowelFollows && /[aeiou]$/.test(out);
    if (closes) {
      out += closingSound(letter, next, spoken);
      continue;
    }
    if (/[^aeiou]$/.test(out) && pending === '' && !vowelFollows) out += 'o';
    out += initial + pending;
    pending = '';
  }
  return out;
}

/** The sound of a consonant behind a vowel. In speech it is a final's, unless the next syllable begins with it. */
function closingSound(letter: string, next: string | undefined, spoken: boolean): string {
  const isFinal = spoken && (next === undefined || !INITIAL.has(next) || BEFORE.has(next));
  return (isFinal ? FINAL.get(letter) : undefined) ?? INITIAL.get(letter)!;
}
