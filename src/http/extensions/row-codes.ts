import { Recent } from '../../recent.ts';
import { recognise } from '../../sentences.ts';

/** Files repeat their mistakes. */
const MAX_KNOWN = 1_000;
const CODES = new Recent<string, string>(MAX_KNOWN);

/** Of a sentence that no code belongs to: an older program wrote it. */
const OTHER = 'row-refused';

/** The code of the sentence by which a row was refused, in kebab-case: `name-missing`, `more-cells`. */
export function rowCode(sentence: string): string {
  return CODES.get(sentence, () => recognise(sentence)?.code.replace(/^.*\./, '') ?? OTHER);
}
