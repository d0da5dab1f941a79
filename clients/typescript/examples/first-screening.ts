// TOUCHSTONE_URL=https://127.0.0.1:8443 TOUCHSTONE_KEY=… NODE_EXTRA_CA_CERTS=data/tls/cert.pem node first-screening.ts
import { Touchstone, TouchstoneError } from '@touchstone/client';

const { TOUCHSTONE_URL: url = 'https://127.0.0.1:8443', TOUCHSTONE_KEY: key = '' } = process.env;
const client = new Touchstone({ url, key });

const { id, matches } = await client.screen({ name: 'Quillon Ferrabast', entityType: 'Individual', minScore: 80 });
for (const { name, score, sources } of matches) console.log(`${score} ${name}: ${sources.join(', ')}`);

const why = await client.request('get', '/api/Screening/{id}/explanation', { path: { id } });
for (const { explanation } of why.data.matches) {
  for (const pair of explanation.pairs) console.log(`${pair.query} is ${pair.entry}: ${pair.evidence}`);
}

try {
  await client.screen({ name: '???', entityType: 'Individual' });
} catch (error) {
  if (!(error instanceof TouchstoneError)) throw error;
  console.log(`${error.status} ${error.code}: ${error.message}`);
}
