import { readFile } from 'node:fs/promises';
import { request } from 'node:https';
import { join } from 'node:path';
import { sentence, TouchstoneError } from '../errors.ts';
import { print, printJson } from '../printable.ts';
import { localUrl } from '../service-url.ts';
import { announceToNobody } from '../use-cases/events.ts';
import { createKey, revokeKey } from '../use-cases/keys.ts';
import type { Command } from './command.ts';

/** What a newcomer would try: an alias, other scripts, misspellings, a birth date that fits and one that does not. */
const QUERIES: readonly { name: string; entityType: string; dateOfBirth?: string; why: string }[] = [
  { name: 'Vladimir Putin', entityType: 'Individual', why: 'a name as everybody writes it' },
  { name: 'Владимир Путин', entityType: 'Individual', why: 'the same in Cyrillic' },
  { name: 'Wladimir Putin', entityType: 'Individual', why: 'a German spelling' },
  { name: 'Bashar Al Asad', entityType: 'Individual', why: 'one letter less' },
  { name: 'بشار الأسد', entityType: 'Individual', why: 'Arabic' },
  { name: '김정은', entityType: 'Individual', dateOfBirth: '1984-01-08', why: 'Korean, with the listed birth date' },
  { name: 'Kim Jong Un', entityType: 'Individual', dateOfBirth: '1961-05-02', why: 'with another birth date' },
  { name: 'Hezbollah', entityType: 'Organization', why: 'an organisation under an alias' },
  { name: 'Sberbank of Russia', entityType: 'Organization', why: 'a company without its legal form' },
  { name: 'Angela Merckel', entityType: 'Individual', why: 'a politically exposed person, misspelt' },
  { name: 'Margaret Thistlewood', entityType: 'Individual', why: 'nobody on any list' },
];
const KEY_LIFE_MS = 10 * 60_000;

interface Match {
  readonly name: string;
  readonly score: number;
  readonly sources: readonly string[];
  readonly dateOfBirth?: string;
}

interface ScreeningAnswer {
  readonly message: string;
  readonly data: {
    readonly matches: readonly Match[];
    readonly remainingRequests: number;
  } | null;
}

export const command: Command = {
  name: 'demo',
  summary: 'screens some names against the running service and shows what it answers',
  usage: `
Makes a key that ends by itself, screens ${QUERIES.length} names over HTTPS as a client would, prints the answers, revokes the key.
Start the service first, in another terminal, with the same settings. Each name costs one of the first account's units.`,
  options: {},
  async run({ config, json }) {
    const { openRecords } = await import('../open-records.ts');
    const records = await openRecords(config);
    try {
      const [account] = await records.accounts.list();
      if (!account)
        throw new TouchstoneError('not-found', 'There is no account yet: start the service once (npm start).');
      const expiresAt = new Date(Date.now() + KEY_LIFE_MS).toISOString();
      const wanted = { accountId: account.id, name: 'Demo', allow: [], expiresAt };
      const ports = { records, announce: announceToNobody, environment: config.environment };
      const { key, value } = await createKey(ports, wanted, 'operator');
      try {
        const certificate = await readFile(config.tls?.cert ?? join(config.dataDir, 'tls', 'cert.pem'), 'utf8');
        await screenAll({ url: localUrl(config), ca: certificate, key: value }, json);
      } finally {
        await revokeKey(ports, { key: key.id }, 'operator');
      }
    } finally {
      await records.close();
    }
  },
};

interface Client {
  /** `https://HOST:PORT` */
  readonly url: string;
  readonly ca: string;
  readonly key: string;
}

async function screenAll(client: Client, json: boolean): Promise<void> {
  const messages = new Set<string>();
  for (const { why, ...query } of QUERIES) {
    const started = performance.now();
    const answer = await screen(client, query);
    const milliseconds = performance.now() - started;
    if (json) {
      printJson({ query, answer });
      continue;
    }
    if (!answer.data) throw new TouchstoneError('validation', answer.message);
    messages.add(answer.message.replace(/^[^.]*\.\s*/, ''));
    print(`\n${query.name}${bornOn(query)}  (${why}; ${milliseconds.toFixed(0)} ms)\n`);
    printMatches(answer.data.matches);
  }
  for (const message of messages) if (message) print(`\n${message}\n`);
}

function printMatches(matches: readonly Match[]): void {
  if (matches.length === 0) print('  no match\n');
  for (const match of matches.slice(0, 3)) {
    const score = match.score.toFixed(2).padStart(6);
    print(`  ${score}  ${match.name}${bornOn(match)}\n          ${match.sources.join(' · ')}\n`);
  }
}

function bornOn({ dateOfBirth }: { readonly dateOfBirth?: string }): string {
  return dateOfBirth ? `, born ${dateOfBirth}` : '';
}

/** One screening over HTTPS, trusting just the service's own certificate. */
function screen(client: Client, query: object): Promise<ScreeningAnswer> {
  const body = JSON.stringify(query);
  return new Promise((resolve, reject) => {
    const call = request(
      `${client.url}/api/Screening/screen`,
      {
        ca: client.ca,
        method: 'POST',
        headers: {
          'X-API-Key': client.key,
          'Content-Type': 'application/json',
          'Content-Length': Buffer.byteLength(body),
        },
      },
      async (response) => {
        try {
          const chunks = await Array.fromAsync(response as AsyncIterable<Buffer>);
          resolve(JSON.parse(Buffer.concat(chunks).toString()) as ScreeningAnswer);
        } catch (error) {
          reject(error);
        }
      },
    );
    call.on('error', (error) => {
      const silent = `The service does not answer at ${client.url} (${sentence(error)}). Start it first: npm start`;
      reject(new TouchstoneError('busy', silent));
    });
    call.end(body);
  });
}
