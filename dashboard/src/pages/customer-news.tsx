import { useState } from 'preact/hooks';
import { MEDIA_CATEGORY } from '../../../src/domain/adverse-media.ts';
import type { CustomerPage } from '../../../src/http/dashboard/wire.ts';
import { withQuery } from '../api.ts';
import { t } from '../language.ts';
import { useMay, useMe } from '../session.tsx';
import { monthOf, NewsTimeline } from '../ui/news-timeline.tsx';
import { AlertList } from './customer-alerts.tsx';

/** What the news says of a customer: events that opened alerts by month and offence, and the way to search for more. */
export function CustomerNews({ customer }: { customer: CustomerPage }) {
  const { media } = useMe();
  const may = useMay('work');
  const [chosen, choose] = useState({ month: '', offence: '' });
  const told = customer.alerts.flatMap((alert) => (alert.match?.event ? [{ alert, event: alert.match.event }] : []));
  if (media === null && told.length === 0) return null;
  const shown = told.filter(
    ({ event }) => chosen.month === '' || (monthOf(event) === chosen.month && event.offences.includes(chosen.offence)),
  );
  return (
    <section class="stack" aria-labelledby="news">
      <div class="row between">
        <h2 id="news">{t('nav.media')}</h2>
        {media !== null && may && (
          <a class="button" href={searchOf(customer)}>
            {t('news.searchCustomer')}
          </a>
        )}
      </div>
      {told.length === 0 && (
        <p class="muted">{t(customer.categories.includes(MEDIA_CATEGORY) ? 'news.noAlerts' : 'news.notWatched')}</p>
      )}
      {told.length > 0 && <NewsTimeline events={told.map(({ event }) => event)} chosen={chosen} choose={choose} />}
      <AlertList alerts={shown.map(({ alert }) => alert)} name={customer.name} />
    </section>
  );
}

/** The page that searches the news, with what is known of the customer. */
function searchOf({ name, entityType, dateOfBirth, otherNames }: CustomerPage): string {
  return withQuery('/media', {
    name,
    type: entityType,
    born: dateOfBirth?.slice(0, 10),
    others: otherNames.join('\n'),
  });
}
