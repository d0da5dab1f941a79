// Customers from a file, their alerts, and a decision that nobody else overtakes.
import { Touchstone } from '@touchstone/client';

const { TOUCHSTONE_URL: url = 'https://127.0.0.1:8443', TOUCHSTONE_KEY: key = '' } = process.env;
const client = new Touchstone({ url, key });

const rows = ['id,name,entityType', 'C-17,Quillon Ferrabast,Individual', 'C-18,,Individual'];
const { id } = await client.upload('customers', rows.join('\n'), { idempotencyKey: 'customers-of-today' });
const batch = await client.finished(id, 0.2);
console.log(`${batch.done} of ${batch.total} rows, ${batch.matched} with a match, ${batch.failed} refused`);
for await (const row of client.results(id)) if (row.code) console.log(`row ${row.row}: ${row.code}`);

for await (const alert of client.items('/api/Alerts', { query: { state: 'open', customer: 'C-17', limit: 50 } })) {
  const path = { id: alert.id };
  const { etag } = await client.request('get', '/api/Alerts/{id}', { path });
  const decided = await client.request('post', '/api/Alerts/{id}/decisions', {
    path,
    body: { decision: 'dismissed', reason: 'other-person', comment: 'Another date of birth.' },
    ...(etag !== undefined && { ifMatch: etag }),
  });
  console.log(`alert of ${alert.entity.name}: ${decided.data.state}`);
}
