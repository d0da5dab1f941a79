/*
 * One Han name in pinyin and in a system that leaves no choice. Each system is written here from its own rules, with
 * its marks: nothing is read from the tables that the engine reads.
 */
import { CHINESE_SURNAMES } from '../../src/screening/names/characters.ts';
import { pinyin, surnamePinyin } from '../../src/screening/names/scripts/han.ts';
import { SINO_VIETNAMESE, VIETNAMESE_SURNAMES } from '../../src/screening/names/tables/han-readings.ts';
import { simplified } from '../../src/screening/names/tables/simplified.ts';
import { sharedListPaths } from '../shared-lists.ts';
import { engineOver, readEntities } from './index.ts';
import { THRESHOLD } from './measure.ts';
import { negativeLists } from './sets.ts';

const NAMES = 2000;
/** Lists whose entries have names in Han characters. */
const LISTS = ['everypolitician', 'un-sc', 'uk-sanctions'];

type Name = readonly [family: string, ...given: string[]];

/** A system: of initials, of finals, and of syllables that do not follow from the two, by pinyin with its ü. */
interface Rules {
  readonly initials: ReadonlyMap<string, string>;
  readonly finals: ReadonlyMap<string, string>;
  readonly whole: ReadonlyMap<string, string>;
  /** Initials behind which `uo` is `o`. */
  readonly roundedBehind?: RegExp;
}

const pairsOf = (rows: string): ReadonlyMap<string, string> =>
  new Map(
    rows
      .trim()
      .split(/\s+/)
      .map((row) => row.split('=') as [string, string]),
  );

const WADE_GILES: Rules = {
  initials: pairsOf(`b=p p=p’ d=t t=t’ g=k k=k’ j=ch q=ch’ x=hs zh=ch ch=ch’ r=j z=ts c=ts’`),
  finals: pairsOf('ie=ieh ian=ien ong=ung iong=iung üe=üeh e=ê en=ên eng=êng er=êrh'),
  whole:
    pairsOf(`yi=i you=yu yu=yü yuan=yüan yue=yüeh yun=yün yan=yen ye=yeh yong=yung zhi=chih chi=ch’ih shi=shih ri=jih
    zi=tzŭ ci=tz’ŭ si=ssŭ gui=kuei kui=k’uei ge=ko ke=k’o he=ho e=ê`),
  roundedBehind: /^(?:[dtnlzcsr]|zh|ch)$/,
};

// Oldřich Švarný, 1951.
const CZECH: Rules = {
  initials: pairsOf('b=p p=pch d=t t=tch g=k k=kch h=ch j=ť q=čch x=s zh=č ch=čch sh=š r=ž z=c c=cch'),
  finals: pairsOf('ai=aj ei=ej uai=uaj ui=uej iu=iou ian=ien ong=ung iong=iung'),
  whole:
    pairsOf(`yi=i ya=ja yao=jao ye=jie you=jou yan=jen yin=jin yang=jang ying=jing yong=jung yu=jü yue=jüe yuan=jüan yun=jün
    zhi=č’ chi=čch’ shi=š’ ri=ž’ zi=c’ ci=cch’ si=s’`),
};

// The transcription of the Hungarian Academy for the general public, 1981.
const HUNGARIAN: Rules = {
  initials: pairsOf('b=p d=t g=k j=cs q=cs x=hsz zh=cs ch=cs sh=s r=zs z=c s=sz w=v'),
  finals: pairsOf('ai=aj ei=ej uai=uaj ui=uj ian=ien ong=ung iong=iung e=ö'),
  whole:
    pairsOf(`yi=ji ya=ja yao=jao ye=je you=ju yan=jen yin=jin yang=jang ying=jing yong=jung yu=jü yue=jüe yuan=jüan yun=jün
    zhi=cse chi=cse zi=ce ci=ce si=sze ge=ko ke=ko he=ho e=o`),
  roundedBehind: /^(?:[dtnlzcsr]|zh|ch)$/,
};

// State publishing house PWN, 1962.
const POLISH: Rules = {
  initials: pairsOf('b=p p=p’ d=t t=t’ g=k k=k’ j=c q=c’ x=s zh=cz ch=cz’ sh=sz r=ż z=c c=c’'),
  finals: pairsOf('ai=aj uai=uaj ui=uej ian=ien ong=ung iong=iung'),
  whole:
    pairsOf(`yi=i ya=ja yao=jao ye=je you=jou yan=jen yin=jin yang=jang ying=jing yong=jung yu=jü yue=jüe yuan=jüan yun=jün
    zhi=czy chi=cz’y shi=szy ri=ży zi=cy ci=c’y si=sy`),
  roundedBehind: /^[dtnlzcsr]$/,
};

// Palladius, 1888.
const PALLADIUS: Rules = {
  initials: pairsOf(`b=б p=п m=м f=ф d=д t=т n=н l=л g=г k=к h=х j=цз q=ц x=с zh=чж ch=ч sh=ш r=ж z=цз c=ц s=с w=в`),
  finals:
    pairsOf(`a=а o=о e=э ai=ай ei=эй ao=ао ou=оу an=ань en=энь ang=ан eng=эн ong=ун i=и ia=я iao=яо ie=е iu=ю ian=янь in=инь
    iang=ян ing=ин iong=юн u=у ua=уа uo=о uai=уай ui=уй uan=уань un=унь uang=уан ü=юй üe=юэ üan=юань ün=юнь`),
  whole:
    pairsOf(`yi=и ya=я yao=яо ye=е you=ю yan=янь yin=инь yang=ян ying=ин yong=юн yu=юй yue=юэ yuan=юань yun=юнь wu=у er=эр
    zhi=чжи chi=чи shi=ши ri=жи zi=цзы ci=цы si=сы guo=го huo=хо kuo=ко hui=хуэй weng=вэн wen=вэнь wei=вэй e=э`),
};

/** A syllable of pinyin without tones has u for ü behind j, q and x. */
function written(syllable: string, { initials, finals, whole, roundedBehind }: Rules): string {
  const known = whole.get(syllable);
  if (known !== undefined) return known;
  const [, initial, rest] = /^([zcs]h|[bpmfdtnlgkhjqxrzcswy]|)(.*)$/.exec(syllable) as unknown as [
    string,
    string,
    string,
  ];
  const final = /^[jqx]$/.test(initial) ? rest.replace(/^u/, 'ü') : rest;
  const isRounded = final === 'uo' && roundedBehind?.test(initial) === true;
  return (initials.get(initial) ?? initial) + (isRounded ? 'o' : (finals.get(final) ?? final));
}

const capital = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1);

const syllables = ([family, ...given]: Name): Name => [surnamePinyin([family]), ...given.map((one) => pinyin(one))];

const inPinyin = (name: Name): string => {
  const [family, ...given] = syllables(name);
  return `${capital(family)} ${capital(
    given
      .join(' ')
      .replace(/ (?=[aeo])/g, '’')
      .replaceAll(' ', ''),
  )}`;
};

const by =
  (rules: Rules, between: string) =>
  (name: Name): string => {
    const [family, ...given] = syllables(name).map((one) => written(one, rules));
    return `${capital(family!)} ${capital(given.join(between))}`;
  };

/** Undefined where Vietnam has no reading of a character. */
function vietnamese([family, ...given]: Name): string | undefined {
  const [surname] = VIETNAMESE_SURNAMES.get(simplified(family)) ?? [];
  const readings = [surname, ...given.map((one) => SINO_VIETNAMESE.get(simplified(one)))];
  return readings.includes(undefined) ? undefined : readings.map((one) => capital(one!)).join(' ');
}

const SYSTEMS: readonly (readonly [told: string, write: (name: Name) => string | undefined])[] = [
  ['Wade-Giles', by(WADE_GILES, '-')],
  [
    'Palladius',
    (name) =>
      by(
        PALLADIUS,
        '-',
      )(name)
        .replace(/н-(?=[аеиоуэюя])/g, 'нъ')
        .replaceAll('-', ''),
  ],
  ['Czech', by(CZECH, '-')],
  ['Hungarian', by(HUNGARIAN, '-')],
  ['Polish', by(POLISH, '-')],
  ['Vietnamese reading', vietnamese],
];

/** Prints how many Han names are found in each system, either way round, and how many others with the family name. */
export async function measureSystems({ sample, shown }: { sample: number; shown: number }): Promise<void> {
  const names = (await hanNames()).filter((_, place) => place % sample === 0);
  const engine = await engineOver(negativeLists());
  const score = (asked: string, listed: string) => engine.compare(asked, listed, 'Individual').score;
  process.stdout.write(`\n${'system'.padEnd(20)}  names  pinyin asked  listed  others with the family name\n`);
  for (const [told, write] of SYSTEMS) {
    const known = names.filter((name) => write(name) !== undefined);
    const missed = known.filter((name) => score(inPinyin(name), write(name)!) < THRESHOLD);
    const missedListed = known.filter((name) => score(write(name)!, inPinyin(name)) < THRESHOLD);
    const others = namesakes(known).filter(([a, b]) => inPinyin(a) !== inPinyin(b));
    const passed = others.filter(([a, b]) => score(inPinyin(a), write(b)!) >= THRESHOLD);
    const [asked, listed] = [missed, missedListed].map(({ length }) => (1 - length / known.length).toFixed(3));
    const alike = `${((100 * passed.length) / others.length).toFixed(2)} % of ${others.length}`;
    process.stdout.write(
      `${told.padEnd(20)} ${String(known.length).padStart(6)}         ${asked}   ${listed}  ${alike}\n`,
    );
    for (const name of [...missed, ...missedListed].slice(0, shown)) {
      const [own, other] = [inPinyin(name), write(name)!];
      process.stdout.write(
        `    missed ${score(own, other)} · ${score(other, own)}  ${name.join('')}  ${own}  |  ${other}\n`,
      );
    }
  }
}

/** Each name with the next one of the same family name. */
function namesakes(names: readonly Name[]): (readonly [Name, Name])[] {
  const families = [...Map.groupBy(names, ([family]) => family).values()];
  return families.flatMap((own) => own.slice(1).map((name, place) => [own[place]!, name] as const));
}

/** Names of people on the lists: a family name and two characters, evenly drawn. */
async function hanNames(): Promise<Name[]> {
  const found = new Set<string>();
  for (const source of LISTS) {
    for (const { entries } of await readEntities(source, sharedListPaths(source) ?? [])) {
      const people = entries.filter(({ kind }) => kind === 'person');
      for (const { full } of people.flatMap(({ names }) => names)) {
        if (/^\p{Script=Han}{3}$/u.test(full) && CHINESE_SURNAMES.has(simplified(full[0]!))) found.add(full);
      }
    }
  }
  const all = [...found].sort();
  return all.filter((_, place) => (place * NAMES) % all.length < NAMES).map((name) => [...name] as unknown as Name);
}
