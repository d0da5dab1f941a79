// Writes the types of a client of openapi.json: the dashboard's pages ask the API with them, and a test makes a round
// trip. They are made before every check of types and of dead code, and not committed.
import { readFile, writeFile } from 'node:fs/promises';
import openapiTS, { astToString } from 'openapi-typescript';

const DOCUMENT = new URL('../openapi.json', import.meta.url);
const TYPES = new URL('../dashboard/src/service.d.ts', import.meta.url);

const types = await openapiTS(await readFile(DOCUMENT, 'utf8'), { defaultNonNullable: false });
await writeFile(TYPES, astToString(types));
