/**
 * What a number counts in. `lei` (ISO 17442), `bic` (ISO 9362) and `imo` are the world's own; `wallet` is an address of
 * a digital currency.
 */
export type NumberType = 'imo' | 'lei' | 'bic' | 'wallet' | 'passport' | 'tax' | 'registration' | 'national' | 'other';

/** By words of lists, clients and FollowTheMoney; the first that fits. */
const TYPES: readonly (readonly [RegExp, NumberType])[] = [
  [/digital currency|crypto|wallet|public ?key/i, 'wallet'],
  [/\bimo\b|imo ?number|vessel registration/i, 'imo'],
  [/\blei\b|lei ?code|legal entity identifier/i, 'lei'],
  [/swift|\bbic\b/i, 'bic'],
  [/passport/i, 'passport'],
  [/tax|\binn\b|inn ?code|fiscal|\bvat\b|vat ?code|\btin\b|\bitn\b/i, 'tax'],
  [/regist|\bogrn\b|ogrn ?code|company n|business (number|n)|commercial|enterprise|trade licen/i, 'registration'],
  [/national|identi|\bid\b|id ?number|cedula|cédula|\bssn\b|social ?security|\bcnp\b|\bcurp\b|personal/i, 'national'],
];

/** The type that words mean; `other` for none of them. */
export function numberTypeOf(words: string | undefined): NumberType {
  return TYPES.find(([pattern]) => pattern.test(words ?? ''))?.[1] ?? 'other';
}
