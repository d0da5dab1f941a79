import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { analyseName } from './analyse.ts';
import { MAX_VARIANTS_OF_ANY } from './scripts/romanised.ts';
import type { NameToken } from './types.ts';

type Kind = Parameters<typeof analyseName>[1];

const tokens = (name: string, kind: Kind = 'person', reading = 0): readonly NameToken[] =>
  analyseName(name, kind).readings[reading]?.tokens ?? [];
const texts = (name: string, kind: Kind = 'person', reading = 0) => tokens(name, kind, reading).map(({ text }) => text);
const spellings = (name: string) =>
  analyseName(name, 'person').readings.flatMap((reading) =>
    reading.tokens.flatMap((token) => [token.text, ...token.variants.map(({ text }) => text)]),
  );
const roles = (name: string, kind: Kind = 'person') => tokens(name, kind).map(({ text, role }) => `${text}:${role}`);

describe('names in Hangul', () => {
  const readings = (name: string) =>
    analyseName(name, 'person').readings.map((one) => one.tokens.map(({ text }) => text));

  test('no reading of a foreign name stands twice', () => {
    const found = readings('토마스 사이드').map((one) => one.join(' '));
    expect(found[0]).toBe('tomas said');
    expect(new Set(found).size).toBe(found.length);
  });
  test('a foreign name stands beside no Korean one in syllables', () => {
    expect(readings('존 케리')).toEqual([
      ['jon', 'keri'],
      ['jon', 'keri'],
    ]);
    expect(analyseName('존 케리', 'person').readings.map(({ system }) => system)).toEqual(['korean', 'korean-foreign']);
  });
  test('a Korean name beside another word keeps its syllables', () => {
    expect(analyseName('토마스 사이드', 'person').readings[1]?.system).toBe('korean');
  });
});

describe('Latin names', () => {
  test('case, marks, apostrophes, hyphens and the dots of initials make no difference', () => {
    expect(texts("J.F. O'Brien")).toEqual(['j', 'f', 'obrien']);
    expect(texts('ÉLODIE saint-Just')).toEqual(texts('Elodie Saint Just'));
    expect(texts('D’Arcy')).toEqual(texts("d'Arcy"));
  });
  test('a letter with a mark is found as it is spelt without one', () => {
    expect(spellings('Jürgen')).toEqual(['jurgen', 'juergen']);
    expect(texts('Işık İnönü Łódź Straße Ægir Þór Đorđe Əli')).toEqual(
      'isik inonu lodz strasse aegir thor dorde ali'.split(' '),
    );
  });
  test('a small capital or Latin k hidden in a Cyrillic word does not hide the name', () => {
    const [written] = texts('Александр Квист');
    for (const name of ['Алеĸсандр Квист', 'Алеkсандр Квист']) expect(texts(name)[0]).toBe(written);
  });

  test('a Cyrillic letter hidden in a Latin word does not hide the name', () => {
    expect(texts('Vl\u0430d\u0456mir')).toEqual(['vladimir']);
  });
  test('zero-width and bidirectional characters do not hide a name', () => {
    expect(texts('Iv\u200ban \u202ePetrov\u202c')).toEqual(['ivan', 'petrov']);
  });
  test('an article is kept apart from the name, however it is joined to it', () => {
    for (const name of ['Al-Hakimi', 'al Hakimi', 'alHakimi'])
      expect(roles(name)).toEqual(['al:particle', 'hakimi:word']);
  });
  test('a compound of Abd is one name in any spelling', () => {
    for (const name of ['Abd al-Rahman', 'Abdul Rahman', 'Abd-ul Rahman', 'Abdulrahman', 'عبد الرحمن', 'عبدالرحمن']) {
      expect(texts(name)).toEqual(['abdulrahman']);
    }
  });
  test('titles and particles are no part of the name', () => {
    expect(roles('Dr. Jan van der Berg')).toEqual([
      'dr:title',
      'jan:word',
      'van:particle',
      'der:particle',
      'berg:word',
    ]);
    expect(roles('Ben Carter')).toEqual(['ben:word', 'carter:word']);
    expect(roles('Le Van An')[0]).toBe('le:word');
  });
});

describe('titles', () => {
  test('are known in many languages, in any order before a name', () => {
    for (const name of ['Ajatollah Zumbrock', 'Generalmajor Haji Zumbrock', 'Supreme Leader Zumbrock', 'Dra. Zumbrock'])
      expect(roles(`${name} Quist`).filter((role) => role.endsWith(':word'))).toEqual(['zumbrock:word', 'quist:word']);
    expect(roles('Президент Зумброк').map((role) => role.split(':')[1])).toEqual(['title', 'word']);
  });
  test('take their Arabic article with them', () => {
    expect(roles('الدكتور صالح العاروري').map((role) => role.split(':')[1])).toEqual([
      'title',
      'title',
      'word',
      'particle',
      'word',
    ]);
    expect(roles('الشيخ صالح')[1]).toBe('sheikh:title');
  });
  test('of two words in Arabic letters are one', () => {
    for (const name of ['آیت الله احمد جنتی', 'آية الله احمد جنتی', 'آیت‌الله العظمی احمد جنتی'])
      expect(roles(name)[0]).toBe('ayatollah:title');
    expect(roles('حجت الاسلام احمد جنتی')[0]).toBe('hojatoleslam:title');
  });
  test('that are names too are titles only at the head of a longer name', () => {
    expect(roles('Capitan Quist')).toEqual(['capitan:word', 'quist:word']);
    expect(roles('Capitan Zumbrock Quist')[0]).toBe('capitan:title');
    expect(roles('Zumbrock Coronel Quist')[1]).toBe('coronel:word');
  });
});

describe('other scripts', () => {
  test('a Persian ending that stands apart belongs to its word', () => {
    expect(texts('علی خامنه ای')).toEqual(texts('علی خامنه‌ای'));
    expect(texts('علی خامنه ای')).toHaveLength(2);
  });
  test('Russian, Ukrainian, Belarusian and Serbian names are read in their own language', () => {
    expect(texts('Сергей Щукин')).toEqual(['sergey', 'shchukin']);
    expect(texts('Григорій Згурський')).toEqual(['hryhorii', 'zghurskyi']);
    expect(texts('Ђорђе Љубић')).toEqual(['djordje', 'ljubic']);
    expect(spellings('Чайковский')).toContain('tschajkowskij');
    expect(spellings('Джексон')).toContain('jexon');
  });
  test('Greek digraphs are read by position and as foreign sounds', () => {
    expect(texts('Ευάγγελος Μπακάλης')).toEqual(['evangelos', 'bakalis']);
    expect(spellings('Ντόναλντ')).toContain('donald');
  });
  test('common Arabic names have their vowels, others a consonant skeleton', () => {
    expect(texts('محمد حسين')).toEqual(['muhammad', 'hussein']);
    expect(spellings('كراتشي')).toContain('krts');
  });
  test('a geresh changes the Hebrew letter before it', () => {
    expect(texts("ג'ון")).toEqual(['john']);
    expect(texts('דוד לוי')).toEqual(['david', 'levi']);
  });
  test('a Yiddish word has the vowels that it writes', () => {
    expect(spellings('שטערנבערג')).toContain('shternberg');
    expect(spellings('דזשעק')).toContain('jek');
    expect(spellings('\u05f0\u05f2סמאן')).toContain('veysman');
  });
  test('a schwa that nobody speaks is not written', () => {
    expect(texts('नरेन्द्र अमर')).toEqual(['narendra', 'amar']);
  });
  test('Korean family names have the spellings that Koreans use', () => {
    expect(texts('이영호')).toEqual(['lee', 'young', 'ho']);
    expect(spellings('박정희')).toEqual(expect.arrayContaining(['park', 'pak', 'bak', 'jung', 'chung', 'hee']));
  });
  test('a foreign name in Cyrillic is found under its usual spelling, in every Cyrillic alphabet', () => {
    for (const name of ['Джордж', 'Џорџ']) expect(spellings(name)).toContain('george');
    for (const name of ['Джейсон', 'Џејсон']) expect(spellings(name)).toContain('jason');
    for (const name of ['Вільямс', 'Уильямс', 'Вилямс']) expect(spellings(name)).toContain('williams');
    expect(texts('Жан')[0]).toBe('zhan');
  });
  test('a Korean name in Cyrillic has the spellings of its syllables, as Kontsevich and the north write them', () => {
    const korean = (name: string) =>
      tokens(name, 'person', 1).map(({ text, variants }) => [text, ...variants.map((one) => one.text)]);
    const [family, first, last] = korean('Пак Чен Ир');
    expect(family).toContain('park');
    expect(first).toEqual(expect.arrayContaining(['jong', 'jung']));
    expect(last).toContain('il');
    expect(korean('Ли Сонхи')[1]).toContain('song');
    expect(korean('Лі Йон')[1]).toContain('yong');
    // A syllable of one letter, and no initial.
    expect(analyseName('Ким Ё Чжон', 'person').readings.map(({ system }) => system)).toEqual(['korean']);
    expect(korean('Кім Чен Ин')[2]).toContain('un');
  });
  test('a Chinese name in Cyrillic is read back from Palladius', () => {
    for (const name of ['Хуан Чжисюн', 'Хуан Чжи Сюн'])
      expect(texts(name, 'person', 1)).toEqual(['huang', 'zhi', 'xiong']);
    expect(texts('Дэн Сяоцюй', 'person', 1)).toEqual(['deng', 'xiao', 'qu']);
    expect(texts('Ден Юэ', 'person', 1)).toEqual(['deng', 'yue']);
    expect(analyseName('Олег Цзэн', 'person').readings).toHaveLength(1);
    expect(analyseName('Хуан Чжисюн', 'organization').readings).toHaveLength(1);
  });
  test('a foreign name in Greek is found under its usual spelling', () => {
    expect(spellings('Τζέιμς')).toContain('james');
    expect(spellings('Γουίλσον')).toContain('wilson');
    expect(spellings('Ζακ')).toContain('jacques');
    expect(spellings('Γκιγιόμ')).toContain('guillaume');
  });
  test('the second part of a Nepalese given name is a word of its own', () => {
    expect(texts('हरिबहादुर')).toEqual(['hari', 'bahadur']);
    expect(texts('बहादुर')).toEqual(['bahadur']);
  });
  test('each syllable of a Burmese name is a word, spelt as people spell it', () => {
    expect(texts('မင်းအောင်လှိုင်')).toEqual(['min', 'aung', 'hlaing']);
    expect(texts('သန်းရွှေ')).toEqual(['than', 'shwe']);
    expect(texts('ခင်ညွန့်')).toEqual(['khin', 'nyunt']);
    expect(spellings('စိုးဦး')).toEqual(expect.arrayContaining(['soe', 'oo']));
  });
  test('a Burmese title before two syllables or more is no part of the name', () => {
    expect(roles('ဒေါ်ခင်သန်းမြင့်')).toEqual(['daw:title', 'khin:word', 'than:word', 'myint:word']);
    expect(roles('ဒေါက်တာဦးခင်သန်း').map((role) => role.split(':')[1])).toEqual(['title', 'title', 'word', 'word']);
    expect(roles('ဦးခင်')[0]).toBe('oo:word');
    expect(roles('ခင်သန်းဦး').at(-1)).toBe('oo:word');
  });
  test('a Devanagari word that names a Latin letter stands for it', () => {
    expect(texts('के सी')).toEqual(['k', 'c']);
    expect(spellings('के')).toContain('ke');
  });
  test('kana give Hepburn and the foreign name they may stand for', () => {
    expect(texts('さくら')).toEqual(['sakura']);
    expect(spellings('アレックス')).toContain('aleks');
  });
  test('an s of kana may be a th, and of several the last', () => {
    expect(spellings('サムス')).toContain('samth');
    expect(spellings('ハース')).toContain('harth');
  });
  test('the parts of an Arabic name in kana take their roles', () => {
    expect(roles('アブドゥル・ラザク・アル・ズムブロク').slice(0, 2)).toEqual(['abdulrazaku:word', 'al:particle']);
  });
  test('a Chinese name is family name and given name, in pinyin, Wade-Giles and Cantonese', () => {
    expect(texts('张建国')).toEqual(['zhang', 'jianguo']);
    expect(texts('張建國')).toEqual(['zhang', 'jianguo']);
    expect(spellings('张建国')).toEqual(expect.arrayContaining(['chang', 'chienkuo', 'cheung', 'kin', 'kwok']));
    expect(texts('曾伟')[0]).toBe('zeng');
    expect(texts('欧阳明')).toEqual(['ouyang', 'ming']);
  });
  test('traditional and simplified characters are read alike', () => {
    expect(texts('劉曉燕')).toEqual(texts('刘晓燕'));
    expect(spellings('羅賓遜·葛')).toEqual(spellings('罗宾逊·葛'));
  });
  test('a Chinese name is found as Hong Kong, Singapore and Malaysia spell it', () => {
    expect(spellings('郑淑芬')).toEqual(expect.arrayContaining(['cheng', 'shuk', 'fun']));
    expect(spellings('陈明发')).toEqual(expect.arrayContaining(['tan', 'beng', 'huat']));
    expect(spellings('叶秀兰')).toEqual(expect.arrayContaining(['yip', 'sau', 'lan', 'yap', 'siew']));
  });
  test('a dot between Han characters makes the name a foreign one, spelt by ear', () => {
    const { readings } = analyseName('安娜·彼得罗夫', 'person');
    expect(readings.map(({ system }) => system)).toEqual(['han-transcription']);
    expect(spellings('安娜·彼得罗夫')).toEqual(expect.arrayContaining(['anna', 'peterrof']));
    expect(spellings('格伦·哈里斯')).toEqual(expect.arrayContaining(['glenn', 'harris']));
  });
  test('a foreign name within another is read as the name it is', () => {
    expect(spellings('约翰斯顿·李')).toContain('johnston');
  });
  test('a foreign name written without a dot is cut at the names it has', () => {
    expect(texts('阿都拉曼哈山')).toEqual(['abdulrahman', 'hassan']);
  });
  test('a Japanese name with kana has no Chinese reading by dialects', () => {
    expect(spellings('くみ子 中村')).toContain('nakamura');
    expect(spellings('くみ子 中村')).not.toContain('chung');
  });
  test('a Japanese given name that no table has is read by its characters', () => {
    const given = (name: string) =>
      analyseName(name, 'person').readings.find(({ system }) => system === 'japanese')!.tokens[1]!;
    for (const [name, reading] of [
      ['篠田建市', 'kenichi'],
      ['西口茂男', 'shigeo'],
      ['細野豪志', 'goshi'],
    ] as const) {
      const { text, variants } = given(name);
      expect([text, ...variants.map((one) => one.text)], name).toContain(reading);
    }
    expect(analyseName('篠田蹇鼎', 'person').readings.map(({ system }) => system)).not.toContain('japanese');
  });
  test('words of one or two Han characters are names of their own, not foreign ones', () => {
    const systems = analyseName('志豪 黃', 'person').readings.map(({ system }) => system);
    expect(systems.filter((system) => /foreign|transcription/.test(system))).toEqual([]);
  });
  test('a Korean name in Han characters has its Korean reading too', () => {
    expect(analyseName('金英姬', 'person').readings.map(({ system }) => system)).toContain('korean-reading-of-han');
    expect(spellings('林龍植')).toEqual(expect.arrayContaining(['lim', 'yong', 'sik']));
  });
});

describe('organisations', () => {
  test('legal forms are compared by class, whatever the language', () => {
    for (const name of [
      'Romashka LLC',
      'ООО Ромашка',
      'Romashka Ltd.',
      'Romashka Limited Liability Company',
      'Romashka G.m.b.H.',
      'Romashka sp. z o.o.',
    ]) {
      expect(tokens(name, 'organization').find(({ role }) => role === 'legal-form')?.legalForm).toBe(
        'limited-liability',
      );
    }
  });
  test('words that many organisations share meet across languages', () => {
    for (const name of ['Nova Bank', 'Банк Nova', 'بنك Nova', 'Nova 银行', 'Banque Nova']) {
      const generic = tokens(name, 'organization').find(({ role }) => role === 'generic')!;
      expect([generic.text, ...generic.variants.map(({ text }) => text)]).toContain('bank');
    }
  });
  test('words of trades meet across languages, and weigh as other words do', () => {
    for (const name of ['Kvistorp Fibre', 'Квисторп Волокно', 'KVISTORP-VOLOKNA', 'Fibras Kvistorp']) {
      const trade = tokens(name, 'organization').find(({ text }) => !text.startsWith('k'))!;
      expect([trade.role, trade.text, ...trade.variants.map(({ text }) => text)]).toContain('fibre');
      expect(trade.role).toBe('word');
    }
  });
  test('an acronym for what an organisation is reads as its words, unless it is the whole name', () => {
    for (const name of ['NII Kvistorp', 'АО «НИИ Квисторп»', 'OOO Kvistorp NII'])
      expect(roles(name, 'organization'), name).toEqual(
        expect.arrayContaining(['research:generic', 'institute:body', 'kvistorp:word']),
      );
    expect(roles('NII AO', 'organization')).toEqual(['nii:word', 'ao:legal-form']);
    expect(roles('Kvistorp NPO', 'organization')).toEqual(['kvistorp:word', 'npo:legal-form']);
  });
  test('an elided article or preposition is no part of the next word', () => {
    for (const name of ["Banque d'Iran", "Banca dell'Iran", 'Banque de l’Iran'])
      expect(tokens(name, 'organization').at(-1)?.country).toBe(tokens('Iran', 'organization')[0]?.country);
    expect(texts("D'Artagnan")).toEqual(['dartagnan']);
  });
  test('usual short forms of English words are those words', () => {
    const meaningOf = (word: string) => {
      const [, token] = tokens(`Zumbrock ${word}`, 'organization');
      return [token!.role, token!.text, ...token!.variants.map(({ text }) => text)];
    };
    for (const [short, meaning] of [
      ['Trdg', 'trading'],
      ['Ind.', 'industry'],
      ['Univ.', 'university'],
      ['Mfg', 'manufacturing'],
      ['Fdn', 'foundation'],
    ] as const)
      expect(meaningOf(short), short).toContain(meaning);
  });
  test('words for what a body is and does are known in Arabic and Persian, with any article', () => {
    expect(texts('المصرف التجاري', 'organization')).toEqual(['bank', 'commercial']);
    expect(texts('مركز للدراسات', 'organization')).toEqual(['center', 'studies']);
    expect(texts('نیروی قدس', 'organization')[0]).toBe('forces');
  });
  test('a name without spaces is cut at the words of its kind', () => {
    expect(roles('北京银行股份有限公司', 'organization')).toEqual([
      'beijing:word',
      'bank:generic',
      'jointstock:legal-form',
    ]);
  });
  test('a name of shared words alone keeps them as its words', () => {
    expect(roles('National Bank', 'organization')).toEqual(['national:word', 'bank:word']);
  });
});

const anyText = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.string({ unit: 'binary', maxLength: 60 }));
const anyKind = fc.constantFrom<Kind>('person', 'organization', 'unknown');

describe('whatever the input', () => {
  test('no text makes it throw, and tokens are folded, tagged and few', () => {
    fc.assert(
      fc.property(anyText, anyKind, (name, kind) => {
        const { readings } = analyseName(name, kind);
        // Four of its words and a foreign one. A numeral that may be a reign's, or stands apart, doubles them.
        expect(readings.length).toBeLessThanOrEqual(10);
        for (const token of readings.flatMap((reading) => reading.tokens)) {
          expect(token.text).toMatch(/^[a-z0-9]+$/);
          expect(token.variants.length).toBeLessThanOrEqual(MAX_VARIANTS_OF_ANY);
          for (const variant of token.variants) expect(variant.text).toMatch(/^[a-z0-9]+$/);
        }
      }),
      { numRuns: 300 },
    );
  });
  test('a folded name is its own folding', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 30 }), (name) => {
        const once = texts(name, 'person').join(' ');
        // XX is what people write for a name that they do not know.
        if (/\b(al|el|x+)\b/.test(once)) return;
        expect(texts(once, 'unknown').join('')).toBe(once.replaceAll(' ', ''));
      }),
      { numRuns: 200 },
    );
  });
  test('a name has a reading as soon as it has a Latin letter', () => {
    fc.assert(
      fc.property(anyText, fc.constantFrom('a', 'Zoë', 'x1'), (name, word) => {
        expect(analyseName(`${name} ${word}`, 'person').readings.length).toBeGreaterThan(0);
      }),
      { numRuns: 100 },
    );
  });
  test('a text of 10,000 characters has no more tokens than characters', () => {
    for (const unit of ['a ', 'Аб', '王', '김', 'م ', 'ー', "'", '-', 'ก', 'ク', 'é', '\ud800']) {
      const { readings } = analyseName(unit.repeat(10_000 / unit.length), 'organization');
      const count = readings.reduce((sum, reading) => sum + reading.tokens.length, 0);
      expect(count).toBeLessThanOrEqual(40_000);
    }
  });
});
