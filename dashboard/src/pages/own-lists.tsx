import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { type ApiAnswer, send } from '../api.ts';
import { Moment, Name, number } from '../format.tsx';
import { t } from '../language.ts';
import { useMay } from '../session.tsx';
import { FormDialog } from '../ui/dialog.tsx';
import { CommentField, TextField } from '../ui/field.tsx';
import { PageHeading } from '../ui/page.tsx';
import { Empty, Loading, Problem, Trouble } from '../ui/states.tsx';
import { useAction, useApi } from '../use.ts';

export type OwnList = ApiAnswer<'/api/OwnLists'>['items'][number];

const MAX_LISTS = 200;

export function pageOfOwnList(list: string): string {
  return `/own-lists/${encodeURIComponent(list)}`;
}

/** Lists that the account keeps for itself. */
export function OwnLists() {
  const { data, error, reload } = useApi('/api/OwnLists', { limit: MAX_LISTS });
  const may = useMay('work');
  const [making, setMaking] = useState(false);
  const { route } = useLocation();
  return (
    <>
      <PageHeading title={t('nav.ownLists')}>
        {may && (
          <button type="button" class="button primary" onClick={() => setMaking(true)}>
            {t('own.make')}
          </button>
        )}
      </PageHeading>
      <p class="hint">{t('own.hint')}</p>
      {data ? <Table lists={data.items} /> : error ? <Trouble error={error} retry={reload} /> : <Loading lines={4} />}
      {making && <OwnListDialog onClose={() => setMaking(false)} saved={({ list }) => route(pageOfOwnList(list))} />}
    </>
  );
}

function Table({ lists }: { lists: readonly OwnList[] }) {
  if (lists.length === 0) return <Empty title={t('own.none')}>{t('own.noneHint')}</Empty>;
  return (
    <div class="table-frame">
      <table class="table">
        <caption class="unseen">{t('nav.ownLists')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('own.title')}</th>
            <th scope="col" class="numeric">
              {t('own.entries')}
            </th>
            <th scope="col">{t('own.state')}</th>
            <th scope="col" class="spare">
              {t('customers.changed')}
            </th>
          </tr>
        </thead>
        <tbody>
          {lists.map(({ list, title, entries, enabled, updatedAt }) => (
            <tr key={list}>
              <td>
                <a href={pageOfOwnList(list)} class="row-link">
                  <Name>{title}</Name>
                </a>
                <div class="small muted wrap">{list}</div>
              </td>
              <td class="numeric">{number(entries)}</td>
              <td>{enabled ? t('users.on') : <span class="tag warning">{t('users.off')}</span>}</td>
              <td class="spare">
                <Moment at={updatedAt} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface Props {
  /** The one to change; undefined for a new one. */
  readonly own?: OwnList;
  saved(own: OwnList): void;
  onClose(): void;
}

/** Makes a list or changes what is said of it. */
export function OwnListDialog({ own, saved, onClose }: Props) {
  const [list, setList] = useState(own?.list ?? '');
  const [title, setTitle] = useState(own?.title ?? '');
  const [description, setDescription] = useState(own?.description ?? '');
  const [enabled, setEnabled] = useState(own?.enabled ?? true);
  const save = useAction(async () => {
    const onlyNew: Readonly<Record<string, string>> = own ? {} : { 'if-none-match': '*' };
    const body = { title, enabled, ...(description.trim() && { description }) };
    saved(await send<OwnList>('PUT', `/api/OwnLists/${encodeURIComponent(list)}`, body, onlyNew));
  });
  return (
    <FormDialog title={t(own ? 'own.change' : 'own.make')} action={t('own.save')} deed={save} onClose={onClose}>
      <TextField
        label={t('own.title')}
        hint={t('own.titleHint')}
        value={title}
        onText={setTitle}
        maxLength={200}
        required
        error={save.fields.title}
      />
      <TextField
        label={t('own.name')}
        hint={t('own.nameHint')}
        value={list}
        onText={setList}
        maxLength={64}
        pattern="[a-z0-9\-]+"
        required
        readOnly={own !== undefined}
        error={save.fields.list}
      />
      <CommentField label={t('own.description')} rows={2} value={description} onText={setDescription} />
      <label class="choice">
        <input type="checkbox" checked={enabled} onChange={(event) => setEnabled(event.currentTarget.checked)} />
        <span>{t('own.enabled')}</span>
      </label>
      <Problem text={save.problem} />
    </FormDialog>
  );
}
