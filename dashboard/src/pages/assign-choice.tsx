import type { AlertState } from '../../../src/http/dashboard/wire.ts';
import { t } from '../language.ts';
import { useMe } from '../session.tsx';
import { useWork } from '../work.ts';

interface Props {
  readonly state: AlertState;
  readonly busy: boolean;
  assign(to: string | null): void;
}

/** Who works on an alert: the person themselves by a key, and anybody who may decide. */
export function AssignChoice({ state: { assignee }, busy, assign }: Props) {
  const { email } = useMe();
  const people = useWork()?.people ?? [];
  const others = [...new Set([...people, ...(assignee ? [assignee] : [])])].filter((person) => person !== email);
  return (
    <label class="row tight small assign">
      <span class="muted">{t('alert.assignee')}</span>
      <select disabled={busy} value={assignee ?? ''} onChange={(event) => assign(event.currentTarget.value || null)}>
        <option value="">{t('alerts.nobody')}</option>
        <option value={email}>{t('alerts.me')}</option>
        {others.map((person) => (
          <option key={person} value={person}>
            {person}
          </option>
        ))}
      </select>
    </label>
  );
}
