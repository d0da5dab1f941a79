import { useState } from 'preact/hooks';
import { REASON_CODES, REVIEW_REASON_CODES } from '../../../src/domain/alert.ts';
import { ALERT_STATES } from '../../../src/domain/alert-state.ts';
import { CUSTOMER_CATEGORIES } from '../../../src/domain/customer.ts';
import { DECIDING_ROLES } from '../../../src/domain/escalation.ts';
import { OWN_CATEGORY } from '../../../src/domain/own-list.ts';
import type { ListsView } from '../../../src/http/dashboard/wire.ts';
import { withQuery } from '../api.ts';
import { useTyped } from '../filters.ts';
import { type Key, t } from '../language.ts';
import { useMe } from '../session.tsx';
import { entityTypes, SelectField, TextField } from '../ui/field.tsx';
import { useResource } from '../use.ts';
import { useWork } from '../work.ts';
import { SavedViews } from './alert-views.tsx';

type Filter = Readonly<Record<string, string>>;

const CATEGORIES = [...CUSTOMER_CATEGORIES, OWN_CATEGORY] as const;

interface Props {
  readonly filter: Filter;
  change(changes: Filter): void;
}

const DAY_MS = 86_400_000;
/** How long an alert has been open at least, in days. */
const AGES = ['1', '7', '30'] as const;
const SCORES = ['90-', '80-90', '70-80', '-70'] as const;
/** What stands behind "More filters". */
const MORE = ['kind', 'list', 'score', 'type', 'age', 'due', 'escalated', 'reason', 'second'] as const;
const FILTERS = ['text', 'assignee', 'customer', 'entry', 'case', 'run', ...MORE] as const;

/** The parameters by which the service is asked. */
export function askedOf(filter: Filter): string {
  const { state = 'open', kind, text, sort, assignee, list = '', score = '', type, age, reason, customer } = filter;
  const [minScore, below] = score.split('-');
  const isCategory = (CATEGORIES as readonly string[]).includes(list);
  // By the minute, so that the same filter asks for the same path while it is looked at.
  const before = age && new Date(Math.floor(Date.now() / 60_000) * 60_000 - Number(age) * DAY_MS).toISOString();
  return withQuery('', {
    state: state === 'all' ? '' : state,
    kind,
    text,
    sort,
    assignee,
    reason,
    customer,
    [isCategory ? 'category' : 'source']: list,
    entityType: type,
    minScore,
    to: before,
    maxScore: below && (Number(below) - 0.01).toFixed(2),
    case: filter.case,
    run: filter.run,
    proposed: filter.second === 'any' ? 'true' : '',
    acceptable: filter.second === 'me' ? 'true' : '',
    entry: filter.entry,
    overdue: filter.due ? 'true' : '',
    escalatedTo: filter.escalated,
  });
}

/** Whether a queue without rows means that nothing waits, and not that nothing fits. */
export function isEverythingOpen(filter: Filter): boolean {
  return (filter.state ?? 'open') === 'open' && FILTERS.every((name) => !filter[name]);
}

export function AlertFilters({ filter, change }: Props) {
  const [text, setText] = useTyped(filter.text ?? '', (typed) => change({ text: typed }));
  const used = MORE.filter((name) => filter[name]).length;
  const [open, setOpen] = useState(used > 0);
  return (
    <search class="stack tight desk-filters">
      <div class="filters">
        <TextField label={t('alerts.search')} type="search" value={text} onText={setText} />
        <SelectField
          label={t('alert.state')}
          value={filter.state ?? 'open'}
          onChoose={(state) => change({ state: state === 'open' ? '' : state })}
          options={[
            ['open', t('alert.open')],
            ['all', t('filter.all')],
            ...ALERT_STATES.slice(1).map((state) => [state, t(`alert.${state}`)] as const),
          ]}
        />
        <AssigneeField filter={filter} change={change} />
        <SelectField
          label={t('filter.sort')}
          value={filter.sort ?? ''}
          onChoose={(sort) => change({ sort })}
          options={[
            ['', t('filter.newest')],
            ['oldest', t('filter.oldest')],
            ['score', t('filter.byScore')],
            ['case', t('alerts.byCase')],
          ]}
        />
      </div>
      <div class="row">
        <button type="button" class="button small" aria-expanded={open} onClick={() => setOpen(!open)}>
          {t('alerts.moreFilters')}
          {used > 0 && <span class="tag info">{used}</span>}
        </button>
        <SavedViews filter={filter} change={change} names={[...FILTERS, 'state', 'sort']} />
      </div>
      {(filter.customer || filter.entry || filter.case || filter.run) && <Narrowed filter={filter} change={change} />}
      {open && <MoreFilters filter={filter} change={change} />}
    </search>
  );
}

function AssigneeField({ filter, change }: Props) {
  const { email } = useMe();
  const others = (useWork()?.people ?? []).filter((person) => person !== email);
  return (
    <SelectField
      label={t('alert.assignee')}
      value={filter.assignee ?? ''}
      onChoose={(assignee) => change({ assignee })}
      options={[
        ['', t('alerts.anybody')],
        ['me', t('alerts.me')],
        ['nobody', t('alerts.nobody')],
        ...others.map((person) => [person, person] as const),
      ]}
    />
  );
}

/** A link from elsewhere led to the alerts of one customer, case, entity or run of monitoring. */
function Narrowed({ filter, change }: Props) {
  const what = narrowedTo(filter);
  return (
    <p class="row small">
      <span class="tag info">
        <bdi>{what}</bdi>
      </span>
      <button type="button" class="button small" onClick={() => change({ customer: '', entry: '', case: '', run: '' })}>
        {t('screenings.showAll')}
      </button>
    </p>
  );
}

function narrowedTo({ customer, entry, run }: Filter): string {
  if (customer) return t('alert.ofCustomer', { reference: customer });
  if (entry) return entry;
  return run ? t('alerts.ofRun', { run }) : t('alerts.oneCase');
}

function MoreFilters({ filter, change }: Props) {
  const { data: lists } = useResource<ListsView>('/lists');
  const { email } = useMe();
  const people = (useWork()?.people ?? []).filter((person) => person !== email);
  const choice = (name: (typeof MORE)[number], label: Key, options: readonly (readonly [string, string])[]) => (
    <SelectField
      label={t(label)}
      value={filter[name] ?? ''}
      onChoose={(value) => change({ [name]: value })}
      options={[['', t('filter.all')], ...options]}
    />
  );
  return (
    <div class="filters even">
      {choice('list', 'alerts.list', [
        ...CATEGORIES.map((category) => [category, t(`category.${category}`)] as const),
        ...(lists?.sources ?? []).map(({ source, name }) => [source, name] as const),
      ])}
      {choice(
        'score',
        'match.score',
        SCORES.map((range) => [range, scoreWords(range)] as const),
      )}
      {choice('type', 'match.type', entityTypes())}
      {choice(
        'age',
        'alerts.age',
        AGES.map((days) => [days, t('alerts.olderThan', { count: Number(days) })] as const),
      )}
      {choice('due', 'alerts.due', [['over', t('alert.overdue')]])}
      {choice('escalated', 'escalate.to', [
        ['me', t('alerts.me')],
        ...DECIDING_ROLES.map((role) => [role, t(`escalate.role.${role}`)] as const),
        ...people.map((person) => [person, person] as const),
      ])}
      {choice(
        'reason',
        'alert.reason',
        [...new Set([...REASON_CODES, ...REVIEW_REASON_CODES])].map((code) => [code, t(`why.${code}`)] as const),
      )}
      {choice('second', 'alerts.second', [
        ['any', t('alert.waitsForSecond')],
        ['me', t('alerts.toAccept')],
      ])}
      {choice('kind', 'alert.kind', [
        ['match', t('kind.match')],
        ['review', t('kind.review')],
      ])}
    </div>
  );
}

function scoreWords(range: string): string {
  const [from, to] = range.split('-');
  if (!to) return t('alerts.scoreFrom', { from: from! });
  return from ? t('alerts.scoreBetween', { from, to }) : t('alerts.scoreBelow', { to });
}
