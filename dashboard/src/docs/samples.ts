/** What an example call needs to know of an operation. */
export interface Call {
  readonly method: string;
  /** With its parameters filled in. */
  readonly path: string;
  readonly key: boolean;
  readonly json?: unknown;
  /** Names of the form's file fields with the file each sends. */
  readonly files?: Readonly<Record<string, string>>;
}

interface Place {
  /** `https://HOST:PORT` */
  readonly origin: string;
  readonly key: string;
  /** True where the certificate is the service's own: clients are told to trust this one. */
  readonly own: boolean;
}

export const SAMPLE_LANGUAGES = { curl: 'curl', typescript: 'TypeScript', python: 'Python' } as const;
export type SampleLanguage = keyof typeof SAMPLE_LANGUAGES;

/** Where the examples expect the service's own certificate. */
const CERTIFICATE = 'touchstone.pem';

/** A public name has a certificate that everybody trusts; an address or a name without dots has the service's own. */
export function hasOwnCertificate(origin: string): boolean {
  const { hostname } = new URL(origin);
  return (
    !hostname.includes('.') || hostname.startsWith('[') || /^[\d.]+$/.test(hostname) || hostname.endsWith('.local')
  );
}

/** Fetches the certificate once; whoever does compares its fingerprint with the one printed at start. */
export function certificateCommand(origin: string): string {
  const { host, hostname, port } = new URL(origin);
  return `openssl s_client -connect ${port ? host : `${hostname}:443`} </dev/null 2>/dev/null | openssl x509 > ${CERTIFICATE}
openssl x509 -in ${CERTIFICATE} -noout -fingerprint -sha256`;
}

/** The first call with a new key. */
export function screeningSample(origin: string, key: string): string {
  const call = {
    method: 'POST',
    path: '/api/Screening/screen',
    key: true,
    json: { name: 'Kim Jong Un', entityType: 'Individual' },
  };
  const own = hasOwnCertificate(origin);
  return `${own ? `${certificateCommand(origin)}\n` : ''}${sample('curl', call, { origin, key, own })}`;
}

export function sample(language: SampleLanguage, call: Call, place: Place): string {
  return { curl, typescript, python }[language](call, place);
}

/** In single quotes a shell changes nothing but a single quote. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function curl({ method, path, key: needsKey, json, files }: Call, { origin, key, own }: Place): string {
  const words = [
    `curl${own ? ` --cacert ${CERTIFICATE}` : ''}${method === 'GET' || json !== undefined || files ? '' : ` -X ${method}`}`,
    ...(needsKey ? [`-H ${quoted(`X-API-Key: ${key}`)}`] : []),
    ...(json === undefined ? [] : [`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(json))}`]),
    ...Object.entries(files ?? {}).map(([name, file]) => `-F ${name}=@${file}`),
    `${origin}${path}`,
  ];
  return words.join(' \\\n  ');
}

function typescript({ method, path, key: needsKey, json, files }: Call, { origin, key, own }: Place): string {
  const headers = {
    ...(needsKey && { 'X-API-Key': key }),
    ...(json !== undefined && { 'Content-Type': 'application/json' }),
  };
  const form = Object.entries(files ?? {});
  const options = [
    ...(method === 'GET' ? [] : [`  method: ${JSON.stringify(method)},`]),
    ...(Object.keys(headers).length > 0 ? [`  headers: ${JSON.stringify(headers)},`] : []),
    ...(json === undefined ? [] : [`  body: JSON.stringify(${JSON.stringify(json)}),`]),
    ...(form.length > 0 ? ['  body: form,'] : []),
  ];
  return [
    `// ${own ? `NODE_EXTRA_CA_CERTS=${CERTIFICATE} ` : ''}node example.mts (Node.js 24 or newer)`,
    ...(form.length > 0 ? ["import { openAsBlob } from 'node:fs';", '', 'const form = new FormData();'] : []),
    ...form.map(([name, file]) => `form.append('${name}', await openAsBlob('${file}'), '${file}');`),
    `const answer = await fetch(${JSON.stringify(origin + path)}${options.length > 0 ? `, {\n${options.join('\n')}\n}` : ''});`,
    'console.log(answer.status, await answer.json());',
  ].join('\n');
}

function python({ path, key: needsKey, json, files }: Call, { origin, key, own }: Place): string {
  const form = Object.entries(files ?? {});
  const headers = [
    ...(needsKey ? [`"X-API-Key": ${JSON.stringify(key)}`] : []),
    ...(json === undefined ? [] : ['"Content-Type": "application/json"']),
    ...(form.length > 0 ? ['"Content-Type": f"multipart/form-data; boundary={boundary}"'] : []),
  ];
  const parts = form.map(([name, file]) => `("${name}", "${file}")`).join(', ');
  return [
    '# python3 example.py (nothing to install)',
    `import json, ssl, urllib.request${form.length > 0 ? ', uuid' : ''}`,
    '',
    ...(form.length > 0
      ? [
          'boundary, body = uuid.uuid4().hex, b""',
          `for name, file in [${parts}]:`,
          '    head = f\'--{boundary}\\r\\nContent-Disposition: form-data; name="{name}"; filename="{file}"\\r\\n\\r\\n\'',
          '    body += head.encode() + open(file, "rb").read() + b"\\r\\n"',
          'body += f"--{boundary}--\\r\\n".encode()',
        ]
      : []),
    ...(json === undefined ? [] : [`body = json.dumps(${JSON.stringify(json)}).encode()`]),
    'request = urllib.request.Request(',
    `    ${JSON.stringify(origin + path)},`,
    ...(json !== undefined || form.length > 0 ? ['    data=body,'] : []),
    `    headers={${headers.join(', ')}},`,
    ')',
    `context = ssl.create_default_context(${own ? `cafile="${CERTIFICATE}"` : ''})`,
    'with urllib.request.urlopen(request, context=context) as answer:',
    '    print(json.load(answer))',
  ].join('\n');
}
