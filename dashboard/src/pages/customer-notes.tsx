import type { CustomerPage } from '../../../src/http/dashboard/wire.ts';
import { send } from '../api.ts';
import { useDraft } from '../drafts.ts';
import { Moment, Name } from '../format.tsx';
import { t } from '../language.ts';
import { useMay, useMe } from '../session.tsx';
import { CommentField } from '../ui/field.tsx';
import { Problem } from '../ui/states.tsx';
import { useAction } from '../use.ts';

interface Props {
  readonly customer: CustomerPage;
  noted(customer: CustomerPage): void;
}

/** What people wrote down about a customer, the newest first, and a field for more. */
export function CustomerNotes({ customer: { reference, notes }, noted }: Props) {
  const may = useMay('work');
  const [text, setText] = useDraft(`${useMe().email} note ${reference}`);
  const add = useAction(async () => {
    noted(await send<CustomerPage>('POST', `/customers/${encodeURIComponent(reference)}/notes`, { text }));
    setText('');
  });
  return (
    <section class="panel stack tight" aria-label={t('notes.title')}>
      <h2>{t('notes.title')}</h2>
      {may && (
        <form
          class="stack tight"
          onSubmit={(event) => {
            event.preventDefault();
            add.run();
          }}
        >
          <CommentField label={t('notes.new')} value={text} rows={2} onText={setText} />
          <Problem text={add.problem} />
          <div>
            <button type="submit" class="button small" disabled={add.busy || text.trim() === ''}>
              {t('notes.add')}
            </button>
          </div>
        </form>
      )}
      {notes.length === 0 && <p class="muted">{t('notes.none')}</p>}
      <ol class="records">
        {notes.map(({ id: note, at, by, text: said }) => (
          <li key={note}>
            <p class="wrap said">
              <Name>{said}</Name>
            </p>
            <p class="small muted">
              <Name>{by}</Name> · <Moment at={at} />
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}
