import { JAPANESE_FOREIGN_NAMES } from '../tables/transcribed-names.ts';
import { rAndL } from './hangul.ts';
import { letterTable, type Romanisation, romanised, type Spelling } from './romanised.ts';

const SYLLABLES =
  letterTable(`ア=a イ=i ウ=u エ=e オ=o カ=ka キ=ki ク=ku ケ=ke コ=ko ガ=ga ギ=gi グ=gu ゲ=ge ゴ=go サ=sa シ=shi ス=su セ=se ソ=so
  ザ=za ジ=ji ズ=zu ゼ=ze ゾ=zo タ=ta チ=chi ツ=tsu テ=te ト=to ダ=da ヂ=ji ヅ=zu デ=de ド=do ナ=na ニ=ni ヌ=nu ネ=ne ノ=no ハ=ha ヒ=hi フ=fu
  ヘ=he ホ=ho バ=ba ビ=bi ブ=bu ベ=be ボ=bo パ=pa ピ=pi プ=pu ペ=pe ポ=po マ=ma ミ=mi ム=mu メ=me モ=mo ヤ=ya ユ=yu ヨ=yo ラ=ra リ=ri ル=ru
  レ=re ロ=ro ワ=wa ヰ=i ヱ=e ヲ=o ン=n ヴ=vu ヷ=va ヸ=vi ヹ=ve ヺ=vo ヵ=ka ヶ=ke
  キャ=kya キュ=kyu キョ=kyo ギャ=gya ギュ=gyu ギョ=gyo シャ=sha シュ=shu ショ=sho シェ=she ジャ=ja ジュ=ju ジョ=jo ジェ=je チャ=cha チュ=chu チョ=cho チェ=che
  ニャ=nya ニュ=nyu ニョ=nyo ヒャ=hya ヒュ=hyu ヒョ=hyo ビャ=bya ビュ=byu ビョ=byo ピャ=pya ピュ=pyu ピョ=pyo ミャ=mya ミュ=myu ミョ=myo リャ=rya リュ=ryu リョ=ryo
  ファ=fa フィ=fi フェ=fe フォ=fo フュ=fyu ヴァ=va ヴィ=vi ヴェ=ve ヴォ=vo ヴュ=vyu ティ=ti ディ=di トゥ=tu ドゥ=du テュ=tyu デュ=dyu ウィ=wi ウェ=we ウォ=wo
  ツァ=tsa ツィ=tsi ツェ=tse ツォ=tso イェ=ye クァ=kwa クィ=kwi クェ=kwe クォ=kwo グァ=gwa スィ=si ズィ=zi
  ァ=a ィ=i ゥ=u ェ=e ォ=o ャ=ya ュ=yu ョ=yo ヮ=wa`);

/**
 * A kana word: Hepburn without long vowels, then the foreign word that it may stand for.
 * In a foreign word, vowels that only carry a consonant are dropped (ト t, ド d, ル l). Further variants have l for r, v
 * for b, th for the last s, and si, ti, di for シ, チ, ジ.
 */
export function romaniseKana(word: string): Romanisation | undefined {
  const katakana = [...word]
    .map((letter) => (letter >= 'ぁ' && letter <= 'ゖ' ? String.fromCodePoint(letter.codePointAt(0)! + 0x60) : letter))
    .join('');
  const hepburn = syllabify(katakana);
  const foreign = dropCarriers(syllabify(katakana.replaceAll('ー', '')));
  const usual = (JAPANESE_FOREIGN_NAMES.get(word) ?? []).map((text) => [text, 'japanese-usual-transcription'] as const);
  const spellings: Spelling[] = [...usual, [hepburn, 'japanese-hepburn']];
  if (!/[ァ-ヺー]/.test(word))
    return romanised([
      ...spellings,
      [hepburn.replace(/ou/g, 'o').replace(/uu/g, 'u'), 'japanese-hepburn-without-long-vowels'],
    ]);
  const western = (text: string) =>
    text.replaceAll('b', 'v').replaceAll('shi', 'si').replaceAll('ji', 'di').replaceAll('chi', 'ti');
  // A long a or o is often a vowel with an r that Japanese does not sound: Bird, Carter, Norman.
  const withR = dropCarriers(
    syllabify(
      katakana
        .replace(/([アカガサザタダナハバパマヤラワァャヴ])ー/g, '$1ŕ')
        .replace(/([オコゴソゾトドノホボポモヨロォョ])ー/g, '$1ŕ')
        .replaceAll('ー', ''),
    ),
  );
  spellings.push([foreign, 'japanese-foreign']);
  if (withR.includes('ŕ'))
    spellings.push(
      [withR.replace(/r/g, 'l').replace(/ŕ/g, 'r'), 'japanese-foreign-r'],
      [withR.replace(/ŕ/g, 'r'), 'japanese-foreign-r'],
    );
  const swapped = [...rAndL(foreign)].map((text) => [text, 'japanese-foreign-l'] as const);
  spellings.push(...swapped.slice(0, 2));
  if (/^[uf]/.test(foreign) && /^[uf][^aeiou]/.test(foreign))
    spellings.push([western(foreign.replace(/^./, 'v')), 'japanese-foreign-v']);
  if (/sh|ji|ch|b/.test(foreign)) spellings.push([western(foreign), 'japanese-foreign-v']);
  for (const text of new Set([foreign, withR.replace(/ŕ/g, 'r')])) {
    if (LAST_S.test(text)) spellings.push([text.replace(LAST_S, 'th'), 'japanese-foreign-th']);
  }
  if (/f/.test(foreign)) spellings.push([foreign.replace(/f/g, 'h'), 'japanese-foreign-h']);
  spellings.push(...swapped.slice(2));
  return romanised(spellings);
}

/** A th is an s in Japanese, and few names have two. */
const LAST_S = /s(?!h)(?!.*s(?!h))/;

function syllabify(katakana: string): string {
  let out = '';
  for (let at = 0; at < katakana.length; ) {
    const two = SYLLABLES.get(katakana.slice(at, at + 2));
    if (two !== undefined && at + 1 < katakana.length) {
      out += two;
      at += 2;
      continue;
    }
    out += katakana[at] === 'ŕ' ? 'ŕ' : (SYLLABLES.get(katakana[at]!) ?? '');
    at++;
  }
  return out;
}

/** u after any consonant but before none of its own syllable, o after t and d, i after ch, j, k at the end. */
function dropCarriers(hepburn: string): string {
  return hepburn
    .replace(/tsu(?=[^aeiouy]|$)/g, 'ts')
    .replace(/([kgsszfbpmrvl])u(?=[^aeiou]|$)/g, '$1')
    .replace(/([td])o(?=[^aeiou]|$)/g, '$1')
    .replace(/(ch|j)i$/, '$1')
    .replace(/([^aeiou])\1+/g, '$1');
}
