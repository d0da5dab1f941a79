import type { Call, SentBody } from './calls.ts';
import { CERTIFICATE, headersOf, type Place } from './place.ts';

/** A script for Python's standard library alone. */
export function pythonSample(call: Call, place: Place): string {
  const { method, path, body, answer } = call;
  const headers = Object.entries(headersOf(call, place)).map(([name, value]) => `${literal(name)}: ${literal(value)}`);
  if (body?.kind === 'form') headers.push('"Content-Type": f"multipart/form-data; boundary={boundary}"');
  const modules = [
    ...(body?.kind === 'json' || answer === 'json' ? ['json'] : []),
    'ssl',
    'urllib.request',
    ...(body?.kind === 'form' ? ['uuid'] : []),
  ];
  const read = { json: ', json.load(answer)', text: ', answer.read().decode()', none: '' }[answer];
  return [
    '# python3 example.py (nothing to install)',
    `import ${modules.join(', ')}`,
    '',
    ...(body ? bodyLines(body) : []),
    'request = urllib.request.Request(',
    `    ${literal(place.origin + path)},`,
    ...(method === 'GET' ? [] : [`    method=${literal(method)},`]),
    ...(body ? ['    data=body,'] : []),
    ...(headers.length > 0 ? [`    headers={${headers.join(', ')}},`] : []),
    ')',
    `context = ssl.create_default_context(${place.own ? `cafile="${CERTIFICATE}"` : ''})`,
    'with urllib.request.urlopen(request, context=context) as answer:',
    `    print(answer.status${read})`,
  ].join('\n');
}

function bodyLines(body: SentBody): string[] {
  if (body.kind === 'json') return [`body = json.dumps(${literal(body.value)}).encode()`];
  if (body.kind === 'text') return [`body = ${literal(body.text)}.encode()`];
  const parts = Object.entries(body.files).map(([name, file]) => `(${literal(name)}, ${literal(file)})`);
  return [
    'boundary, body = uuid.uuid4().hex, b""',
    `for name, file in [${parts.join(', ')}]:`,
    '    head = f\'--{boundary}\\r\\nContent-Disposition: form-data; name="{name}"; filename="{file}"\\r\\n\\r\\n\'',
    '    body += head.encode() + open(file, "rb").read() + b"\\r\\n"',
    'body += f"--{boundary}--\\r\\n".encode()',
  ];
}

/** A value of JSON as Python writes it. */
function literal(value: unknown): string {
  if (value === null || value === undefined) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value !== 'object') return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([name, member]) => `${JSON.stringify(name)}: ${literal(member)}`)
    .join(', ')}}`;
}
