import type { Sentence } from '../sentences.ts';
import type { Fused } from './fusion/fuse.ts';

const UNREADABLE: Sentence = { code: 'picture.unreadable' };
const NAMELESS: Sentence = { code: 'picture.nameless' };

/**
 * Why what was read of a document is too little to verify anybody; null where it is enough. Neither a name nor a number
 * always is. One of them alone is where the other one is doubtful and the picture is bad: `flaw` says how, or is null.
 */
export function refusalOf({ extractedData, doubtful }: Fused, flaw: Sentence | null): Sentence | null {
  const { fullName, documentNumber } = extractedData;
  if (fullName === null && documentNumber === null) {
    return flaw ?? (Object.values(extractedData).some((value) => value !== null) ? NAMELESS : UNREADABLE);
  }
  const names = ['surname', 'givenNames', 'fullName'] as const;
  const doubted =
    fullName === null
      ? doubtful.includes('documentNumber')
      : documentNumber === null && names.some((name) => doubtful.includes(name));
  return doubted ? flaw : null;
}
