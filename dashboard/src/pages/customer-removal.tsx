import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import type { CustomerPage } from '../../../src/http/dashboard/wire.ts';
import { send } from '../api.ts';
import { t } from '../language.ts';
import { useMay } from '../session.tsx';
import { announce } from '../ui/announce.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Problem } from '../ui/states.tsx';
import { useAction } from '../use.ts';

interface Props {
  readonly customer: CustomerPage;
  /** A second person has to agree: the customer is still there. */
  proposed(): void;
}

/** Deletes a customer on request, with what belongs to it; only owners may. */
export function CustomerRemoval({ customer, proposed }: Props) {
  const [asking, setAsking] = useState(false);
  const [records, setRecords] = useState(false);
  const { route } = useLocation();
  const owner = useMay('deletion');
  const remove = useAction(async () => {
    const path = `/api/Customers/${encodeURIComponent(customer.reference)}${records ? '?records=true' : ''}`;
    const answer = await send<object | undefined>('DELETE', path);
    announce(t(answer ? 'customers.deletionProposed' : 'customers.deleted'));
    setAsking(false);
    if (answer) proposed();
    else route('/customers', true);
  });
  if (!owner) return null;
  return (
    <>
      <button type="button" class="button danger" onClick={() => setAsking(true)}>
        {t('customers.delete')}
      </button>
      {asking && (
        <Dialog title={t('customers.deleteTitle', { name: customer.name })} onClose={() => setAsking(false)}>
          <p>{t('customers.deleteText')}</p>
          <label class="choice">
            <input type="checkbox" checked={records} onChange={(event) => setRecords(event.currentTarget.checked)} />
            <span>{t('customers.deleteRecords')}</span>
          </label>
          <Problem text={remove.problem} />
          <div class="row end">
            <button type="button" class="button" onClick={() => setAsking(false)}>
              {t('action.cancel')}
            </button>
            <button type="button" class="button danger" disabled={remove.busy} onClick={remove.run}>
              {t('customers.delete')}
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
}
