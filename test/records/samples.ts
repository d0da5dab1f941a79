import type { Customer, CustomerContent } from '../../src/domain/customer.ts';
import { entryKey, LIST_CATEGORIES } from '../../src/domain/list-entry.ts';
import { type EvidencedMatch, matchView } from '../../src/domain/match.ts';
import type { NewScreening } from '../../src/domain/screening.ts';
import type { NewVerification } from '../../src/domain/verification.ts';
import type { Records } from '../../src/records/port.ts';

/** An account with a key, to write records for. */
export async function accountWithKey(
  records: Records,
  quota = 1_000_000,
): Promise<{ accountId: number; keyId: string }> {
  const account = await records.accounts.create({ name: 'Harbour Bank', quota, plan: 'standard' }, 'operator');
  const keyId = `key${account.id}`;
  const key = { id: keyId, hash: new Uint8Array(32).fill(account.id), accountId: account.id, name: 'test', allow: [] };
  await records.accounts.createKey(key, 'operator');
  return { accountId: account.id, keyId };
}

/** The rows of a list that comes as bytes. */
// biome-ignore lint/suspicious/noExplicitAny: what is in a list is what tests look at.
export async function rowsOf(list: Promise<Uint8Array>): Promise<any[]> {
  return JSON.parse(new TextDecoder().decode(await list));
}

/** A screening of an invented person with so many matches, best first. */
export function screening(accountId: number, keyId: string | null, name: string, count = 1): NewScreening {
  const matches = Array.from({ length: count }, (_, index) => match(name, 99.5 - index / 10, `QDi.${999 - index}`));
  return {
    accountId,
    keyId,
    name,
    entityType: 'Individual',
    dateOfBirth: '1970-02-03T00:00:00Z',
    minScore: 70,
    matches: matches.map(matchView),
    evidence: JSON.stringify(matches),
    entries: matches.map(({ entries }) => entries.map(entryKey)),
    qualifying: count + 3,
    snapshot: 'snapshot-1',
    engine: '1.0.0',
    durationMs: 2.5,
  };
}

function match(name: string, score: number, id: string): EvidencedMatch {
  return {
    name: `${name} Ölund`,
    score,
    entityType: 'Individual',
    sources: ['United Nations Security Council'],
    nationality: 'SE',
    entries: [{ source: 'un-sc', id }],
    explanation: {
      matchedName: name,
      matchedNameKind: 'primary',
      weakAlias: false,
      pairs: [{ query: 'a', entry: 'a', evidence: 'exact', similarity: 1, weight: 1 }],
      unmatchedQuery: [],
      unmatchedEntry: [],
      nameScore: score,
      adjustments: [],
    },
    facts: [
      {
        source: 'un-sc',
        sourceName: 'United Nations Security Council',
        id,
        kind: 'person',
        names: [{ full: name, kind: 'primary' }],
      },
    ],
  };
}

/** What a verification of an invented passport found. */
export function verification(accountId: number, id: number): NewVerification {
  return {
    id,
    accountId,
    keyId: null,
    faceMatch: true,
    matchConfidence: 91.25,
    livenessScore: null,
    status: 'Manual Review Required',
    extractedData: {
      documentType: 'Passport',
      documentNumber: 'X1234567',
      fullName: 'IVO MARLIN',
      dateOfBirth: '1970-02-03',
      expiryDate: null,
      country: 'UTO',
      region: null,
      address: null,
      nationality: 'UTO',
      sex: 'X',
    },
    reasons: [{ code: 'liveness-off', effect: 'review', text: 'Liveness was not measured.' }],
    evidence: '{"document":null}',
  };
}

/** The same matches with other entries: a text for each match, keys with a blank between. */
export function withEntries(wanted: NewScreening, keys: readonly string[]): NewScreening {
  const entries = keys.map((text) => text.split(' '));
  const matches = (JSON.parse(wanted.evidence) as EvidencedMatch[]).map((match, place): EvidencedMatch => {
    const named = entries[place]!.map((key) => {
      const [source, id] = key.split(':') as [string, string];
      return { source, id };
    });
    return { ...match, entries: named, facts: named.map((entry) => ({ ...match.facts[0]!, ...entry })) };
  });
  return { ...wanted, evidence: JSON.stringify(matches), entries };
}

/** A customer who is screened with this result. */
export async function customerPut(
  records: Records,
  accountId: number,
  reference: string,
  found: NewScreening,
  settings: Partial<Pick<CustomerContent, 'categories' | 'monitored'>> = {},
): Promise<Customer> {
  const { name, entityType, dateOfBirth, minScore } = found;
  const content = {
    name,
    entityType,
    dateOfBirth,
    minScore,
    otherNames: [],
    monitored: true,
    categories: [...LIST_CATEGORIES].sort(),
    ...settings,
  };
  const before = await records.customers.get(accountId, reference);
  const revision = before?.revision ?? null;
  const put = await records.customers.put({
    accountId,
    reference,
    content,
    revision,
    found,
    makesRecord: true,
    by: 'operator',
  });
  if (put.kind !== 'stored') throw new Error(put.kind);
  return put.customer;
}
