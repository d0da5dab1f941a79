import { cp, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyDatabase } from './postgres.ts';

/** What an import of `PEOPLE` left of a bench: its data directory, and the address of its database in PostgreSQL. */
interface Imported {
  readonly dataDir: string;
  readonly databaseUrl?: string | undefined;
}

const DATA = 'data';
const DATABASE = 'database';
let imported: Promise<Imported> | undefined;

/**
 * Puts what one import of the invented list made in the place of a bench that is new. To compile it each time took a
 * quarter of the processor time of a service's start. The files of a run share it. `make`: imports into a bench.
 */
export async function copyImported(bench: Imported, make: () => Promise<Imported>): Promise<void> {
  imported ??= ofThisRun(make);
  const { dataDir, databaseUrl } = await imported;
  await cp(dataDir, bench.dataDir, { recursive: true, verbatimSymlinks: true });
  if (databaseUrl && bench.databaseUrl) await copyDatabase(databaseUrl, bench.databaseUrl);
}

async function ofThisRun(make: () => Promise<Imported>): Promise<Imported> {
  const folder = join(
    tmpdir(),
    `touchstone-people-${process.env.TOUCHSTONE_TEST_DATABASE_SERVER ? 'postgres' : 'sqlite'}`,
  );
  return (await whatIsIn(folder)) ?? made(folder, await make());
}

async function whatIsIn(folder: string): Promise<Imported | undefined> {
  const databaseUrl = await readFile(join(folder, DATABASE), 'utf8').catch(() => undefined);
  if (databaseUrl === undefined) return undefined;
  return { dataDir: join(folder, DATA), ...(databaseUrl && { databaseUrl }) };
}

/** Nobody finds half of it. Of workers that make it at once, the first one's is everybody's. */
async function made(folder: string, { dataDir, databaseUrl = '' }: Imported): Promise<Imported> {
  const draft = await mkdtemp(`${folder}-`);
  await rename(dataDir, join(draft, DATA));
  await writeFile(join(draft, DATABASE), databaseUrl);
  await rename(draft, folder).catch(() => rm(draft, { recursive: true }));
  return (await whatIsIn(folder))!;
}
