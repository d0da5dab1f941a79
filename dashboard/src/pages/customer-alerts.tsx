import type { AlertRow, CustomerPage } from '../../../src/http/dashboard/wire.ts';
import { withQuery } from '../api.ts';
import { Name } from '../format.tsx';
import { t } from '../language.ts';
import { History, StateTag } from '../ui/decisions.tsx';
import { sourceWords } from '../ui/match.tsx';
import { Score } from '../ui/score.tsx';
import { Assignee } from './alert-item.tsx';

/** Alerts about lists; those about the news have a section of their own. */
export function CustomerAlerts({ customer }: { customer: CustomerPage }) {
  const { reference } = customer;
  const alerts = customer.alerts.filter(({ match }) => match?.event === undefined);
  return (
    <section class="stack" aria-labelledby="alerts">
      <div class="row between">
        <h2 id="alerts">{t('customers.alerts')}</h2>
        {alerts.length > 0 && (
          <a class="button" href={withQuery('/alerts', { customer: reference, state: 'all' })}>
            {t('customers.work')}
          </a>
        )}
      </div>
      {alerts.length === 0 ? (
        <p class="muted">{t('customers.noAlerts')}</p>
      ) : (
        <AlertList alerts={alerts} name={customer.name} />
      )}
    </section>
  );
}

/** `name`: what the customer is called now. */
export function AlertList({ alerts, name }: { alerts: readonly AlertRow[]; name: string }) {
  return (
    <ul class="stack tight">
      {alerts.map((alert) => (
        <OneAlert key={alert.id} alert={alert} name={name} />
      ))}
    </ul>
  );
}

/** `name`: what the customer is called now, where a decision may be about who it was before. */
function OneAlert({ alert, name }: { alert: AlertRow; name: string }) {
  return (
    <li class="panel stack tight">
      <div class="row between">
        <span class="row tight grow">
          <Score value={alert.score} />
          <a href={`/alerts/${alert.id}`} class="row-link">
            <Name>{alert.match?.name ?? ''}</Name>
          </a>
        </span>
        <span class="row tight">
          {alert.assignee && <Assignee address={alert.assignee} />}
          <StateTag alert={alert} />
        </span>
      </div>
      <p class="small muted">{alert.match?.sources.map(sourceWords).join(' · ')}</p>
      {alert.subject !== null && alert.subject !== name && (
        <p class="small">{t('customers.decidedFor', { name: alert.subject })}</p>
      )}
      <History events={alert.history} />
    </li>
  );
}
