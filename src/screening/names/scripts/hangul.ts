import type { ReadingSystem } from '../systems.ts';
import { MAX_VARIANTS, type Romanised, romanised, type Spelling } from './romanised.ts';

const INITIALS = 'g kk n d tt r m b pp s ss - j jj ch k t p h'.split(' ');
const VOWELS = 'a ae ya yae eo e yeo ye o wa wae oe yo u wo we wi yu eu ui i'.split(' ');
const FINALS = '- k k k n n n t l k m l l l p l m p p t t ng t t k t p t'.split(' ');

const INITIALS_MR = 'k kk n t tt r m p pp s ss - ch tch ch k t p h'.split(' ');
const VOWELS_MR = 'a ae ya yae o e yo ye o wa wae oe yo u wo we wi yu u ui i'.split(' ');
const INITIALS_ENGLISH = 'k kk n d tt r m b pp s ss - j jj ch k t p h'.split(' ');
const VOWELS_ENGLISH = 'a ae ya yae u e you ye o wa wae oe yo oo won we wi yoo eu eui ee'.split(' ');
const VOWELS_FOREIGN = 'a a ya ya o e yo ye o wa we oe yo u wo we wi yu - i i'.split(' ');
const FINALS_FOREIGN = '- k k k n n n t l k m l l l p l m b b s s ng t t k t p t'.split(' ');

/** How Koreans really spell the syllables of their names, where that is not what the rules below give. */
const USUAL = new Map(
  `김 kim gim|이 lee yi rhee ri i|박 park bak pak|최 choi choe|정 jung jeong chung chong jong|강 kang gang|조 cho jo|윤 yoon yun|장 jang chang|임 lim im rim
오 oh o|서 seo suh so|신 shin sin|권 kwon gwon|안 ahn an|유 yoo yu ryu you|류 ryu yoo yu|전 jeon jun chun chon|고 ko go koh|문 moon mun|손 son sohn|백 baek paik paek baik|허 heo hur huh ho
심 shim sim|노 noh roh no ro|로 ro noh|곽 kwak gwak|성 sung seong song|주 joo ju chu|우 woo u wu|구 koo gu ku|진 jin chin|지 ji chi jee|엄 eom um|천 cheon chun chon|공 kong gong|현 hyun hyeon hyon
변 byun byeon pyon|염 yeom yum|추 choo chu|석 seok suk sok|선 sun seon son|설 seol sul|연 yeon yun yon|기 ki gi kee|금 keum geum kum|은 eun un|영 young yeong yong|경 kyung gyeong kyong|희 hee hui heui
숙 sook suk|순 soon sun|수 soo su|준 joon jun chun|훈 hoon hun|철 chul cheol chol|명 myung myeong myong|형 hyung hyeong hyong|병 byung byeong pyong|승 seung sung|덕 duk deok tok|혁 hyuk hyeok hyok|근 keun geun kun
원 won weon|호 ho|재 jae chae jai|태 tae|상 sang|동 dong tong|종 jong chong|중 joong jung chung|춘 choon chun|규 kyu gyu|균 kyun gyun|용 yong ryong|룡 ryong yong|일 il|철 chul cheol chol|옥 ok|란 ran|식 sik shik|실 sil shil
시 si shi|의 ui eui|여 yeo yo|헌 heon hun hon|범 beom bum pom|섭 seop sub sup|열 yeol yul yol ryol|렬 ryeol yeol ryol|율 yul|률 ryul|환 hwan|완 wan|관 kwan gwan|광 kwang gwang|건 gun geon kon|길 gil kil|국 kook guk kuk|갑 gap kap|겸 gyeom kyum
미 mi|민 min|배 bae pae|봉 bong pong|부 boo bu pu|비 bi|보 bo po|대 dae tae|도 do to|두 doo du tu|무 moo mu|숭 soong|양 yang|량 ryang yang|예 ye yeh|예 ye|자 ja cha|제 je che|찬 chan|창 chang|채 chae|필 pil phil|하 ha|학 hak|한 han|해 hae|향 hyang|홍 hong|화 hwa|황 hwang|효 hyo
리 ri lee|림 rim lim|나 na ra|라 ra na|남 nam|녀 nyeo|년 nyeon|려 ryeo|령 ryeong young|린 rin lin|인 in|은 eun un|언 eon un on|걸 geol kul kol|격 gyeok|웅 woong ung|운 woon un|욱 wook uk|윤 yoon yun|을 eul ul|응 eung ung|익 ik|맹 maeng`
    .split(/[|\n]/)
    .map((row) => {
      const [syllable, ...spellings] = row.split(' ');
      return [syllable!, spellings] as const;
    }),
);

/** Family names of two syllables. */
const LONG_SURNAMES = new Set('남궁 황보 제갈 선우 독고 사공 서문 동방 망절 어금'.split(' '));
const SURNAMES = new Set(
  `김이박최정강조윤장임한오서신권황안송류유전홍고문양손배백허남심노하곽성차주우구민진나지엄채원천방공현함변염여추도소석선설마길연위표명기반왕금옥육인맹제모탁국어은편용리림로라예경봉사부황복태목형계피두감음빈동온호범좌승간견당화국`,
);

/** Whether the syllable is a Korean family name. */
export function isKoreanSurname(syllable: string): boolean {
  return SURNAMES.has(syllable);
}

/** A word of Korean letters as tokens; more than one way to cut it where it may be a whole Korean name. */
export interface HangulReading {
  readonly system: ReadingSystem;
  readonly parts: readonly { readonly surface: string; readonly romanised: Romanised }[];
}

/**
 * A Hangul word: as a Korean name (family name, given name by syllables or joined), and as a foreign word spelt by
 * ear. `alone` says that the word is the whole name, so that it may begin with a family name.
 */
export function readHangul(word: string, alone: boolean): HangulReading[] {
  const syllables = [...word.normalize('NFC')];
  const surnameLength = LONG_SURNAMES.has(word.slice(0, 2)) ? 2 : 1;
  const readings: HangulReading[] = [];
  const given = syllables.length - surnameLength;
  const named = given >= 1 && given <= 2 && (surnameLength === 2 || SURNAMES.has(syllables[0]!));
  const foreign: HangulReading = { system: 'korean-foreign', parts: [foreignPart(word, syllables)] };
  if (named && alone) readings.push(...koreanName(syllables, surnameLength));
  else if (syllables.length <= 2) {
    readings.push({ system: 'korean', parts: [part(syllables)] });
    if (syllables.length === 2)
      readings.push({ system: 'korean-syllables', parts: syllables.map((one) => part([one])) });
  }
  if (syllables.length >= 2) readings.push(foreign);
  // Beside other words (a title, a place in brackets) three syllables may still be a whole name.
  if (named && !alone && syllables.length === 3) readings.push(...koreanName(syllables, surnameLength));
  if (readings.length === 0) readings.push({ system: 'korean', parts: [part(syllables)] });
  return readings;
}

function koreanName(syllables: readonly string[], surnameLength: number): HangulReading[] {
  const family = part(syllables.slice(0, surnameLength));
  const given = syllables.slice(surnameLength);
  const readings: HangulReading[] = [{ system: 'korean', parts: [family, ...given.map((one) => part([one]))] }];
  if (given.length === 2) readings.push({ system: 'korean-joined', parts: [family, part(given)] });
  return readings;
}

function part(syllables: readonly string[]): HangulReading['parts'][number] {
  const options = syllables.map(spellings);
  const found: Spelling[] = [];
  const width = Math.max(...options.map((option) => option.length));
  for (let at = 0; at < width; at++) {
    found.push([
      options.map((option) => (option[at] ?? option[0]!)[0]).join(''),
      (options[0]![at] ?? options[0]![0]!)[1],
    ]);
  }
  const [first, ...others] = options;
  for (const other of others.length > 0 ? first! : []) {
    for (const last of others.at(-1)!) {
      found.push([
        other[0] +
          others
            .slice(0, -1)
            .map((option) => option[0]![0])
            .join('') +
          last[0],
        'korean-usual-spelling',
      ]);
    }
  }
  return { surface: syllables.join(''), romanised: romanised(found.length > 0 ? found : [['x', 'korean']])! };
}

function spellings(syllable: string): Spelling[] {
  const found: Spelling[] = [];
  for (const text of USUAL.get(syllable) ?? []) found.push([text, 'korean-usual-spelling']);
  found.push([compose(syllable, INITIALS, VOWELS, FINALS), 'revised-romanisation']);
  found.push([compose(syllable, INITIALS_MR, VOWELS_MR, FINALS), 'mccune-reischauer']);
  found.push([compose(syllable, INITIALS_ENGLISH, VOWELS_ENGLISH, FINALS), 'korean-english-habit']);
  const seen = new Set<string>();
  const unique = found.filter(([text]) => text !== '' && !seen.has(text) && seen.add(text));
  return unique.length > 0 ? unique.slice(0, MAX_VARIANTS) : [['x', 'korean']];
}

function compose(
  syllable: string,
  initials: readonly string[],
  vowels: readonly string[],
  finals: readonly string[],
): string {
  const code = syllable.codePointAt(0)! - 0xac00;
  if (code < 0 || code >= 11172) return '';
  const initial = initials[Math.floor(code / 588)]!;
  const vowel = vowels[Math.floor((code % 588) / 28)]!;
  const final = finals[code % 28]!;
  return (initial + vowel + final).replaceAll('-', '');
}

/**
 * A foreign word as Koreans spell it. ㅡ only carries a consonant, and ㅓ is any weak vowel. ㄹ is l or r, ㅂ is b or v.
 * ㅍ is p or f, ㅈ is j or z, ㅅ is s or th.
 */
function foreignPart(word: string, syllables: readonly string[]): HangulReading['parts'][number] {
  const plain = syllables
    .map((one) => compose(one, INITIALS, VOWELS_FOREIGN, FINALS_FOREIGN))
    .join('')
    .replace(/lr/g, 'l');
  const all: Spelling[] = [
    [plain, 'korean-foreign'],
    ...[...rAndL(plain)].map((text): Spelling => [text, 'korean-foreign']),
    [plain.replaceAll('p', 'f'), 'korean-foreign-f'],
    [plain.replaceAll('b', 'v'), 'korean-foreign-v'],
    [plain.replaceAll('j', 'z'), 'korean-foreign-z'],
    [syllables.map((one) => compose(one, INITIALS, VOWELS, FINALS)).join(''), 'revised-romanisation'],
  ];
  return { surface: word, romanised: romanised(all) ?? { text: 'x', system: 'korean', variants: [] } };
}

/** The word with each of its first two r as l, and with all of them as l. */
export function rAndL(text: string): Set<string> {
  const first = text.indexOf('r');
  const found = new Set<string>();
  if (first < 0) return found;
  const second = text.indexOf('r', first + 1);
  found.add(text.replaceAll('r', 'l'));
  found.add(`${text.slice(0, first)}l${text.slice(first + 1)}`);
  if (second > 0) found.add(`${text.slice(0, second)}l${text.slice(second + 1)}`);
  return found;
}
