import { connect, type Socket } from 'node:net';
import { processTree } from '../rig/process-tree.ts';
import { eventually, pause, underLoad } from './subject.ts';

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
export function stopped(): Promise<string> {
  return underLoad({}, async ({ subject: { service }, load }) => {
    await pause(2_000);
    signal(service.pid, 'SIGSTOP');
    await pause(STOPPED_MS);
    const before = load.acknowledged.length;
    signal(service.pid, 'SIGCONT');
    await eventually('Nothing is answered after the pause.', async () => load.acknowledged.length > before + 20);
    return undefined;
  });
}

/** A tenth of a processor: the service runs for 10 of every 100 ms. */
export function tenthOfAProcessor(): Promise<string> {
  return underLoad({ clients: 2 }, async ({ subject: { service } }) => {
    const until = Date.now() + STARVED_MS;
    while (Date.now() < until) {
      signal(service.pid, 'SIGSTOP');
      await pause(SLICE_MS * (1 - SHARE));
      signal(service.pid, 'SIGCONT');
      await pause(SLICE_MS * SHARE);
    }
    return undefined;
  });
}

/** With 256 descriptors, 400 broken connections from many addresses: clients are served, new ones too. */
export async function descriptors(): Promise<string> {
  const idle: Socket[] = [];
  try {
    const around = ['bash', '-c', 'ulimit -n 256; exec "$@"', 'limited'];
    return await underLoad({ around, clients: 2 }, async ({ subject, load }) => {
      await pause(1_000);
      const { port } = new URL(/Touchstone serves at (\S+)/.exec(subject.output)![1]!);
      for (let index = 0; index < 400; index += 1)
        idle.push(handshakeBegun(Number(port), `127.0.0.${2 + (index % 200)}`));
      await pause(3_000);
      const before = load.acknowledged.length;
      await eventually('Clients are not served beside them.', async () => load.acknowledged.length > before + 20);
      const ready = async () => (await load.get('/health/ready')).status === 200;
      const ms = await eventually('A new client is not served.', ready);
      return `a new client was served after ${(ms / 1000).toFixed(1)} s`;
    });
  } finally {
    for (const socket of idle) socket.destroy();
  }
}

/** A connection that sends the beginning of a TLS handshake and nothing more. */
function handshakeBegun(port: number, localAddress: string): Socket {
  const socket = connect({ host: '127.0.0.1', port, localAddress });
  return socket.on('error', () => {}).on('connect', () => socket.write(Buffer.from('160301000201', 'hex')));
}
