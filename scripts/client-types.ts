// Writes the types of a client of openapi.json. The dashboard's pages and the client for others are typed by them. They
// are made before every check of types and of dead code, and before the client is packed. They are not committed.
import { readFile, writeFile } from 'node:fs/promises';
import openapiTS, { astToString } from 'openapi-typescript';

const DOCUMENT = new URL('../openapi.json', import.meta.url);
const PLACES = ['../dashboard/src/service.d.ts', '../clients/typescript/src/schema.ts'];

const types = astToString(await openapiTS(await readFile(DOCUMENT, 'utf8'), { defaultNonNullable: false }));
for (const place of PLACES) await writeFile(new URL(place, import.meta.url), types);
