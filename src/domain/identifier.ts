/** A number by which somebody is known, as a client sends it. */
export interface Identifier {
  /** As it was sent, trimmed: 1 to `MAX_VALUE_LENGTH` code points. */
  readonly value: string;
  /** Such as `passport`, `national`, `tax`, `registration`, `imo`, `lei`, `bic`, `wallet`, or any other words. */
  readonly type?: string | undefined;
  /** Of the issuer: ISO 3166-1 alpha-2 or alpha-3, or a name. */
  readonly country?: string | undefined;
}

/** So many may come with one subject. */
export const MAX_IDENTIFIERS = 10;
/** Code points of a value, of a type and of a country. */
export const MAX_VALUE_LENGTH = 128;
export const MAX_WORD_LENGTH = 64;

/** As a person reads it: `passport 12345 (RU)`. */
export function identifierText({ value, type, country }: Identifier): string {
  return `${type === undefined ? '' : `${type} `}${value}${country === undefined ? '' : ` (${country})`}`;
}
