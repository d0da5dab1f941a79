import { isOwnHanName } from '../characters.ts';
import { letterTable } from '../scripts/romanised.ts';
import { languagesOfName } from '../syllables.ts';
import { KOREAN, SINO_KOREAN, SINO_VIETNAMESE, VIETNAMESE_NAMES, VIETNAMESE_SURNAMES } from '../tables/han-readings.ts';
import { simplified } from '../tables/simplified.ts';

/** A name may be read in so many ways. */
const MOST = 3;
/** Syllables of a family name and a given one. */
const [FEWEST_SYLLABLES, MOST_SYLLABLES] = [2, 3];

/**
 * The Latin texts of a person's name that another country writes in its own letters. 阮文紹 is Nguyen Van Thieu, and
 * 시진핑 is Xi Jinping. Empty for nearly all names.
 */
export function namesElsewhere(text: string): readonly string[] {
  if (!/[\u3400-\u9fff\uac00-\ud7a3]/.test(text)) return [];
  const written = text.replace(/\s+/g, '');
  if (/^[\uac00-\ud7a3]{2,6}$/.test(written)) return chineseInHangul(written);
  return isOwnHanName(text.trim()) ? vietnameseOf([...written].map(simplified)) : [];
}

/** By the characters' readings in Vietnam; empty where one has none, or the first is no family name there. */
function vietnameseOf([family = '', ...given]: readonly string[]): string[] {
  const readings = given.map((one) => VIETNAMESE_NAMES.get(one) ?? SINO_VIETNAMESE.get(one));
  if (given.length === 0 || readings.includes(undefined)) return [];
  return (VIETNAMESE_SURNAMES.get(family) ?? []).map((surname) => [surname, ...readings].join(' ')).slice(0, MOST);
}

/*
 * Chinese syllables as Korea transcribes them: a consonant for each initial of pinyin, and a syllable or two for each
 * final.
 * Source: the rules of writing foreign words in Hangul, table 5 (Ministry of Education, 1986).
 */
const CONSONANTS = [...'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ'];
const INITIALS = letterTable(
  'b=ㅂ p=ㅍ m=ㅁ f=ㅍ d=ㄷ t=ㅌ n=ㄴ l=ㄹ g=ㄱ k=ㅋ h=ㅎ j=ㅈ q=ㅊ x=ㅅ zh=ㅈ ch=ㅊ sh=ㅅ r=ㄹ z=ㅉ c=ㅊ s=ㅆ',
);
const FINALS = letterTable(`
  a=아 o=오 e=어 i=이 u=우 ai=아이 ei=에이 ao=아오 ou=어우 an=안 en=언 ang=앙 eng=엉 ong=웅 ia=야 ie=예 iao=야오 iu=유 ian=옌 in=인
  iang=양 ing=잉 iong=융 ua=와 uo=워 uai=와이 ui=우이 uan=완 un=운 uang=왕`);
const WHOLE = letterTable(`
  er=얼 yi=이 ya=야 yo=요 ye=예 yao=야오 you=유 yan=옌 yin=인 yang=양 ying=잉 yong=융 wu=우 wa=와 wo=워 wai=와이 wei=웨이 wan=완 wen=원
  wang=왕 weng=웡 yu=위 yue=웨 yuan=위안 yun=윈 ai=아이 ao=아오 ou=어우 an=안 en=언 ang=앙 e=어 zhi=즈 chi=츠 shi=스 ri=르 zi=쯔 ci=츠
  si=쓰 ju=쥐 qu=취 xu=쉬 jue=쥐에 que=취에 xue=쉐 juan=쥐안 quan=취안 xuan=쉬안 jun=쥔 qun=췬 xun=쉰 nü=뉘 lü=뤼 lüe=뤠`);
/** Behind ㅈ, ㅉ and ㅊ no y is written: 쟈오 is 자오. */
const WITHOUT_Y: ReadonlyMap<string, string> = new Map(
  [...'야아 얘애 예에 요오 유우 양앙 옌엔 융웅'.split(' ')].map(([a, b]) => [a!, b!]),
);
const PALATAL = new Set('ㅈㅉㅊ');
const FIRST_SYLLABLE = 0xac00;
const SYLLABLES_OF_A_CONSONANT = 588;

/** The pinyin of each transcription. Made for the first name that needs it, as hardly any does. */
let pinyinOf: ReadonlyMap<string, readonly string[]> | undefined;

function madePinyin(): ReadonlyMap<string, readonly string[]> {
  const rows = new Map<string, string[]>();
  const add = (hangul: string, pinyin: string) => rows.set(hangul, [...(rows.get(hangul) ?? []), pinyin]);
  for (const [pinyin, hangul] of WHOLE) add(hangul, pinyin.replace('ü', 'u'));
  for (const [initial, consonant] of INITIALS) {
    for (const [final, syllables] of FINALS) {
      const pinyin = initial + final;
      // J, q and x stand before i alone, and others never before a diphthong with it. The rest are rows of their own.
      if (/^[jqx](?!i)|^(?:[zcs]h?|r)i|^[gkhf]i/.test(pinyin)) continue;
      add(withConsonant(syllables, consonant), pinyin);
    }
  }
  return rows;
}

function withConsonant(syllables: string, consonant: string): string {
  const first = (PALATAL.has(consonant) ? WITHOUT_Y.get(syllables[0]!) : undefined) ?? syllables[0]!;
  const vowel = (first.charCodeAt(0) - FIRST_SYLLABLE) % SYLLABLES_OF_A_CONSONANT;
  const code = FIRST_SYLLABLE + CONSONANTS.indexOf(consonant) * SYLLABLES_OF_A_CONSONANT + vowel;
  return String.fromCharCode(code) + syllables.slice(1);
}

/** What may stand in a Korean's name. 리 is how the North writes 이, and China's Li. */
let syllablesOfKoreans: ReadonlySet<string> | undefined;

/** Syllables of the longest name of a Korean. */
const LONGEST_KOREAN = 4;

/** Empty for what may be a Korean's own name. */
function chineseInHangul(written: string): string[] {
  syllablesOfKoreans ??= new Set([...KOREAN.values(), ...SINO_KOREAN.values()].filter((reading) => reading !== '리'));
  const ofKoreans = syllablesOfKoreans;
  if (written.length <= LONGEST_KOREAN && [...written].every((syllable) => ofKoreans.has(syllable))) return [];
  const texts = cuts(written, MOST_SYLLABLES)
    .filter(({ length }) => length >= FEWEST_SYLLABLES)
    .map(([family, ...given]) => [family!, given.join('')])
    .filter((words) => languagesOfName(words).includes('mandarin'))
    .map((words) => words.join(' '));
  return [...new Set(texts)].slice(0, MOST);
}

/** All ways to cut a text into so many syllables of pinyin at most. */
function cuts(text: string, most: number): string[][] {
  if (text === '') return [[]];
  if (most === 0) return [];
  pinyinOf ??= madePinyin();
  const found: string[][] = [];
  for (let length = Math.min(2, text.length); length > 0; length--) {
    for (const pinyin of pinyinOf.get(text.slice(0, length)) ?? []) {
      for (const rest of cuts(text.slice(length), most - 1)) found.push([pinyin, ...rest]);
    }
  }
  return found;
}
