import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

const WHERE = 'CONTRIBUTING.md, "Tests that are skipped"';

/** Says at the end of a run why tests were skipped, and where to read how they can run. */
export default class SkippedReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const counts = new Map<string, number>();
    for (const module of modules) {
      for (const test of module.children.allTests('skipped')) {
        const result = test.result();
        const note = result.state === 'skipped' ? result.note : undefined;
        const reason = reasonOf(test.fullName, note) ?? `see ${relative(process.cwd(), module.moduleId)}`;
        counts.set(reason, (counts.get(reason) ?? 0) + 1);
      }
    }
    if (counts.size > 0) process.stdout.write(summary(counts));
  }
}

/** The reason that a test gives: its note, or what stands in brackets behind `skipped` or `else:` in a title. */
export function reasonOf(fullName: string, note?: string): string | undefined {
  const said =
    note ?? /\((?:skipped:?|else:) (.*)\)/.exec(fullName.split(' > ').find((title) => REASON.test(title)) ?? '')?.[1];
  return said?.replace(/^skipped: /, '');
}

const REASON = /\((?:skipped|else:)/;

function summary(counts: ReadonlyMap<string, number>): string {
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const lines = [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([reason, count]) => `${String(count).padStart(5)}  ${reason}`);
  return `\n${total} skipped. How to run them: ${WHERE}.\n${lines.join('\n')}\n`;
}
