/** A body that costs whoever reads it carelessly far more than it cost to send. */
export interface HostileBody {
  readonly kind: string;
  readonly type: 'application/json' | 'text/csv';
  readonly body: string;
}

/** What a list can be filled with. */
const FILLINGS: Readonly<Record<string, string>> = {
  numbers: '1',
  nulls: 'null',
  'empty lists': '[]',
  'empty objects': '{}',
  'lists in lists': '[[[[1]]]]',
  'empty texts': '""',
  'half characters': '"\\ud800"',
  'control signs': '"\\u0001"',
  'long texts': `"${'x'.repeat(3_000)}"`,
  'objects of unknown members': '{"a":1,"b":[2],"__proto__":{"name":"x"}}',
};

/** Bodies of JSON of nearly so many bytes. `sample`: a body that the route takes. */
export function hostileBodies(sample: object, bytes: number): HostileBody[] {
  const json = (kind: string, body: string): HostileBody => ({ kind, type: 'application/json', body });
  const filled = (one: string, room = bytes) =>
    Array(Math.floor((room - 100) / (one.length + 1)))
      .fill(one)
      .join(',');
  const inMembers = Object.keys(sample).flatMap((member) => [
    ...Object.entries(FILLINGS).map(([kind, one]) =>
      json(`${member}: a list of ${kind}`, withMember(sample, member, `[${filled(one)}]`)),
    ),
    json(`${member}: deep lists`, withMember(sample, member, nested('[', ']', bytes))),
    json(`${member}: a deep list in a list`, withMember(sample, member, `[${nested('[', ']', bytes)}]`)),
    json(`${member}: deep objects`, withMember(sample, member, nested('{"a":', '}', bytes, '1'))),
    json(`${member}: a long text`, withMember(sample, member, `"${'y'.repeat(bytes - 200)}"`)),
    json(`${member}: many members`, withMember(sample, member, `{${keys(bytes)}}`)),
  ]);
  return [
    ...inMembers,
    json('a list', `[${filled('1')}]`),
    json('deep lists', nested('[', ']', bytes)),
    json('open lists', '['.repeat(bytes - 10)),
    json('many members', `{${keys(bytes)}}`),
    json('one member again and again', `{${filled('"items":[1]')}}`),
    json('members with long names', `{${filled(`"${'k'.repeat(2_000)}":1`)}}`),
    json('the name of a prototype', `{${filled('"__proto__":{"a":1}')}}`),
    json('one long name', `{"${'k'.repeat(bytes - 100)}":1}`),
    json('a long number', `{"a":${'9'.repeat(bytes - 100)}}`),
    json('blanks', `${' '.repeat(bytes - 10)}{}`),
    json('an open text', `{"a":"${'\\"'.repeat(bytes / 2 - 50)}`),
  ];
}

/** Files of names of nearly so many bytes. */
export function hostileFiles(bytes: number): HostileBody[] {
  const csv = (kind: string, body: string): HostileBody => ({ kind, type: 'text/csv', body });
  return [
    csv('a header of commas', ','.repeat(bytes)),
    csv('rows of nothing', `name,entityType\n${',\n'.repeat(bytes / 2)}`),
    csv('one row of commas', `name,entityType\nA,Individual${','.repeat(bytes)}`),
    csv('one long cell', `name,entityType\n${'z'.repeat(bytes)},Individual\n`),
    csv('a quote without end', `name,entityType\n"${'a,b\n'.repeat(bytes / 4)}`),
    csv('doubled quotes', `name,entityType\n"${'""'.repeat(bytes / 2)}",Individual\n`),
    csv('line breaks', '\n'.repeat(bytes)),
    csv('carriage returns', `name\r${'\r'.repeat(bytes)}`),
    csv('a repeated column', `${'name,'.repeat(bytes / 5)}\n`),
  ];
}

function withMember(sample: object, member: string, value: string): string {
  const others = Object.entries(sample).filter(([name]) => name !== member);
  return `{${[...others.map(([name, one]) => `${JSON.stringify(name)}:${JSON.stringify(one)}`), `${JSON.stringify(member)}:${value}`].join(',')}}`;
}

/** Fits at most, in whole levels. */
function nested(open: string, close: string, bytes: number, inside = ''): string {
  const levels = Math.floor((bytes - 300) / (open.length + close.length));
  return open.repeat(levels) + inside + close.repeat(levels);
}

function keys(bytes: number): string {
  const members: string[] = [];
  for (let length = 300, next = 0; length < bytes - 20; next += 1) {
    const member = `"${next.toString(36)}":1`;
    members.push(member);
    length += member.length + 1;
  }
  return members.join(',');
}
