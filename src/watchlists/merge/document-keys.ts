import type { IdentityDocument } from '../../domain/list-entry.ts';

/** What a document number counts in. `other` joins nothing. */
export type DocumentClass = 'passport' | 'national' | 'tax' | 'registration' | 'vessel' | 'other';

const MIN_DIGITS = 5;
const IMO_DIGITS = 7;

const CLASSES: readonly (readonly [RegExp, DocumentClass])[] = [
  [/\bimo\b|vessel registration/i, 'vessel'],
  [/passport/i, 'passport'],
  [/tax|\binn\b|fiscal|\bvat\b|\btin\b|\bitn\b/i, 'tax'],
  [/regist|\bogrn\b|company n|business (number|n)|commercial|enterprise|\blei\b|trade licen/i, 'registration'],
  [
    /national id|national no|identification|identity|\bid\b|\bcedula\b|cédula|\bssn\b|social security|\bcnp\b|\bcurp\b|personal/i,
    'national',
  ],
];

/**
 * The class of a document, and its number without other signs. Undefined where the number is too short to be unique.
 */
export function documentKey(document: IdentityDocument): { kind: DocumentClass; number: string } | undefined {
  const kind = CLASSES.find(([pattern]) => pattern.test(document.type))?.[1] ?? 'other';
  const bare = document.number.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '');
  const number = kind === 'vessel' ? bare.replace(/^IMO/, '') : bare;
  const digits = number.match(/\d/g)?.length ?? 0;
  if (kind === 'other' || digits < MIN_DIGITS || /^0+$/.test(number)) return undefined;
  if (kind === 'vessel' && !(digits === IMO_DIGITS && number.length === IMO_DIGITS)) return undefined;
  return { kind, number };
}
