import { all, textOf, type XmlElement } from '../../formats/xml.ts';

/** The reference value sets at the head of an Advanced Sanctions Data file. */
export interface ReferenceValues {
  /** Text of the value with the id, such as `of('AliasType', '1400')`. */
  of(set: string, id: string | undefined): string | undefined;
  /** An attribute of that value. */
  attribute(set: string, id: string | undefined, name: string): string | undefined;
}

export function readReferenceValues(sets: XmlElement): ReferenceValues {
  const values = new Map<string, XmlElement>();
  for (const set of sets.children) {
    for (const value of set.children) values.set(`${value.key} ${value.attributes.id}`, value);
  }
  const find = (set: string, id: string | undefined) => values.get(`${set.toLowerCase()} ${id}`);
  return {
    of: (set, id) => find(set, id)?.text || undefined,
    attribute: (set, id, name) => find(set, id)?.attributes[name.toLowerCase()],
  };
}

/** In the order of an address line. */
const LOCATION_PARTS = ['ADDRESS1', 'ADDRESS2', 'ADDRESS3', 'CITY', 'STATE/PROVINCE', 'POSTAL CODE', 'REGION'];

/**
 * The parts of a location in the order of an address, country last. Leaves out parts in other scripts than the first.
 */
export function readLocation(location: XmlElement, values: ReferenceValues): string[] {
  const parts = new Map<string, string>();
  for (const part of all(location, 'LocationPart')) {
    const type = values.of('LocPartType', part.attributes.locparttypeid) ?? '';
    const written = all(part, 'LocationPartValue');
    const text = textOf(written.find(({ attributes }) => attributes.primary === 'true') ?? written[0], 'Value');
    if (text) parts.set(type, text);
  }
  const known = LOCATION_PARTS.flatMap((type) => parts.get(type) ?? []);
  const rest = [...parts].flatMap(([type, text]) => (LOCATION_PARTS.includes(type) ? [] : [text]));
  const countries = [
    ...all(location, 'LocationCountry').map(({ attributes }) => values.of('Country', attributes.countryid)),
    ...all(location, 'LocationAreaCode').map(({ attributes }) =>
      values.attribute('AreaCode', attributes.areacodeid, 'Description'),
    ),
  ].filter((country) => country !== undefined && country !== 'undetermined');
  return [...known, ...rest, ...new Set(countries as string[])];
}
