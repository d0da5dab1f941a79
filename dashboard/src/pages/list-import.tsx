import { useEffect, useRef, useState } from 'preact/hooks';
import type { ListImportNews, ListsView } from '../../../src/http/dashboard/wire.ts';
import { recognise } from '../../../src/sentences.ts';
import { sendFiles, withQuery } from '../api.ts';
import { Name } from '../format.tsx';
import { t } from '../language.ts';
import { Said } from '../said.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field, TextField } from '../ui/field.tsx';
import { Notice, Problem } from '../ui/states.tsx';
import { useAction } from '../use.ts';

interface Props {
  readonly source: ListsView['sources'][number];
  /** The list may be another now. */
  changed(): void;
  onClose(): void;
}

/** Replaces a list by files from this computer, as `lists import` does. */
export function ImportDialog({ source, changed, onClose }: Props) {
  const [files, setFiles] = useState<readonly File[]>([]);
  const [published, setPublished] = useState('');
  const [force, setForce] = useState(false);
  const [sent, setSent] = useState(0);
  const [outcome, setOutcome] = useState<ListImportNews>();
  const leaving = useRef(new AbortController());
  useEffect(() => () => leaving.current.abort(), []);
  const start = useAction(async () => {
    setSent(0);
    setOutcome(undefined);
    const form = new FormData();
    for (const file of files) form.append('files', file);
    const path = withQuery(`/lists/${source.source}/import`, { published, force: force ? 'yes' : '' });
    setOutcome(await sendFiles<ListImportNews>(path, form, { onSent: setSent, signal: leaving.current.signal }));
    changed();
  });
  const done = outcome?.kind === 'imported';
  return (
    <Dialog title={t('lists.import')} onClose={onClose}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          start.run();
        }}
      >
        <p>
          <Name>{source.name}</Name>
        </p>
        {!done && (
          <Choices
            {...{ source, files, published, force, outcome, setFiles, setPublished, setForce }}
            busy={start.busy}
          />
        )}
        {start.busy && <Progress sent={sent} />}
        <Problem text={start.problem} />
        {outcome && <Outcome outcome={outcome} />}
        <div class="row end">
          <button type="button" class={done ? 'button primary' : 'button'} onClick={onClose}>
            {t(done ? 'action.close' : 'action.cancel')}
          </button>
          {!done && (
            <button type="submit" class="button danger" disabled={start.busy || files.length === 0}>
              {t('lists.replace')}
            </button>
          )}
        </div>
      </form>
    </Dialog>
  );
}

interface ChoicesProps extends Pick<Props, 'source'> {
  readonly files: readonly File[];
  readonly published: string;
  readonly force: boolean;
  readonly outcome: ListImportNews | undefined;
  readonly busy: boolean;
  setFiles(files: readonly File[]): void;
  setPublished(day: string): void;
  setForce(force: boolean): void;
}

function Choices(props: ChoicesProps) {
  const { source, published, force, outcome, busy, setFiles, setPublished, setForce } = props;
  const doubtful = outcome?.kind === 'refused' && recognise(outcome.problem)?.code === 'list-file.doubtful';
  return (
    <fieldset class="stack unframed" disabled={busy}>
      <p>{t(source.starter ? 'lists.importStarter' : 'lists.importReplaces', { count: source.entries })}</p>
      <Field
        label={t('lists.importFiles')}
        hint={
          <>
            {t('lists.importFormats')} <bdi lang="en">{source.format}</bdi>
          </>
        }
      >
        {(attributes) => (
          <input
            {...attributes}
            type="file"
            multiple
            required
            onChange={(event) => setFiles([...(event.currentTarget.files ?? [])])}
          />
        )}
      </Field>
      <TextField
        label={t('lists.importPublished')}
        hint={t('lists.importPublishedHint')}
        type="date"
        value={published}
        onText={setPublished}
      />
      {(doubtful || force) && (
        <label class="choice">
          <input type="checkbox" checked={force} onChange={(event) => setForce(event.currentTarget.checked)} />
          <span>{t('lists.importForce')}</span>
        </label>
      )}
    </fieldset>
  );
}

function Progress({ sent }: { sent: number }) {
  const arrived = sent >= 1;
  return (
    <div role="status">
      <p>{t(arrived ? 'lists.importTaking' : 'lists.importSending')}</p>
      <progress {...(!arrived && { value: sent })} aria-label={t('lists.importProgress')} />
    </div>
  );
}

function Outcome({ outcome }: { outcome: ListImportNews }) {
  if (outcome.kind === 'refused') {
    return (
      <Notice tone="danger" urgent>
        <p class="strong">{t('lists.importRefused')}</p>
        <Said text={outcome.problem} />
      </Notice>
    );
  }
  if (outcome.kind !== 'imported') return <Notice tone="warning">{t('lists.importUnknown')}</Notice>;
  const { entries, skipped, snapshot } = outcome;
  return (
    <Notice tone="good" urgent>
      <p>
        {t('lists.importDone', { count: entries })} {skipped > 0 && t('lists.importSkipped', { count: skipped })}
      </p>
      <p class="small">
        {t('screening.snapshot')} <code>{snapshot}</code>
      </p>
    </Notice>
  );
}
