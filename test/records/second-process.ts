/** For the test with two processes: makes 100 screenings and 10 audit entries and prints the screenings' ids. */
import { readConfig } from '../../src/config.ts';
import { openRecords } from '../../src/open-records.ts';
import { screening } from './samples.ts';

const [account, keyId] = process.argv.slice(2);
const records = await openRecords(readConfig());
const ids = await Promise.all(
  Array.from({ length: 100 }, async (_, index) => {
    if (index % 10 === 0) {
      const entry = { actor: 'service', action: 'test.done', subject: `test:${index}`, accountId: null, details: {} };
      await records.audit.append(entry);
    }
    const spent = await records.screenings.create(screening(Number(account), keyId!, `person ${index}`));
    return spent.kind === 'created' ? spent.record.id : undefined;
  }),
);
process.stdout.write(JSON.stringify(ids));
await records.close();
