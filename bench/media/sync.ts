/**
 * The sync of a day of news: `npm run bench:media-sync`. A server on this machine has 96 files as large as those of
 * October 2026. Each has 1,028 lines of 13 kB, of which 16 % tell of an offence. Prints wall-clock and processor time,
 * and the most memory that the sync held.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { MEDIA_SYNC } from '../../src/media/media-schedule.ts';
import { GkgServer, gkgArchive } from '../../test/support/gkg.ts';
import { cpuSeconds, memory } from '../api/process.ts';
import { allEntities } from '../quality/index.ts';
import { GeneratedLines, type LineKind } from './generated-lines.ts';
import { GeneratedNews } from './generated-news.ts';

const { values } = parseArgs({
  options: {
    files: { type: 'string', default: '96' },
    lines: { type: 'string', default: '1028' },
    // Of a hundred lines.
    told: { type: 'string', default: '16' },
  },
});
const [files, lines, told] = [Number(values.files), Number(values.lines), Number(values.told)];
const QUARTER_MS = 15 * 60_000;
const WATCH_MS = 100;

const entities = await allEntities();
if (entities.length === 0) {
  process.stdout.write('The shared benchmark is not at hand (TOUCHSTONE_BENCH_DATA): nothing was measured.\n');
  process.exit(0);
}
const dataDir = mkdtempSync(join(tmpdir(), 'touchstone-media-sync-'));
process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }));
const server = await new GkgServer().start();
publish();
await measure();
await server.stop();

function publish(): void {
  const generated = new GeneratedLines(new GeneratedNews(entities));
  const newest = Math.floor(Date.now() / QUARTER_MS) * QUARTER_MS;
  let bytes = 0;
  for (let file = 0; file < files; file += 1) {
    const stamp = new Date(newest - file * QUARTER_MS).toISOString().slice(0, 19).replace(/\D/g, '');
    const kind = (at: number): LineKind => (at % 100 < told ? 'lead' : 'passing');
    const text = Array.from({ length: lines }, (_, at) => generated.line(stamp, file * lines + at, kind(at)));
    const archive = gkgArchive(stamp, text);
    server.files.set(stamp, archive);
    bytes += archive.length;
  }
  process.stdout.write(`${files} files, ${files * lines} lines, ${(bytes / 2 ** 20).toFixed(0)} MiB packed\n`);
}

async function measure(): Promise<void> {
  const env = {
    ...process.env,
    TOUCHSTONE_DATA_DIR: dataDir,
    TOUCHSTONE_MEDIA: 'gdelt',
    TOUCHSTONE_MEDIA_URL: server.address,
  };
  const begun = performance.now();
  const [program, ...words] = MEDIA_SYNC;
  const child = spawn(program, words, { env, stdio: ['ignore', 'inherit', 'inherit'] });
  let [processor, peak] = [0, 0];
  const watch = setInterval(() => {
    processor = Math.max(processor, cpuSeconds(child));
    peak = Math.max(peak, memory(child).peakMiB);
  }, WATCH_MS);
  await once(child, 'exit');
  clearInterval(watch);
  const seconds = (performance.now() - begun) / 1000;
  process.stdout.write(
    `sync of a day: ${seconds.toFixed(1)} s, ${processor.toFixed(1)} s of processor time, at most ${peak.toFixed(0)} MiB\n`,
  );
}
