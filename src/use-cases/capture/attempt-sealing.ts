import { type MasterSecrets, SecretSealing } from '../../secret-sealing.ts';

const KIND = {
  name: 'The movement of a person',
  idOf: 'touchstone capture key id',
  keyOf: 'touchstone capture attempts',
  binding: 'capture attempt',
  owner: 'session',
};

/** Seals what goes on of a person's movement: it has measures of their face, which no copy of the database may show. */
export function attemptSealing(masters: MasterSecrets): SecretSealing {
  return new SecretSealing(KIND, masters);
}
