import { Channel } from '../../src/threads/channel.ts';
import { launchChild } from '../../src/threads/child-process.ts';
import type { operations } from './echo.ts';

// A parent whose child works without an end; it prints the child's process id, and waits to be killed.
const channel = new Channel<typeof operations>(launchChild(new URL('./echo.ts', import.meta.url)));
const { process: pid } = await channel.call('echo', 0);
channel.call('hang').catch(() => {});
process.stdout.write(`${pid}\n`);
