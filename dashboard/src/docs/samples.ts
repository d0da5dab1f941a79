import type { Call, SentBody } from './calls.ts';
import { CERTIFICATE, certificateCommand, hasOwnCertificate, headersOf, type Place } from './place.ts';
import { pythonSample } from './python-sample.ts';

export const SAMPLE_LANGUAGES = { curl: 'curl', typescript: 'TypeScript', python: 'Python' } as const;
export type SampleLanguage = keyof typeof SAMPLE_LANGUAGES;

/** The first call with a new key. */
export function screeningSample(origin: string, key: string): string {
  const call: Call = {
    method: 'POST',
    path: '/api/Screening/screen',
    parameters: { path: {}, query: {} },
    key: true,
    body: { kind: 'json', value: { name: 'Kim Jong Un', entityType: 'Individual' } },
    answer: 'json',
  };
  const own = hasOwnCertificate(origin);
  return `${own ? `${certificateCommand(origin)}\n` : ''}${sample('curl', call, { origin, key, own })}`;
}

export function sample(language: SampleLanguage, call: Call, place: Place): string {
  return { curl, typescript, python: pythonSample }[language](call, place);
}

/** In single quotes a shell changes nothing but a single quote. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function curl(call: Call, place: Place): string {
  const { method, path, body } = call;
  const implied = body ? 'POST' : 'GET';
  const words = [
    `curl${place.own ? ` --cacert ${CERTIFICATE}` : ''}${method === implied ? '' : ` -X ${method}`}`,
    ...Object.entries(headersOf(call, place)).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body ? curlBody(body) : []),
    quoted(place.origin + path),
  ];
  return words.join(' \\\n  ');
}

function curlBody(body: SentBody): string[] {
  if (body.kind === 'json') return [`-d ${quoted(JSON.stringify(body.value))}`];
  if (body.kind === 'text') return [`--data-binary ${quoted(body.text)}`];
  return Object.entries(body.files).map(([name, file]) => `-F ${name}=@${file}`);
}

function typescript(call: Call, place: Place): string {
  const { method, path, body } = call;
  const headers = headersOf(call, place);
  const form = body?.kind === 'form' ? Object.entries(body.files) : [];
  const options = [
    ...(method === 'GET' ? [] : [`  method: ${JSON.stringify(method)},`]),
    ...(Object.keys(headers).length > 0 ? [`  headers: ${JSON.stringify(headers)},`] : []),
    ...(body ? [`  body: ${typescriptBody(body)},`] : []),
  ];
  const read = { json: ', await answer.json()', text: ', await answer.text()', none: '' }[call.answer];
  return [
    `// ${place.own ? `NODE_EXTRA_CA_CERTS=${CERTIFICATE} ` : ''}node example.mts (Node.js 24 or newer)`,
    ...(form.length > 0 ? ["import { openAsBlob } from 'node:fs';", '', 'const form = new FormData();'] : []),
    ...form.map(([name, file]) => `form.append('${name}', await openAsBlob('${file}'), '${file}');`),
    `const answer = await fetch(${JSON.stringify(place.origin + path)}${options.length > 0 ? `, {\n${options.join('\n')}\n}` : ''});`,
    `console.log(answer.status${read});`,
  ].join('\n');
}

function typescriptBody(body: SentBody): string {
  if (body.kind === 'json') return `JSON.stringify(${JSON.stringify(body.value)})`;
  return body.kind === 'text' ? JSON.stringify(body.text) : 'form';
}
