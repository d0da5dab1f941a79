import { columnNamed } from '../../csv/columns.ts';
import { editDistance } from '../../edit-distance.ts';
import { say } from '../../sentences.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Of members of its body that look like known ones: sentences. */
    memberNotes: readonly string[] | undefined;
  }
}

const SCREENING = ['name', 'entityType', 'dateOfBirth', 'minScore', 'reference'];
/** What a customer is screened by, and a single screening is not. */
const OF_CUSTOMERS = ['identifiers', 'otherNames', 'categories'];
/** A slip of a few letters; of short names fewer. */
const MAX_SLIP = 2;
const LETTERS_A_SLIP = 4;
/** Of so many members of a body, and of so many letters each: nobody slips more often. */
const MAX_LOOKED_AT = 50;
const MAX_LENGTH = 40;

/**
 * A sentence for each member of a body that is not known and looks like one that is: `minscore`, `date_of_birth`. Also
 * for names that files have for one (`dob`), and for members of customers. All are ignored like every unknown member,
 * and an answer that does not say so would mislead.
 */
export function lookalikeNotes(body: unknown, known: readonly string[] = SCREENING): string[] {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return [];
  const names = Object.keys(body).slice(0, MAX_LOOKED_AT);
  return names.flatMap((given) => {
    if (known.includes(given) || given.length > MAX_LENGTH) return [];
    const meant = known.find(
      (name) => !names.includes(name) && (looksLike(given, name) || columnNamed(given) === name),
    );
    if (meant !== undefined) return [say('note.unknown-member', { given, known: meant })];
    return OF_CUSTOMERS.includes(given) ? [say('note.member-of-customers', { given })] : [];
  });
}

function looksLike(given: string, known: string): boolean {
  const [one, other] = [lettersOf(given), lettersOf(known)];
  if (one === other) return true;
  const slips = Math.min(MAX_SLIP, Math.floor(other.length / LETTERS_A_SLIP));
  return Math.abs(one.length - other.length) <= slips && editDistance(one, other) <= slips;
}

function lettersOf(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}
