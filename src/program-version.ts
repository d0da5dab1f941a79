import { readFileSync } from 'node:fs';

/** The program's version as `package.json` states it, such as `0.1.0`. The version of the API is another one. */
export function programVersion(): string {
  const file = new URL('../package.json', import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}

/** How the program names itself to servers that it asks or tells. */
export const USER_AGENT = `touchstone/${programVersion()}`;
