import { existsSync, writeFileSync } from 'node:fs';
import { serveFromChild } from '../../src/threads/serve.ts';
import type { VerificationOperations } from '../../src/verification/process.ts';

/**
 * Stands in for the process that holds the models, to test what becomes of a verification when that process dies.
 * The document says what it does. The selfie names a file: where the file is there, that was done before and the answer
 * comes at once. The answer is the process id, as the reason of a refusal.
 */
const operations: VerificationOperations = {
  readDocument: async () => {
    process.kill(process.pid, 'SIGSEGV');
    return new Promise(() => {});
  },
  readFrame: async () => {
    process.kill(process.pid, 'SIGSEGV');
    return new Promise(() => {});
  },
  renditions: async () => {
    process.kill(process.pid, 'SIGSEGV');
    return new Promise(() => {});
  },
  verify: async ({ document, selfie }) => {
    const [what, marker] = [Buffer.from(document).toString(), Buffer.from(selfie).toString()];
    if (!existsSync(marker)) {
      if (marker !== '') writeFileSync(marker, '');
      if (what === 'crash') process.kill(process.pid, 'SIGSEGV');
      if (what === 'spin') while (true) {}
      if (what !== 'answer') await new Promise((never) => setInterval(never, 2 ** 30));
    }
    return { kind: 'refused', problems: [{ image: 'document', kind: 'quality', text: String(process.pid) }] };
  },
};

serveFromChild(Promise.resolve(operations));
