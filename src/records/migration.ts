import { readdirSync, readFileSync } from 'node:fs';

/** Only forward, and in the order of their numbers: a released one is never changed, the next one is a new file. */
export interface Migration {
  /** The number its file begins with. */
  readonly version: number;
  readonly sql: string;
}

/** The migrations of a folder, `NNN-what.sql` each. Throws where a number is missing or comes twice. */
export function migrationsIn(folder: URL): Migration[] {
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort();
  return files.map((file, index) => {
    const version = index + 1;
    if (Number(/^(\d{3})-/.exec(file)?.[1]) !== version) throw new Error(`${file} should be migration ${version}`);
    return { version, sql: readFileSync(new URL(file, folder), 'utf8') };
  });
}
