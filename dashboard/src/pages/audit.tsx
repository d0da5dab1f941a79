import { useCallback, useState } from 'preact/hooks';
import type { AuditRow, ChainCheck } from '../../../src/http/dashboard/wire.ts';
import { download, send, withQuery } from '../api.ts';
import { instantOf, useFilter, useTyped } from '../filters.ts';
import { Moment } from '../format.tsx';
import { keysUnder, known, t } from '../language.ts';
import { usePages } from '../paging.ts';
import { announce } from '../ui/announce.tsx';
import { SelectField, TextField } from '../ui/field.tsx';
import { Empty, Notice } from '../ui/states.tsx';
import { PagedTable } from '../ui/table.tsx';
import { useAction } from '../use.ts';
import { About, Details, Who } from './audit-words.tsx';
import { SettingsPage } from './settings.tsx';

export function Audit() {
  return (
    <SettingsPage title="settings.audit">
      <Log />
    </SettingsPage>
  );
}

function Log() {
  const [filter, change] = useFilter();
  const { from, to, action, actor, subject } = filter;
  const asked = { from: instantOf(from), to: instantOf(to, true), action, actor, subject };
  const paged = usePages<AuditRow>(withQuery('/audit', asked));
  return (
    <div class="stack">
      <div class="row between">
        <ChainChecker />
        <div class="row">
          {(['csv', 'json'] as const).map((format) => (
            <a key={format} class="button" href={download(withQuery('/audit/export', { ...asked, format }))} download>
              {t(`audit.${format}`)}
            </a>
          ))}
        </div>
      </div>
      <AuditFilter filter={filter} change={change} />
      <PagedTable
        caption={t('settings.audit')}
        paged={paged}
        keyOf={({ sequence }) => sequence}
        empty={<Empty title={t('filter.nothing')} />}
        columns={[
          { label: t('audit.number'), numeric: true, spare: true, cell: ({ sequence }) => sequence },
          { label: t('audit.when'), cell: ({ at }) => <Moment at={at} /> },
          {
            label: t('audit.who'),
            cell: ({ actor: who }) => <Who actor={who} />,
          },
          {
            label: t('audit.what'),
            cell: ({ action: what }) => (
              <>
                {known(`action.${what}`) ?? what}
                <div class="small muted mono wrap">{what}</div>
              </>
            ),
          },
          { label: t('audit.subject'), cell: (row) => <About subject={row.subject} /> },
          { label: t('audit.details'), cell: ({ details }) => <Details details={details} /> },
        ]}
      />
    </div>
  );
}

/** Every action there is, by its words in the language in use. */
function actions(): (readonly [code: string, words: string])[] {
  const codes = keysUnder('action.').filter((code) => code.includes('.'));
  const named = codes.map((code) => [code, known(`action.${code}`) ?? code] as const);
  return named.sort(([, a], [, b]) => a.localeCompare(b));
}

type FilterProps = {
  filter: Readonly<Record<string, string>>;
  change(changes: Readonly<Record<string, string>>): void;
};

function AuditFilter({ filter, change }: FilterProps) {
  const settleActor = useCallback((actor: string) => change({ actor }), [change]);
  const settleSubject = useCallback((subject: string) => change({ subject }), [change]);
  const [subject, setSubject] = useTyped(filter.subject ?? '', settleSubject);
  const [actor, setActor] = useTyped(filter.actor ?? '', settleActor);
  return (
    <search class="filters">
      <SelectField
        label={t('audit.what')}
        value={filter.action ?? ''}
        onChoose={(action) => change({ action })}
        options={[['', t('filter.all')], ...actions()]}
      />
      <TextField label={t('audit.who')} type="search" value={actor} onText={setActor} placeholder="ana@" />
      <TextField label={t('audit.subject')} type="search" value={subject} onText={setSubject} placeholder="alert:17" />
      <TextField label={t('filter.from')} type="date" value={filter.from ?? ''} onText={(from) => change({ from })} />
      <TextField label={t('filter.to')} type="date" value={filter.to ?? ''} onText={(to) => change({ to })} />
    </search>
  );
}

function ChainChecker() {
  const [result, setResult] = useState<ChainCheck>();
  const check = useAction(async () => {
    const answer = await send<ChainCheck>('POST', '/audit/verify');
    setResult(answer);
    announce(sentence(answer));
  });
  return (
    <div class="row">
      <button type="button" class="button" disabled={check.busy} onClick={check.run}>
        {t('audit.check')}
      </button>
      {result && <span class={result.ok ? 'tag good' : 'tag danger'}>{sentence(result)}</span>}
      {result?.ok && result.cut && (
        <span class="small muted">
          {t('audit.cut', {
            count: result.cut.entries,
            sequence: String(result.cut.sequence),
            by: String(result.cut.by),
          })}
        </span>
      )}
      {result?.ok && result.keyedFrom !== (result.cut?.sequence ?? 0) + 1 && (
        <span class="small muted">
          {result.keyedFrom === null
            ? t('audit.notKeyed')
            : t('audit.keyedFrom', { sequence: String(result.keyedFrom) })}
        </span>
      )}
      {result?.ok && result.unchecked > 0 && (
        <span class="small muted">{t('audit.notChecked', { count: result.unchecked })}</span>
      )}
      {result?.ok &&
        result.plainRestores.map((sequence) => (
          <span key={sequence} class="small muted">
            {t('audit.plainRestore', { sequence: String(sequence) })}
          </span>
        ))}
      {check.problem && <Notice tone="danger">{check.problem}</Notice>}
    </div>
  );
}

function sentence({ ok, entries, broken, unchecked }: ChainCheck): string {
  if (ok) return t('audit.holds', { count: entries });
  return broken === null ? t('audit.unchecked', { count: unchecked }) : t('audit.broken', { sequence: String(broken) });
}
