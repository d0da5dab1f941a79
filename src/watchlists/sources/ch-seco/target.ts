import type { EntryKind, ListEntry } from '../../../domain/list-entry.ts';
import { EntryDraft } from '../../entries/entry-draft.ts';
import { calendarDate, oneLine, tidy } from '../../entries/values.ts';
import { all, first, textOf, type XmlElement } from '../../formats/xml.ts';
import { addNames } from './names.ts';

/** Places on one line, by their numbers. */
export type Places = Map<string, string>;

/** Facts that the list writes as words before a number. */
const NUMBERS =
  /^(IMO number|(?:national |personal )?(?:passport|identification|ID) (?:card )?(?:number|no\.?)|tax(?:payer)? (?:identification|registration) number|(?:state |business |company |main state )?registration number|INN|OGRN|KPP|SWIFT(?:\/BIC)?(?: code)?)\s*:\s*([\p{L}\p{N}/-]*\d[\p{L}\p{N}/-]*)\.?$/iu;

/** The entry of a target as it is now; undefined where it has no name. Copies in its modifications do not count. */
export function targetEntry(id: string, target: XmlElement, places: Places): ListEntry | undefined {
  const found = target.children.find(({ key }) => ['individual', 'entity', 'object'].includes(key));
  if (!found) return undefined;
  const draft = new EntryDraft(id, kindOf(found));
  draft.gender = tidy(found.attributes.sex);
  const identities = all(found, 'identity').sort((a, b) => Number(isMain(b)) - Number(isMain(a)));
  for (const [place, identity] of identities.entries()) {
    addNames(draft, identity, place === 0);
    addIdentity(draft, identity, places);
  }
  for (const { text } of all(found, 'justification')) draft.addRemark(text);
  for (const { text } of all(found, 'other-information')) addInformation(draft, text);
  return draft.entry();
}

const isMain = ({ attributes }: XmlElement): boolean => attributes.main === 'true';

function kindOf({ key, attributes }: XmlElement): EntryKind {
  if (key === 'individual') return 'person';
  if (key === 'entity') return 'organization';
  return attributes['object-type'] === 'aircraft' ? 'aircraft' : 'vessel';
}

function addIdentity(draft: EntryDraft, identity: XmlElement, places: Places): void {
  for (const { attributes } of all(identity, 'day-month-year')) {
    const date = calendarDate(attributes.year, attributes.month, attributes.day);
    const isGregorian = (attributes.calendar ?? 'Gregorian').toLowerCase() === 'gregorian';
    if (!date || !isGregorian) draft.addRemark(oneLine('Born', attributes.year, attributes.calendar));
    else draft.addBirthDate(attributes.quality === 'low' ? { date, circa: true } : { date });
  }
  for (const nationality of all(identity, 'nationality')) draft.addNationality(textOf(nationality, 'country'));
  for (const place of all(identity, 'place-of-birth')) draft.addBirthPlace(atPlace(place, places));
  for (const address of all(identity, 'address')) draft.addAddress(atPlace(address, places));
  for (const document of all(identity, 'identification-document')) {
    const type = (document.attributes['document-type'] ?? 'identification document').replaceAll('-', ' ');
    draft.addDocument(type, textOf(document, 'number'), textOf(document, 'issuer'));
    draft.addRemark(textOf(document, 'remark'));
  }
}

/** A place of its own and the one that it refers to, on one line. */
function atPlace(element: XmlElement, places: Places): string | undefined {
  return oneLine(placeOf(element), places.get(element.attributes['place-id'] ?? ''));
}

/** A place on one line. */
export function placeOf(element: XmlElement): string | undefined {
  const text = (member: string) => textOf(element, member);
  const box = text('p-o-box');
  const own = [text('c-o'), text('address-details'), box && `PO Box ${box}`, text('zip-code'), text('location')];
  return oneLine(...own, text('area'), first(element, 'country')?.text);
}

function addInformation(draft: EntryDraft, text: string): void {
  const [, type, number] = NUMBERS.exec(text.trim()) ?? [];
  if (type && number) draft.addDocument(type, number);
  else draft.addRemark(text);
}
