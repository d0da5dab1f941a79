import type { EntryKind, ListEntry, NameKind } from '../../../domain/list-entry.ts';
import { EntryDraft } from '../../entries/entry-draft.ts';
import { oneLine, tidy, unReference } from '../../entries/values.ts';
import { birthDates, firstDay } from './japanese-dates.ts';

/** Titles of columns of which both languages have one: `氏名（英語）`. */
export const COLUMNS = {
  category: '区分',
  id: '番号',
  notified: '告示日付',
  notice: '告示番号',
  type: '個人・団体',
  japanese: '氏名（日本語）',
  english: '氏名（英語）',
  born: '生年月日',
  passport: '旅券番号',
  identity: '身分証番号',
  reference: '国連参照番号',
  listed: 'リスト掲載日',
  other: 'その他の情報',
  minister: '外務省告示情報',
} as const;
const LANGUAGES = [
  ['英語', undefined],
  ['日本語', 'ja'],
] as const;
/** Names beside the main one, by the column's title without its language. */
const OTHER_NAMES: readonly (readonly [column: string, kind: NameKind, weak: boolean])[] = [
  ['別名・別称', 'alias', false],
  ['旧称', 'former', false],
  ['確定に十分でない別名', 'alias', true],
];

const KINDS: Readonly<Record<string, EntryKind>> = { 個人: 'person', 団体: 'organization' };
/** What is told of a person in brackets behind a name, and is no part of the name. */
const ABOUT =
  /生年月日|出生地|国籍|旅券|身分証|住所|\bD\.?O\.?B\b|\bP\.?O\.?B\b|\bborn\b|nationality|passport|address/i;
const NUMBER = /[A-Z]{0,4}[ -]?\d[\dA-Z/-]{3,}/i;

type Cell = (column: string) => string | undefined;

/** The entry of a row; undefined where it has no name. */
export function entryOf(id: string, cell: Cell): ListEntry | undefined {
  const draft = new EntryDraft(id, KINDS[cell(COLUMNS.type) ?? ''] ?? 'unknown');
  addMainName(draft, cell(COLUMNS.english), 'primary', undefined);
  addMainName(draft, cell(COLUMNS.japanese), 'spelling', 'ja');
  for (const [column, kind, weak] of OTHER_NAMES) {
    for (const [written, language] of LANGUAGES)
      addNames(draft, cell(`${column}（${written}）`), kind, { weak, language });
  }
  const { dates, rest } = birthDates(cell(COLUMNS.born));
  for (const date of dates) draft.addBirthDate(date);
  draft.addRemark(rest && `Date of birth: ${rest}`);
  for (const place of severalIn(inEither(cell, '出生地'))) draft.addBirthPlace(place);
  for (const state of severalIn(inEither(cell, '国籍'))) draft.addNationality(state);
  for (const address of addressesIn(cell)) draft.addAddress(address);
  for (const title of ['称号', '役職']) {
    for (const position of severalIn(inEither(cell, title))) draft.addPosition(position);
  }
  addOrder(draft, cell);
  return draft.entry();
}

/** Numbers, and what is known of the order itself. */
function addOrder(draft: EntryDraft, cell: Cell): void {
  addNumbers(draft, 'passport', cell(COLUMNS.passport));
  addNumbers(draft, 'identity number', cell(COLUMNS.identity));
  draft.addReference('un-sc', unReference(cell(COLUMNS.reference)?.normalize('NFKC')));
  const category = cell(COLUMNS.category);
  draft.addProgramme(category && `${COLUMNS.category} ${category}`);
  draft.listedOn = firstDay(cell(COLUMNS.notified)) ?? firstDay(cell(COLUMNS.listed));
  const notice = cell(COLUMNS.notice);
  draft.addRemark(notice && `${COLUMNS.notice}: ${notice}`);
  draft.addRemark(cell(COLUMNS.other));
  draft.addRemark(cell(COLUMNS.minister));
}

/** The main name is one, whatever stands in it; only what is told of the person behind it goes. */
function addMainName(draft: EntryDraft, cell: string | undefined, kind: NameKind, language: string | undefined): void {
  const { name, about } = apart(cell ?? '');
  draft.addName(name, kind, { language });
  draft.addRemark(about);
}

function addNames(
  draft: EntryDraft,
  cell: string | undefined,
  kind: NameKind,
  details: { weak: boolean; language: string | undefined },
): void {
  for (const part of severalIn(cell)) {
    const { name, about } = apart(part);
    draft.addName(name, kind, details);
    if (about) draft.addRemark(part);
  }
}

/** A name without its quotation marks, and what its brackets tell of the person. */
function apart(text: string): { name: string | undefined; about: string | undefined } {
  let about: string | undefined;
  const name = text.replace(/[（(][^（()）]*(?:[（(][^（()）]*[)）][^（()）]*)*(?:[)）]|$)/g, (brackets) => {
    if (!ABOUT.test(brackets)) return brackets;
    about = tidy(brackets);
    return ' ';
  });
  return { name: tidy(name.replace(/^[\s"“”「『]+|[\s"“”」』]+$/g, '')), about };
}

/** Values of a cell. Semicolons of either width divide them, but for those in brackets. */
function severalIn(text: string | undefined): string[] {
  const parts: string[] = [''];
  let depth = 0;
  for (const sign of text ?? '') {
    if (sign === '(' || sign === '（') depth++;
    else if (sign === ')' || sign === '）') depth = Math.max(0, depth - 1);
    if (depth === 0 && (sign === ';' || sign === '；')) parts.push('');
    else parts[parts.length - 1] += sign;
  }
  return parts.flatMap((part) => tidy(part) ?? []);
}

/** In English, or in Japanese where there is no English. */
const inEither = (cell: Cell, column: string): string | undefined =>
  cell(`${column}（英語）`) ?? cell(`${column}（日本語）`);

/** Countries and the rest of the addresses stand in two columns. */
function addressesIn(cell: Cell): string[] {
  for (const [written] of LANGUAGES) {
    const countries = severalIn(cell(`住所・所在地（国）（${written}）`));
    const places = severalIn(cell(`住所・所在地（都市その他の情報）（${written}）`));
    if (countries.length + places.length === 0) continue;
    if (countries.length === places.length || countries.length === 1) {
      const all = places.length === 0 ? [''] : places;
      return all.flatMap((place, at) => oneLine(place, countries[countries.length === 1 ? 0 : at]) ?? []);
    }
    return [...places, ...(places.length === 0 ? countries : [])];
  }
  return [];
}

/** `ウガンダ旅券A00195974（2029年12月16日に失効）` has a number among words, which stay as a remark. */
function addNumbers(draft: EntryDraft, type: string, cell: string | undefined): void {
  for (const part of severalIn(cell?.normalize('NFKC'))) {
    const number = NUMBER.exec(part.replace(/\([^()]*\)?/g, ' '))?.[0].trim();
    draft.addDocument(type, number);
    if (number !== part) draft.addRemark(part);
  }
}
