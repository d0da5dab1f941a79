import type { EntryKind, ListEntry } from '../../../domain/list-entry.ts';
import type { JsonObject } from '../../../json-object.ts';
import { EntryDraft } from '../../entries/entry-draft.ts';
import { calendarDate, oneLine, tidy, unReference } from '../../entries/values.ts';
import { objectsOf, textAt } from '../../formats/json.ts';

const KINDS: Readonly<Record<string, EntryKind>> = {
  'personne physique': 'person',
  'personne morale': 'organization',
  navire: 'vessel',
};

/** A value of a field, by its members. */
type Value = (member: string) => string | undefined;

/** What each field adds. One that is not here is kept as a remark. */
const FIELDS: Readonly<Record<string, (draft: EntryDraft, value: Value) => void>> = {
  ALIAS: (draft, value) => {
    const weak = /peu fiable|faible|low quality|non fiable/i.test(value('Commentaire') ?? '');
    for (const name of severalIn(value('Alias'))) draft.addName(name, 'alias', { weak });
    draft.addRemark(value('Commentaire'));
  },
  SEXE: (draft, value) => {
    draft.gender ??= value('Sexe');
  },
  DATE_DE_NAISSANCE: (draft, value) => {
    const date = calendarDate(value('Annee'), value('Mois'), value('Jour'));
    const circa = /environ|vers|approximati/i.test(value('Commentaire') ?? '');
    if (date) draft.addBirthDate(circa ? { date, circa } : { date });
    draft.addRemark(oneLine(value('Commentaire') && `Naissance : ${value('Commentaire')}`));
  },
  LIEU_DE_NAISSANCE: (draft, value) => draft.addBirthPlace(oneLine(value('Lieu'), value('Pays'))),
  NATIONALITE: (draft, value) => draft.addNationality(value('Pays')),
  TITRE: (draft, value) => draft.addPosition(value('Titre')),
  ADRESSE_PP: (draft, value) => draft.addAddress(oneLine(value('Adresse'), value('Pays'))),
  ADRESSE_PM: (draft, value) => draft.addAddress(oneLine(value('Adresse'), value('Pays'))),
  PASSEPORT: (draft, value) => addNumber(draft, 'Passeport', value('NumeroPasseport'), value('Commentaire')),
  AUTRE_IDENTITE: (draft, value) => addNumber(draft, 'Carte d’identité', value('NumeroCarte'), value('Commentaire')),
  IDENTIFICATION: (draft, value) =>
    addNumber(draft, value('Commentaire') ?? 'Identification', value('Identification'), undefined),
  NUMERO_OMI: (draft, value) => addNumber(draft, 'IMO number', value('NumeroOMI'), undefined),
  REFERENCE_UE: (draft, value) => draft.addReference('eu-fsf', euReference(value('ReferenceUe'))),
  REFERENCE_ONU: (draft, value) => draft.addReference('un-sc', unReference(value('ReferenceOnu'))),
  FONDEMENT_JURIDIQUE: (draft, value) => draft.addProgramme(value('FondementJuridiqueLabel')),
  MOTIFS: (draft, value) => draft.addRemark(value('Motifs')),
};

/** The entry of an item of the register; undefined where it has no name. */
export function entryOf(id: string, item: JsonObject): ListEntry | undefined {
  const draft = new EntryDraft(id, KINDS[textAt(item, 'Nature')?.toLowerCase() ?? ''] ?? 'unknown');
  const details = objectsOf(item.RegistreDetail);
  const family = textAt(item, 'Nom');
  const givenNames = details
    .filter((detail) => detail.TypeChamp === 'PRENOM')
    .flatMap((detail) => objectsOf(detail.Valeur).flatMap((value) => textAt(value, 'Prenom') ?? []));
  addMainNames(draft, family, givenNames);
  for (const detail of details) {
    const field = textAt(detail, 'TypeChamp') ?? '';
    if (field !== 'PRENOM') for (const value of objectsOf(detail.Valeur)) addValue(draft, field, value);
  }
  draft.url = `https://gels-avoirs.dgtresor.gouv.fr/Gels/RegistreDetail?idRegistre=${encodeURIComponent(id)}`;
  return draft.entry();
}

/** A person has a name for each given name that the register states: they are other spellings. */
function addMainNames(draft: EntryDraft, family: string | undefined, givenNames: readonly string[]): void {
  if (draft.kind !== 'person' || givenNames.length === 0) {
    draft.addName(family, 'primary');
    return;
  }
  for (const [place, given] of givenNames.entries()) {
    draft.addName(oneName(given, family), place === 0 ? 'primary' : 'spelling', { parts: { given, family } });
  }
}

const oneName = (...parts: (string | undefined)[]) => tidy(parts.filter(Boolean).join(' '));

function addValue(draft: EntryDraft, field: string, object: JsonObject): void {
  const value: Value = (member) => {
    const text = textAt(object, member);
    return text === '/' || text === '-' ? undefined : text;
  };
  const add = FIELDS[field];
  if (add) add(draft, value);
  else draft.addRemark(oneLine(...Object.keys(object).map(value)));
}

/** A number, or words that tell of several: those are a remark. */
function addNumber(draft: EntryDraft, type: string, text: string | undefined, comment: string | undefined): void {
  const isNumber = /^[\p{L}\p{N} ./-]{2,40}$/u.test(text ?? '') && /\d/.test(text ?? '');
  const label = tidy(type.replace(/[\s:–-]+$/, ''));
  if (isNumber && label && label.length <= 80) draft.addDocument(label, text);
  else draft.addRemark(oneLine(label, text));
  draft.addRemark(comment);
}

/** `EU.9387.41`, as the EU's files have it; French texts also write `UE.9387.41`. */
function euReference(text: string | undefined): string | undefined {
  const number = /^\s*(?:EU|UE)\.(\d+\.\d+)\s*$/i.exec(text ?? '')?.[1];
  return number && `EU.${number}`;
}

/** One alias, or several with semicolons or letters of a list between: `a) Ana Quorn b) Anna Quorn`. */
function severalIn(text: string | undefined): string[] {
  return (text ?? '')
    .split(/;|(?:^|\s)[a-z]\)\s/)
    .map((part) => part.replace(/^["«“\s]+|["»”\s,]+$/g, ''))
    .filter(Boolean);
}
