import type { ListEntry } from '../../../domain/list-entry.ts';
import { TouchstoneError } from '../../../errors.ts';
import { isObject } from '../../../json-object.ts';
import { isoDate } from '../../entries/values.ts';
import { objectsOf, textAt, wholeJson } from '../../formats/json.ts';
import { wholeList } from '../../formats/whole-list.ts';
import type { ListFile, ParseReport, Source } from '../../source.ts';
import { entryOf } from './register-entry.ts';

export const source: Source = {
  id: 'fr-gels',
  name: 'France National Register of Asset Freezes',
  authority: 'Ministère de l’Économie, Direction générale du Trésor',
  category: 'sanctions',
  address: 'https://gels-avoirs.dgtresor.gouv.fr/ApiPublic/api/v1/publication/derniere-publication-fichier-json',
  otherAddresses: ['https://gels-avoirs.dgtresor.gouv.fr/ApiPublic/api/v1/publication/derniere-publication-flux-json'],
  page: 'https://gels-avoirs.dgtresor.gouv.fr/List',
  format: 'JSON (Publications with PublicationDetail)',
  licence: 'Licence Ouverte (Etalab)',
  optIn: true,
  parse: (files, report) => wholeList(files, report, parseFile, ['text']),
};

/** Reads the answer of the API, or the file of its page, which is the inside of it. */
async function* parseFile(file: ListFile, _form: unknown, report: ParseReport): AsyncIterable<ListEntry> {
  const whole = await wholeJson(file);
  const publication = isObject(whole) && isObject(whole.Publications) ? whole.Publications : whole;
  if (!isObject(publication) || !Array.isArray(publication.PublicationDetail)) {
    throw new TouchstoneError('list-unusable', `${file.name} is of another kind: it is no register of asset freezes.`);
  }
  const published = isoDate(textAt(publication, 'DatePublication'));
  if (published) report.published = published;
  for (const [place, item] of objectsOf(publication.PublicationDetail).entries()) {
    const id = textAt(item, 'IdRegistre');
    const entry = id === undefined ? undefined : entryOf(id, item);
    if (entry) yield entry;
    else if (id) report.skip(id, 'it has no name', 'Nom');
    else report.skip(`entry ${place + 1}`, 'it has no number', 'IdRegistre');
  }
}
