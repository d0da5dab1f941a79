import type { AuditRow } from '../../../src/http/dashboard/wire.ts';
import { Moment, Name, number } from '../format.tsx';
import { known } from '../language.ts';

/** Pages of what an entry can be about, by what its id begins with. */
const PAGE_OF: Readonly<Record<string, (id: string) => string>> = {
  alert: (id) => `/alerts/${id}`,
  screening: (id) => `/screenings/${id}`,
  verification: (id) => `/verifications/${id}`,
  bulk: (id) => `/bulk?job=${encodeURIComponent(id)}`,
};
const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;
/** Details that name several members, with spaces between. */
const OF_MEMBERS = new Set(['changed', 'members']);

/** Who did it: a person by the address, else a key or what acts by itself. */
export function Who({ actor }: Pick<AuditRow, 'actor'>) {
  const [kind = '', id] = actor.split(':');
  const words = actor.includes('@') ? undefined : known(`actor.${kind}`, { id: id ?? '' });
  return (
    <span class="wrap" title={actor}>
      <Name>{words ?? actor}</Name>
    </span>
  );
}

/** What it was done to, with a link where there is a page. The code is what the filter takes. */
export function About({ subject }: Pick<AuditRow, 'subject'>) {
  const [kind = '', ...rest] = subject.split(':');
  const id = rest.join(':');
  const words = subject === 'user:unknown' ? known('about.nobody') : known(`about.${kind}`, { id });
  const page = PAGE_OF[kind]?.(id);
  const shown = <bdi class="wrap">{words ?? subject}</bdi>;
  return <span title={subject}>{page ? <a href={page}>{shown}</a> : shown}</span>;
}

/** What else an entry says, a line for each. What has no words yet stands as it is. */
export function Details({ details }: Pick<AuditRow, 'details'>) {
  return (
    <ul class="small wrap">
      {Object.entries(details).map(([name, value]) => (
        <li key={name}>
          <span class="muted">{known(`detail.${name}`) ?? name}:</span> <Value name={name} value={value} />
        </li>
      ))}
    </ul>
  );
}

function Value({ name, value }: { name: string; value: unknown }) {
  if (typeof value === 'number') return <bdi>{number(value)}</bdi>;
  const text = value === null ? 'none' : String(value);
  if (INSTANT.test(text)) return <Moment at={text} />;
  if (OF_MEMBERS.has(name)) {
    const members = text.split(/[\s,]+/).map((member) => known(`detail.${member}`) ?? member);
    return <bdi>{members.join(', ')}</bdi>;
  }
  if (name === 'reason') return <bdi>{known(`why.${text}`) ?? text}</bdi>;
  const [kind = '', id] = text.split(':');
  const person = id !== undefined && kind === 'user' ? known('about.user', { id }) : undefined;
  return <bdi>{person ?? known(`role.${text}`) ?? known(`detailed.${text}`) ?? text}</bdi>;
}
