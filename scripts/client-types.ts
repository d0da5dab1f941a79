// Writes the types of a client of openapi.json, with which a test makes a round trip. They are made before every
// check of types and of dead code, and not committed.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import openapiTS, { astToString } from 'openapi-typescript';

const DOCUMENT = new URL('../openapi.json', import.meta.url);
const TYPES = new URL('../test/fixtures/api.d.ts', import.meta.url);

const types = await openapiTS(await readFile(DOCUMENT, 'utf8'), { defaultNonNullable: false });
await mkdir(new URL('.', TYPES), { recursive: true });
await writeFile(TYPES, astToString(types));
