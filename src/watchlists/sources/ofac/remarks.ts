import { isNumberLabel, type OfacDraft } from './ofac-draft.ts';
import { filedName } from './ofac-names.ts';

const PLAIN_FACT = /^(?:alt\. )?(DOB|POB|nationality|citizen|Gender|Nationality of Registration)\s+(.+)$/;
const WEAK_ALIAS = /^(?:alt\. )?([afn])\.k\.a\. ['"](.+)['"]$/;
/** Words of a label: capitalised, or the small words inside of one. */
const LABEL =
  /^((?:[A-Z](?:[A-Za-z_.'’&/-])*|#|-|of|and|for|de|the|electoral|\([^()]*\))(?: (?:[A-Z](?:[A-Za-z_.'’&/-])*|#|-|of|and|for|de|the|electoral|\([^()]*\)))*) (?=\S)/;
const NUMBER = /^(.+?)(?: \(([^()]+)\))?(?:,? issued .*|,? expires .*)?$/;
const MAX_NUMBER_LENGTH = 110;

/**
 * Takes the facts out of the remarks of the flat files: `DOB 17 Jan 1941; POB El Menea, Algeria; Passport A1 (Egypt);
 * a.k.a. 'THE OLD'.` The remarks stay whole beside them. Aliases in quotation marks are OFAC's weak ones.
 */
export function mineRemarks(draft: OfacDraft, remarks: string): void {
  for (const piece of remarks.replace(/\.\s*$/, '').split(/;\s*/)) minePiece(draft, piece.trim());
}

function minePiece(draft: OfacDraft, piece: string): void {
  const [, label, value] = PLAIN_FACT.exec(piece) ?? [];
  const [, aliasType, alias] = WEAK_ALIAS.exec(piece) ?? [];
  if (label) draft.fact(label, value);
  else if (alias)
    draft.name(filedName(alias, draft.kind, { kind: aliasType === 'f' ? 'former' : 'alias', weak: true }));
  else mineNumber(draft, piece);
}

function mineNumber(draft: OfacDraft, piece: string): void {
  const [type, number] = labelled(piece) ?? [];
  if (!type || !number || number.length > MAX_NUMBER_LENGTH) return;
  if (!/\d/.test(number) && type !== 'SWIFT/BIC') return;
  const [, digits, country] = NUMBER.exec(number) ?? [];
  draft.number(type, digits ?? number, country);
}

/** The longest beginning of the piece that is the label of a number, and what follows it. */
function labelled(piece: string): [string, string] | undefined {
  const plain = piece.replace(/^alt\. /, '');
  let words = LABEL.exec(plain)?.[1];
  while (words) {
    if (isNumberLabel(words)) return [words, plain.slice(words.length).trim()];
    const space = words.lastIndexOf(' ');
    words = space < 0 ? undefined : words.slice(0, space);
  }
  return undefined;
}
