/** One node of the benchmark: clients that screen one after the other. Prints the milliseconds of each as JSON. */
import { readConfig } from '../../src/config.ts';
import { openRecords } from '../../src/open-records.ts';
import { screening } from '../../test/records/samples.ts';

const [clients, milliseconds, ...accounts] = process.argv.slice(2).map(Number) as [number, number, ...number[]];
const records = await openRecords(readConfig());
const took: number[] = [];
const end = performance.now() + milliseconds;
await Promise.all(
  Array.from({ length: clients }, async (_, client) => {
    const account = accounts[client % accounts.length]!;
    for (let row = 0; performance.now() < end; row += 1) {
      const start = performance.now();
      const made = await records.screenings.create(screening(account, null, `Nobody ${client} ${row}`, 0));
      if (made.kind !== 'created') throw new Error('the quota is spent');
      took.push(performance.now() - start);
    }
  }),
);
await records.close();
process.stdout.write(JSON.stringify(took));
