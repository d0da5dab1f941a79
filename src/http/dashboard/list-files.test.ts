import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { receiveFiles } from './list-files.ts';

test('a form that says that it has over 1 GB is refused before anything of it is read', async () => {
  const headers = { 'content-type': 'multipart/form-data; boundary=x', 'content-length': String(2 ** 30 + 1) };
  const read = () => {
    throw new Error('read');
  };
  const request = Object.assign(new Readable({ read }), { headers }) as IncomingMessage;
  await expect(receiveFiles(request, '/nowhere')).rejects.toMatchObject({
    status: 413,
    headers: { connection: 'close' },
  });
});
