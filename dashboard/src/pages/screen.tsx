import { useRef, useState } from 'preact/hooks';
import type { ScreeningRecord } from '../../../src/http/dashboard/wire.ts';
import { send } from '../api.ts';
import { Moment } from '../format.tsx';
import { t } from '../language.ts';
import { useMay } from '../session.tsx';
import { announce } from '../ui/announce.tsx';
import { entityTypes, SelectField, SubjectNameField, TextField } from '../ui/field.tsx';
import { PageHeading } from '../ui/page.tsx';
import { Empty, Notice, Problem } from '../ui/states.tsx';
import { useAction } from '../use.ts';
import { ScreeningMatches } from './screening.tsx';

const DEFAULT_MIN_SCORE = '70';

export function Screen() {
  const may = useMay('work');
  return (
    <>
      <PageHeading title={t('screen.title')}>
        <a class="button" href="/bulk">
          {t('screen.many')}
        </a>
      </PageHeading>
      {may ? <OneName /> : <Empty title={t('screen.viewer')} />}
    </>
  );
}

function OneName() {
  const [name, setName] = useState('');
  const [entityType, setEntityType] = useState('Individual');
  const [dateOfBirth, setDateOfBirth] = useState('');
  const [minScore, setMinScore] = useState(DEFAULT_MIN_SCORE);
  const [result, setResult] = useState<ScreeningRecord>();
  const input = useRef<HTMLInputElement>(null);
  const person = entityType === 'Individual';
  const screen = useAction(async () => {
    const body = { name, entityType, ...(person && dateOfBirth && { dateOfBirth }), minScore: Number(minScore) };
    const record = await send<ScreeningRecord>('POST', '/screenings', body);
    setResult(record);
    announce(t('screen.found', { count: record.matchCount }));
    input.current?.select();
  });
  return (
    <div class="beside">
      <form
        class="panel stack sticky"
        onSubmit={(event) => {
          event.preventDefault();
          screen.run();
        }}
      >
        <SubjectNameField
          hint={t('screen.nameHint')}
          value={name}
          onText={setName}
          autoFocus
          inputRef={input}
          autoComplete="off"
          error={screen.fields.name}
        />
        <SelectField label={t('match.type')} value={entityType} onChoose={setEntityType} options={entityTypes()} />
        {person && (
          <TextField
            label={t('screen.born')}
            hint={t('screen.bornHint')}
            type="date"
            value={dateOfBirth}
            onText={setDateOfBirth}
            error={screen.fields.dateOfBirth}
          />
        )}
        <TextField
          label={t('screen.minScore')}
          type="number"
          min={0}
          max={100}
          step={1}
          required
          value={minScore}
          onText={setMinScore}
          error={screen.fields.minScore}
        />
        <QuotaOrProblem action={screen} />
        <button type="submit" class="button primary" disabled={screen.busy}>
          {t(screen.busy ? 'screen.running' : 'screen.action')}
        </button>
        <p class="hint">{t('screen.costs')}</p>
      </form>
      <section class="stack" aria-label={t('screen.result')} aria-busy={screen.busy}>
        {result ? (
          <Result key={result.id} record={result} />
        ) : (
          <Empty title={t('screen.before')}>{t('screen.beforeHint')}</Empty>
        )}
      </section>
    </div>
  );
}

/** A spent quota is no error of the person: it says when it renews. */
export function QuotaOrProblem({ action }: { action: Pick<ReturnType<typeof useAction>, 'failure' | 'problem'> }) {
  const { failure, problem } = action;
  if (failure?.code === 'quota-exhausted') {
    const { seconds } = failure;
    const retryAt = seconds === undefined ? undefined : new Date(Date.now() + seconds * 1000).toISOString();
    return (
      <Notice tone="warning" urgent>
        <p>
          {t('screen.quotaSpent')} {retryAt && <Moment at={retryAt} />}
        </p>
      </Notice>
    );
  }
  return <Problem text={problem} />;
}

function Result({ record }: { record: ScreeningRecord }) {
  return (
    <>
      <div class="row between">
        <h2>{t('screen.found', { count: record.matchCount })}</h2>
        <a href={`/screenings/${record.id}`}>{t('screen.record', { id: String(record.id) })}</a>
      </div>
      <ScreeningMatches record={record} />
    </>
  );
}
