import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { say } from '../../sentences.ts';
import { clients, told } from './clients.ts';

test('a server that takes a connection and says nothing is away, in a sentence', async () => {
  const silent = createServer((socket) => socket.on('error', () => {})).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const client = clients(`postgres://somebody@127.0.0.1:${port}/records`, 'test').single();
  client.on('error', () => {});
  const failed = await client.connect().catch(told);
  expect(failed).toMatchObject({ code: 'busy', message: say('refusal.database-away') });
  silent.close();
});
