import { describe, expect, test } from 'vitest';
import { entityOf, withEngine } from '../../test/support/engine.ts';
import type { EvidencedMatch } from '../domain/match.ts';
import { gwoyeuSpellings } from './names/romanisations/gwoyeu.ts';
import { soundKey } from './names/romanisations/phonetic.ts';
import { readRomanised } from './names/romanisations/romanised-names.ts';
import { mandarinSpellings } from './names/romanisations/spellings.ts';
import { hokkienSpellings } from './names/scripts/hokkien.ts';

/** Invented people, as they write themselves. */
const LISTED = [
  'Cheung Wai-kwok',
  'Helena LAU Ming-tak',
  'Ng Siu Fong',
  'Lim Boon Keng',
  'Teo Kim Hock',
  'Chow Kwok Leung',
  'Kim Kwang-sik',
  'Pak Yong-su',
  'LEE Jung Hwa',
  'Hsu Chih-ming',
  'Ts’ao Te-hua',
  'Tran Quoc Minh',
  'Dr. Shu Kokka',
].map((name, place) => entityOf(String(place), [name]));

function bestOf(name: string, minScore = 70): Promise<EvidencedMatch | undefined> {
  return withEngine(LISTED, (engine) => {
    return engine.search({ name, entityType: 'Individual', minScore, limit: 5 }).matches[0];
  });
}

describe('one name in Han characters, two romanisations', () => {
  test.each([
    ['Zhang Weiguo', 'Cheung Wai-kwok'],
    ['Weiguo Zhang', 'Cheung Wai-kwok'],
    ['Chang Wei-kuo', 'Cheung Wai-kwok'],
    ['Liu Mingde', 'Helena LAU Ming-tak'],
    ['Wu Shaofang', 'Ng Siu Fong'],
    ['Lin Wenqing', 'Lim Boon Keng'],
    ['Zhang Jinfu', 'Teo Kim Hock'],
    ['Zhou Guoliang', 'Chow Kwok Leung'],
    ['Jin Guangzhi', 'Kim Kwang-sik'],
    ['Xu Zhiming', 'Hsu Chih-ming'],
    ['Cao Dehua', 'Ts’ao Te-hua'],
    ['Chen Guoming', 'Tran Quoc Minh'],
  ])('%s is %s', async (asked, listed) => {
    const match = await bestOf(asked);
    expect(match?.explanation.matchedName).toBe(listed);
    const points = match!.explanation.adjustments.reduce((sum, one) => sum + one.points, 0);
    expect(match!.explanation.nameScore + points).toBeCloseTo(match!.score, 6);
  });

  test('the explanation names the systems and the characters', async () => {
    const match = await bestOf('Zhou Guoliang');
    expect(match?.explanation.pairs.map(({ detail }) => detail)).toEqual([
      'pinyin and Cantonese: Zhou = 周 = Chow',
      'pinyin and Cantonese: Guoliang = 国良 = Kwok Leung',
    ]);
  });

  test.each(['Zhang Weimin', 'Liu Mingyuan', 'Zhou Jianhua', 'Jin Yonghe', 'Xu Dehua', 'Chen Weidong'])(
    'another given name is another person: %s',
    async (asked) => expect((await bestOf(asked))?.explanation.matchedName).toBeUndefined(),
  );

  test.each(['Zhang Wei', 'Li Na', 'Wang Fang'])('two syllables agree with thousands: %s', async (asked) =>
    expect(await bestOf(asked)).toBeUndefined(),
  );
});

/** Invented people. Each pair shares the family name and one syllable of the given name, as one system writes them. */
describe('one syllable that differs is another person, whichever systems may have written it', () => {
  test.each([
    ['Pak Su Ha', 'Pak Chong Ha'],
    ['Chang Su Ha', 'Chang Chang Ha'],
    ['Kim Su Ha', 'Kim Chang Ha'],
    ['Chang Ho Hun', 'Chang Pong Hun'],
    ['Pak Sang Nam', 'Pak Sang Su'],
    ['So Ha Song', 'So Ho Song'],
    ['Jo Myong Il', 'Jo Kwang Il'],
    ['Wong Man Keung', 'Wong Fai Keung'],
    ['Lau Ming Wing', 'Lau Ming Chi'],
    ['Leung Siu Fai', 'Leung Yuk Fai'],
    ['Ho Chi Wai', 'Ho Chi Keung'],
    ['Kwok Wing Yan', 'Kwok Lok Yan'],
    ['Cheung Tai Man', 'Cheung Kin Man'],
    ['Wang Hui Mei', 'Wang Ching Mei'],
    ['Wang Hsin Chih', 'Wang Ching Chih'],
    ['Wu Ying Ching', 'Wu Ying Chih'],
    ['Liu Kuo Wen', 'Liu Kuo Hsin'],
    ['Tan Boon Keng', 'Tan Kim Keng'],
    ['Lim Kim Hock', 'Lim Kim Seng'],
    ['Ong Teck Chye', 'Ong Teck Huat'],
  ])('%s is not %s', async (asked, listed) => {
    const score = await withEngine(LISTED, (engine) => engine.compare(asked, listed, 'Individual').score);
    expect(score).toBeLessThan(70);
  });

  test.each([
    ['Jon Karin Næss', 'Yinyin Tian'],
    ['Ana Milena Brandt', 'Milin Na'],
  ])('a given name of other languages is not cut into syllables beside another word: %s', async (asked, listed) => {
    const score = await withEngine(LISTED, (engine) => engine.compare(asked, listed, 'Individual').score);
    expect(score).toBeLessThan(70);
  });
});

test('names in other letters, and words that are one syllable, are not cut until they fit', async () => {
  const listed = ['Майк Лі', 'Ho Jong-ok', 'Yan GAO', 'Ian Hansen'].map((name, place) =>
    entityOf(String(place), [name]),
  );
  await withEngine(listed, (engine) => {
    for (const name of ['Vũ Mai', 'Hoàng Ngọc', 'Yan Garcia', 'Dan Hansen', 'Mai Lan']) {
      const { matches } = engine.search({ name, entityType: 'Individual', minScore: 70, limit: 5 });
      const pairs = matches.flatMap((match) => match.explanation.pairs.map(({ detail }) => detail ?? ''));
      expect(
        pairs.filter((detail) => / = \p{Script=Han}/u.test(detail)),
        name,
      ).toEqual([]);
    }
  });
});

test('a Western first name beside the syllables is passed over', () => {
  expect(readRomanised(['helena', 'wong', 'pik', 'wan']).map(({ syllables }) => syllables.join(' '))).toContain(
    'wong pik wan',
  );
});

test('names of no system are read as none', () => {
  for (const words of [['james', 'smith'], ['anna', 'maria', 'rossi'], ['ivan', 'petrov', 'sergeevich'], ['lee']]) {
    expect(readRomanised(words), words.join(' ')).toEqual([]);
  }
});

test.each([
  ['zhi', 'chih', 'jhih', 'cs'],
  ['xing', 'hsing', 'sing', 'hsz'],
  ['qiong', 'chiung', 'cyong', 'cs'],
])('%s in Wade-Giles, Tongyong and Hungarian', (pinyin, wadeGiles, tongyong, hungarian) => {
  const spellings = mandarinSpellings(pinyin).map(([text]) => text);
  expect(spellings[0]).toBe(wadeGiles);
  expect(spellings).toContain(tongyong);
  expect(spellings.some((text) => text.startsWith(hungarian))).toBe(true);
});

test.each([
  ['ping', ['ping', 'pyng', 'piing', 'pinq']],
  ['guo', ['guo', 'gwo', 'goo', 'guoh']],
  ['hai', ['hai', 'hair', 'hae', 'hay']],
])('%s with its tones in Gwoyeu', (pinyin, expected) => {
  for (const text of expected) expect(gwoyeuSpellings(pinyin)).toContain(text);
});

/** Invented people of Singapore and Malaysia: asked in pinyin, listed as their registries write them. */
const SOUTH_EAST_ASIA = [
  ['Chen Shuifa', 'Tan Chwee Huat'],
  ['Lin Qingfu', 'Lim Cheng Hock'],
  ['Huang Shunxing', 'Ng Soon Heng'],
  ['Xie Fuyuan', 'Chia Hock Guan'],
  ['Cai Yongquan', 'Chua Eng Chuan'],
  ['Yang Xiulian', 'Yeo Siew Lian'],
  ['Wang Baohua', 'Ong Poh Hwa'],
  ['Hong Zhende', 'Ang Chin Teck'],
  ['Zheng Meifeng', 'Tay Bee Hong'],
  ['Su Jianming', 'Soh Kian Beng'],
  ['Liang Zhiqiang', 'Neo Chee Keong'],
  ['Xu Jinlong', 'Koh Kim Leong'],
  ['Ye Suzhen', 'Yeap Soo Chin'],
  ['Huang Wenhui', 'Ooi Boon Huey'],
  ['Guo Rongguang', 'Quek Eng Kuang'],
  ['Jiang Qiuyan', 'Kang Chew Giam'],
  ['Pan Tianzhu', 'Phua Tian Choo'],
  ['Liao Shiji', 'Liew Seh Kit'],
  ['Chen Weijie', 'Tan Wei Jie'],
  ['Lin Jiahui', 'Lim Jia Hui'],
  ['Zhong Dexing', 'Cheong Tek Hiing'],
  ['Wu Zongyao', 'Goh Chong Yeou'],
] as const;

describe('Hokkien, Teochew and Mandarin as registries of South-East Asia write them', () => {
  const listed = SOUTH_EAST_ASIA.map(([, name], place) => entityOf(String(place), [name]));
  const bestListed = (name: string) =>
    withEngine(
      listed,
      (engine) => engine.search({ name, entityType: 'Individual', minScore: 70, limit: 5 }).matches[0],
    );

  test.each(SOUTH_EAST_ASIA)('%s is %s', async (asked, name) => {
    expect((await bestListed(asked))?.explanation.matchedName).toBe(name);
  });

  test.each(['Chen Jianguo', 'Lin Meiling', 'Huang Zhiwei', 'Cai Wenbin', 'Wang Lijun', 'Xu Haifeng', 'Wu Yongkang'])(
    'another given name is another person: %s',
    async (asked) => expect((await bestListed(asked))?.explanation.matchedName).toBeUndefined(),
  );
});

test.each([
  ['hwee', 'hui'],
  ['keow', 'kiau'],
  ['tchin', undefined],
  ['smith', undefined],
  ['yew', 'iu'],
  ['kwang', 'guang'],
])('%s sounds like %s', (written, other) => {
  expect(soundKey(written)).toBe(other === undefined ? undefined : soundKey(other));
});

test.each([
  ['福', 'hock'],
  ['明', 'beng'],
  ['华', 'hwa'],
  ['顺', 'soon'],
])('%s is spelt %s by its reading in Hokkien', (character, spelling) => {
  expect([...hokkienSpellings(character).keys()]).toContain(spelling);
});
