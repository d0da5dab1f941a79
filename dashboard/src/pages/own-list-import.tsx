import { useState } from 'preact/hooks';
import { useLocation, useRoute } from 'preact-iso/router';
import { sendFile, withQuery } from '../api.ts';
import { Name } from '../format.tsx';
import { t } from '../language.ts';
import { Said } from '../said.tsx';
import type { components } from '../service.d.ts';
import { useMay } from '../session.tsx';
import { PageHeading } from '../ui/page.tsx';
import { Empty, Notice, Problem } from '../ui/states.tsx';
import { useAction } from '../use.ts';
import { ChosenFile } from './chosen-file.tsx';
import type { NamesFile } from './names-file.ts';
import { pageOfOwnList } from './own-lists.tsx';

type Imported = components['schemas']['OwnListImport'];

/** Refused rows that are shown. */
const MAX_SHOWN = 100;

interface Looked {
  readonly name: string;
  readonly blob: Blob;
  readonly result: Imported;
}

/** A file of an own list: looked at, then taken. */
export function OwnListImport() {
  const { list = '' } = useRoute().params;
  const may = useMay('work');
  return (
    <>
      <a class="back small" href={pageOfOwnList(list)}>
        {list}
      </a>
      <PageHeading title={t('own.import')} />
      {may ? <Steps list={list} /> : <Empty title={t('screen.viewer')} />}
    </>
  );
}

function Steps({ list }: { list: string }) {
  const [mode, setMode] = useState<'replace' | 'add'>('replace');
  const [looked, setLooked] = useState<Looked>();
  const { route } = useLocation();
  const path = `/api/OwnLists/${encodeURIComponent(list)}/import`;
  const look = useAction(async ({ name, blob }: NamesFile) => {
    // What the list would lose is shown, and taken only by a choice.
    const query = { mode, force: 'true', preview: 'true' };
    setLooked({ name, blob, result: await sendFile<Imported>(withQuery(path, query), blob) });
  });
  const take = useAction(async ({ blob }: Looked) => {
    await sendFile(withQuery(path, { mode, force: 'true' }), blob);
    route(pageOfOwnList(list));
  });
  if (looked) {
    return (
      <Preview
        looked={looked}
        take={() => take.run(looked)}
        busy={take.busy}
        problem={take.problem}
        another={() => setLooked(undefined)}
      />
    );
  }
  return (
    <div class="stack narrow">
      <fieldset class="unframed stack tight">
        <legend class="legend">{t('own.mode')}</legend>
        {(['replace', 'add'] as const).map((one) => (
          <label key={one} class="choice">
            <input type="radio" name="mode" checked={mode === one} onChange={() => setMode(one)} />
            <span>{t(`own.mode.${one}`)}</span>
          </label>
        ))}
      </fieldset>
      <ChosenFile busy={look.busy} take={look.run} />
      <Problem text={look.problem} />
      <p class="hint">{t('own.importHint')}</p>
    </div>
  );
}

interface PreviewProps {
  readonly looked: Looked;
  readonly busy: boolean;
  readonly problem: string | undefined;
  take(): void;
  another(): void;
}

function Preview({ looked: { name, result }, busy, problem, take, another }: PreviewProps) {
  const { read, added, changed, removed, refused } = result;
  const [agreed, setAgreed] = useState(false);
  return (
    <div class="stack narrow">
      <p class="row between">
        <span class="strong wrap">
          <Name>{name}</Name> · {t('import.rows', { count: read })}
        </span>
        <button type="button" class="button small" onClick={another}>
          {t('bulk.another')}
        </button>
      </p>
      <ul class="stack tight">
        <li>{t('own.added', { count: added })}</li>
        <li>{t('own.changed', { count: changed })}</li>
        <li>{t('own.removed', { count: removed })}</li>
        <li>{t('own.refused', { count: refused.length })}</li>
      </ul>
      {refused.length > 0 && (
        <Notice tone="warning">
          <ul class="stack tight">
            {refused.slice(0, MAX_SHOWN).map(({ row, reason }) => (
              <li key={row}>
                {t('own.row', { row })} <Said text={reason} />
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {removed > 0 && (
        <label class="choice">
          <input type="checkbox" checked={agreed} onChange={(event) => setAgreed(event.currentTarget.checked)} />
          <span>{t('own.agree', { count: removed })}</span>
        </label>
      )}
      <Problem text={problem} />
      <div>
        <button type="button" class="button primary" disabled={busy || (removed > 0 && !agreed)} onClick={take}>
          {t('own.take')}
        </button>
      </div>
    </div>
  );
}
