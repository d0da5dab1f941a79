/** Values of the document, invented. Each keeps to its schema, which a test checks. */

export const MATCH = {
  name: 'John Quincy Example',
  score: 91.25,
  entityType: 'Individual',
  sources: ['UN Security Council Consolidated List'],
  dateOfBirth: '1970-01-31',
  nationality: 'Utopia',
};
const OUTCOME = { hasMatch: true, matchCount: 1, highestScore: MATCH.score };
const LISTED = {
  id: 4711,
  name: 'Jon Example',
  entityType: 'Individual',
  ...OUTCOME,
  createdAt: '2026-01-02T03:04:05.678Z',
  matches: [MATCH],
  dateOfBirth: '1970-01-31T00:00:00Z',
};
const VERDICT = { faceMatch: true, matchConfidence: 99.6, livenessScore: 90.4, status: 'Verified' };
const SUMMARY = { documentType: 'Passport', fullName: 'JOHN EXAMPLE', dateOfBirth: '1970-01-31', country: 'SWE' };
const DATA = {
  documentType: 'Passport',
  documentNumber: 'X1234567',
  fullName: 'JOHN EXAMPLE',
  dateOfBirth: '1970-01-31',
  expiryDate: '2034-01-30',
  country: 'SWE',
  region: null,
  address: null,
  nationality: 'SWE',
  sex: 'M',
};
const MADE = { id: 12, ...VERDICT, createdAt: '2026-01-02T03:04:05.678Z' };

/** By the operation that answers so. */
export const EXAMPLES: Readonly<Record<string, unknown>> = {
  screen: {
    success: true,
    message: 'Screening completed: 1 match found.',
    data: { id: 4711, ...OUTCOME, matches: [MATCH], remainingRequests: 9986 },
    errors: null,
  },
  listScreenings: [LISTED],
  getScreening: { ...LISTED, minScore: 75 },
  verify: {
    success: true,
    message: 'Verification 12: Verified.',
    data: { id: 12, ...VERDICT, extractedData: DATA, remainingRequests: 9985 },
    errors: null,
  },
  listVerifications: [{ ...MADE, extractedData: SUMMARY }],
  getVerification: { ...MADE, extractedData: DATA },
};
