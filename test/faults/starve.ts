import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { processTree } from '../rig/process-tree.ts';
import { eventually, expectClean, expectWhole, pause, Subject } from './subject.ts';

const STOPPED_MS = 5_000;
const STARVED_MS = 8_000;
const SLICE_MS = 100;
const SHARE = 0.1;

function signal(pid: number, name: NodeJS.Signals): void {
  for (const one of processTree(pid)) {
    try {
      process.kill(one, name);
    } catch {
      // It ended meanwhile.
    }
  }
}

/** The whole process stands still for five seconds, as on a virtual machine that is moved. */
export async function stopped(): Promise<string> {
  const subject = new Subject();
  try {
    const { load, pid } = await subject.start();
    load.start();
    await pause(2_000);
    signal(pid, 'SIGSTOP');
    await pause(STOPPED_MS);
    const before = load.acknowledged.length;
    signal(pid, 'SIGCONT');
    await eventually('Nothing is answered after the pause.', async () => load.acknowledged.length > before + 20);
    await load.stop();
    expectClean(load);
    return await expectWhole(subject, load);
  } finally {
    await subject.stop('SIGKILL');
    subject.remove();
  }
}

/** A tenth of a processor: the service runs for 10 of every 100 ms. */
export async function tenthOfAProcessor(): Promise<string> {
  const subject = new Subject();
  try {
    const { load, pid } = await subject.start();
    load.start(2);
    const until = Date.now() + STARVED_MS;
    while (Date.now() < until) {
      signal(pid, 'SIGSTOP');
      await pause(SLICE_MS * (1 - SHARE));
      signal(pid, 'SIGCONT');
      await pause(SLICE_MS * SHARE);
    }
    await load.stop();
    assert.ok(load.acknowledged.length > 0, 'Nothing was answered on a tenth of a processor.');
    expectClean(load);
    return await expectWhole(subject, load);
  } finally {
    await subject.stop('SIGKILL');
    subject.remove();
  }
}

/** With 256 descriptors, 400 idle connections from many addresses: clients with a connection go on, new ones come back. */
export async function descriptors(): Promise<string> {
  const subject = new Subject();
  const idle: Socket[] = [];
  try {
    const { load } = await subject.start(['bash', '-c', 'ulimit -n 256; exec "$@"', 'limited']);
    load.start(2);
    await pause(1_000);
    const { port } = new URL(/Touchstone serves at (\S+)/.exec(subject.output)![1]!);
    for (let index = 0; index < 400; index += 1) {
      const socket = connect({ host: '127.0.0.1', port: Number(port), localAddress: `127.0.0.${2 + (index % 200)}` });
      socket.on('error', () => {}).on('connect', () => socket.write(Buffer.from('160301000201', 'hex')));
      idle.push(socket);
    }
    await pause(3_000);
    const before = load.acknowledged.length;
    await eventually(
      'Clients are not served beside idle connections.',
      async () => load.acknowledged.length > before + 20,
    );
    const seconds =
      (await eventually('A new client is not served.', async () => (await load.get('/health/ready')).status === 200)) /
      1000;
    await load.stop();
    const wrong = [...load.statuses.keys()].filter((status) => ![0, 200, 503].includes(status));
    assert.deepEqual(wrong, []);
    return `${await expectWhole(subject, load)}; a new client was served after ${seconds.toFixed(1)} s`;
  } finally {
    for (const socket of idle) socket.destroy();
    await subject.stop('SIGKILL');
    subject.remove();
  }
}
