// node verification.ts document.jpg selfie.jpg
import { openAsBlob } from 'node:fs';
import { Touchstone } from '@touchstone/client';

const { TOUCHSTONE_URL: url = 'https://127.0.0.1:8443', TOUCHSTONE_KEY: key = '' } = process.env;
const [document = 'document.jpg', selfie = 'selfie.jpg'] = process.argv.slice(2);
const client = new Touchstone({ url, key });

const { id, status, extractedData } = await client.verify({
  document: await openAsBlob(document),
  selfie: await openAsBlob(selfie),
  reference: 'applicant-17',
});
console.log(`verification ${id}: ${status}, ${extractedData.fullName}`);
