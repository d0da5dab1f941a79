import { type Identifier, MAX_IDENTIFIERS, MAX_VALUE_LENGTH, MAX_WORD_LENGTH } from '../domain/identifier.ts';
import { isStorable } from '../domain/storable.ts';

/** The numbers of a cell: `type:value`, several with `|` between. A value may come without a type. */
export function identifiersInCell(cell: string): readonly Identifier[] | undefined {
  const parts = cell.split('|').map((part) => part.trim());
  const sent = parts.filter(Boolean).map((part): Identifier => {
    const [, type, value] = /^([^:]*):(.*)$/s.exec(part) ?? [];
    return value === undefined ? { value: part } : withType(value.trim(), type!.trim());
  });
  return checked(sent);
}

/** The numbers of an item of JSON; null says that there are none. */
export function identifiersInItem(value: unknown): readonly Identifier[] | undefined {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) return undefined;
  const sent = value.map((one: unknown) => identifierIn(one));
  return sent.every((one) => one !== undefined) ? checked(sent) : undefined;
}

function withType(value: string, type: string): Identifier {
  return type === '' ? { value } : { value, type };
}

function identifierIn(one: unknown): Identifier | undefined {
  if (typeof one !== 'object' || one === null || Array.isArray(one)) return undefined;
  const { value, type = null, country = null } = one as Readonly<Record<string, unknown>>;
  const isText = (text: unknown) => text === null || typeof text === 'string';
  if (typeof value !== 'string' || !isText(type) || !isText(country)) return undefined;
  const read = withType(value.trim(), String(type ?? '').trim());
  return country === null ? read : { ...read, country: String(country).trim() };
}

/** Undefined for too many, and for one that cannot be kept. */
function checked(sent: readonly Identifier[]): readonly Identifier[] | undefined {
  const isRight = ({ value, type = '', country = '' }: Identifier) =>
    value.length > 0 &&
    value.length <= MAX_VALUE_LENGTH &&
    Math.max(type.length, country.length) <= MAX_WORD_LENGTH &&
    isStorable(value + type + country);
  return sent.length <= MAX_IDENTIFIERS && sent.every(isRight) ? sent : undefined;
}
