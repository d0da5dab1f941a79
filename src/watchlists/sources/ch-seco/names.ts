import type { NameKind, NameParts } from '../../../domain/list-entry.ts';
import type { EntryDraft } from '../../entries/entry-draft.ts';
import { tidy } from '../../entries/values.ts';
import { all, textOf, type XmlElement } from '../../formats/xml.ts';

/** One part of a name in one of its spellings. */
interface Part {
  readonly type: string;
  readonly order: number;
  readonly text: string;
}

const KINDS: Readonly<Record<string, NameKind>> = { alias: 'alias', 'formerly-known-as': 'former' };
/** Natural order of the parts of a person's name; the list has the family name first. A title is no part of it. */
const ORDER = [
  'whole-name',
  'given-name',
  'further-given-name',
  'father-name',
  'grand-father-name',
  'other',
  'family-name',
  'tribal-name',
  'suffix',
];
/** Spellings of one name that are put together from those of its parts. */
const MAX_SPELLINGS = 16;

/** Adds the names of an identity. `isMain`: its primary name is that of the entry. */
export function addNames(draft: EntryDraft, identity: XmlElement, isMain: boolean): void {
  for (const name of all(identity, 'name')) {
    const type = name.attributes['name-type'] ?? '';
    const kind = KINDS[type] ?? (isMain ? 'primary' : 'alias');
    const weak = name.attributes.quality === 'low';
    const parts = partsOf(name);
    draft.addName(fullOf(parts), kind, { weak, ...(draft.kind === 'person' && { parts: namedParts(parts) }) });
    addMaidenName(draft, parts);
    for (const spelling of spellingsOf(name, parts)) {
      const isLatin = /^\P{L}*\p{Script=Latin}/u.test(spelling);
      draft.addName(spelling, isLatin ? 'spelling' : 'original', { weak });
    }
  }
}

function partsOf(name: XmlElement): Part[] {
  return all(name, 'name-part').flatMap((part) => {
    const text = textOf(part, 'value');
    return text ? [{ type: part.attributes['name-part-type'] ?? 'other', order: orderOf(part), text }] : [];
  });
}

const orderOf = ({ attributes }: XmlElement): number => Number(attributes.order) || 0;

/** The whole name, without a title and a maiden name. */
function fullOf(parts: readonly Part[]): string | undefined {
  const shown = parts.filter(({ type }) => ORDER.includes(type));
  const place = ({ type }: Part) => ORDER.indexOf(type);
  return tidy(
    shown
      .sort((a, b) => place(a) - place(b) || a.order - b.order)
      .map(({ text }) => text)
      .join(' '),
  );
}

function namedParts(parts: readonly Part[]): { [K in keyof NameParts]: string | undefined } {
  const text = (...types: string[]) =>
    tidy(
      parts
        .filter(({ type }) => types.includes(type))
        .map((part) => part.text)
        .join(' '),
    );
  return {
    given: text('given-name'),
    middle: text('further-given-name'),
    patronymic: text('father-name'),
    family: text('family-name'),
    title: text('title'),
  };
}

function addMaidenName(draft: EntryDraft, parts: readonly Part[]): void {
  const maiden = parts.find(({ type }) => type === 'maiden-name');
  if (!maiden) return;
  const others = parts.filter(({ type }) => type !== 'maiden-name' && type !== 'family-name');
  draft.addName(fullOf([...others, { ...maiden, type: 'family-name' }]), 'maiden');
}

/** The names that the spelling variants of the parts make, those of one script and language together. */
function spellingsOf(name: XmlElement, parts: readonly Part[]): string[] {
  const variants = all(name, 'name-part').flatMap((part) =>
    all(part, 'spelling-variant').map(({ attributes, text }) => ({
      type: part.attributes['name-part-type'] ?? 'other',
      order: orderOf(part),
      text,
      group: `${attributes.script ?? ''} ${attributes.lang ?? ''}`,
      isLatin: (attributes.script ?? 'LATN') === 'LATN',
    })),
  );
  const groups = Map.groupBy(variants, ({ group }) => group);
  return [...groups.values()].flatMap((group) => {
    const isLatin = group.every((one) => one.isLatin);
    // A part that has no spelling in the group is written as it is, but never beside another script.
    const base = parts.filter((part) => group.some((one) => isSamePart(one, part)) || isLatin);
    const orders = [...base, ...group.filter((one) => !base.some((part) => isSamePart(one, part)))];
    let names: Part[][] = [[]];
    for (const part of uniqueParts(orders)) {
      const own = group.filter((one) => isSamePart(one, part));
      const choices: readonly Part[] = own.length > 0 ? own : [part];
      names = names.flatMap((before) => choices.map((one) => [...before, one])).slice(0, MAX_SPELLINGS);
    }
    return names.flatMap((one) => fullOf(one) ?? []);
  });
}

const isSamePart = (a: Part, b: Part): boolean => a.type === b.type && a.order === b.order;

const uniqueParts = (parts: readonly Part[]): Part[] =>
  parts.filter((part, at) => parts.findIndex((one) => isSamePart(one, part)) === at);
