import { useState } from 'preact/hooks';
import { useRoute } from 'preact-iso/router';
import type { CustomerPage } from '../../../src/http/dashboard/wire.ts';
import { withQuery } from '../api.ts';
import { CalendarDate, Moment, Name, score } from '../format.tsx';
import { known, t } from '../language.ts';
import { useMay } from '../session.tsx';
import { byWords, isPerson } from '../ui/decisions.tsx';
import { Fact } from '../ui/fact.tsx';
import { PageHeading } from '../ui/page.tsx';
import { Score } from '../ui/score.tsx';
import { Empty, Loading, Trouble } from '../ui/states.tsx';
import { useResource } from '../use.ts';
import { CustomerAlerts } from './customer-alerts.tsx';
import { CustomerDialog } from './customer-form.tsx';
import { CustomerNews } from './customer-news.tsx';
import { CustomerNotes } from './customer-notes.tsx';
import { CustomerProposal } from './customer-proposal.tsx';
import { CustomerRemoval } from './customer-removal.tsx';
import { CustomerTag, useOldLists } from './customers.tsx';
import { StatusTag } from './verifications.tsx';

/** Everything about one customer: facts, alerts by entity with their decisions, and the records over time. */
export function OneCustomer() {
  const { params } = useRoute();
  const reference = params.reference ?? '';
  const { data, error, reload, set } = useResource<CustomerPage>(`/customers/${encodeURIComponent(reference)}`);
  const [changing, setChanging] = useState(false);
  const onOldLists = useOldLists();
  const may = useMay('work');
  return (
    <>
      <a class="back small" href="/customers">
        {t('nav.customers')}
      </a>
      <PageHeading title={data?.name ?? reference} key={data?.id}>
        {data && <CustomerTag state={data.state} onOldLists={onOldLists} />}
        {data && (
          <a class="button" href={`/reports/customers/${encodeURIComponent(data.reference)}`}>
            {t('report.open')}
          </a>
        )}
        {data && may && (
          <button type="button" class="button" onClick={() => setChanging(true)}>
            {t('customers.change')}
          </button>
        )}
        {data && <CustomerRemoval customer={data} proposed={reload} />}
      </PageHeading>
      {data ? (
        <div class="stack wide-gap">
          {data.proposal && (
            <CustomerProposal proposal={data.proposal} answered={(now) => (now ? set(now) : reload())} />
          )}
          <Facts customer={data} />
          <CustomerAlerts customer={data} />
          <CustomerNews customer={data} />
          <CustomerNotes customer={data} noted={set} />
          <Changes customer={data} />
          <div class="halves">
            <Screenings customer={data} />
            <Verifications customer={data} />
          </div>
        </div>
      ) : error ? (
        <Trouble error={error} retry={reload} />
      ) : (
        <Loading lines={8} />
      )}
      {changing && data && (
        <CustomerDialog
          customer={data}
          onClose={() => setChanging(false)}
          saved={(customer) => {
            set(customer);
            setChanging(false);
          }}
        />
      )}
    </>
  );
}

function Facts({ customer }: { customer: CustomerPage }) {
  const { reference, entityType, dateOfBirth, otherNames, categories, minScore, monitored } = customer;
  return (
    <section class="panel" aria-label={t('record.facts')}>
      <dl class="facts">
        <Fact label={t('customers.reference')}>
          <Name>{reference}</Name>
        </Fact>
        <Fact label={t('match.type')}>{t(`type.${entityType}`)}</Fact>
        {dateOfBirth && (
          <Fact label={t('match.born')}>
            <CalendarDate date={dateOfBirth} />
          </Fact>
        )}
        {otherNames.length > 0 && (
          <Fact label={t('customers.otherNames')}>
            <ul class="names">
              {otherNames.map((name) => (
                <li key={name}>
                  <Name>{name}</Name>
                </li>
              ))}
            </ul>
          </Fact>
        )}
        <Fact label={t('customers.lists')}>{categories.map((category) => t(`category.${category}`)).join(', ')}</Fact>
        <Fact label={t('screen.minScore')}>{score(minScore)}</Fact>
        <Fact label={t('alert.state')}>{t(monitored ? 'customers.isMonitored' : 'customers.notMonitored')}</Fact>
        <Fact label={t('customers.since')}>
          <Moment at={customer.createdAt} />
        </Fact>
        <Fact label={t('customers.changed')}>
          <Moment at={customer.updatedAt} />
        </Fact>
      </dl>
    </section>
  );
}

/** Who made the customer and what was changed by whom: a watch that was switched off leaves a trace. */
function Changes({ customer: { history } }: { customer: CustomerPage }) {
  if (history.length === 0) return null;
  return (
    <section class="panel stack tight" aria-labelledby="changes">
      <h2 id="changes">{t('customers.history')}</h2>
      <ol class="history">
        {history.map(({ sequence, at, by, action, members }) => (
          <li key={sequence}>
            <span class="strong">{known(`action.${action}`) ?? action}</span>{' '}
            <span class="muted small">
              {isPerson(by) ? <Name>{by}</Name> : byWords(by)} · <Moment at={at} />
            </span>
            {members.length > 0 && (
              <p>{members.map((member) => known(`customers.member.${member}`) ?? member).join(', ')}</p>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

function Screenings({ customer: { screenings, reference } }: { customer: CustomerPage }) {
  return (
    <section class="panel stack tight" aria-labelledby="screenings">
      <h2 id="screenings">{t('customers.screenings')}</h2>
      {screenings.length === 0 ? (
        <p class="muted">{t('customers.noScreenings')}</p>
      ) : (
        <>
          <ul class="records">
            {screenings.map(({ id, createdAt, matchCount, highestScore }) => (
              <li key={id} class="row between">
                <a href={`/screenings/${id}`}>
                  <Moment at={createdAt} />
                </a>
                <span class="row tight">
                  {t('screen.found', { count: matchCount })}
                  {matchCount > 0 && <Score value={highestScore} />}
                </span>
              </li>
            ))}
          </ul>
          <a class="small" href={withQuery('/screenings', { customer: reference })}>
            {t('customers.allScreenings')}
          </a>
        </>
      )}
    </section>
  );
}

function Verifications({ customer: { verifications, name } }: { customer: CustomerPage }) {
  return (
    <section class="panel stack tight" aria-labelledby="verifications">
      <h2 id="verifications">{t('customers.verifications')}</h2>
      {verifications.length === 0 ? (
        <Empty title={t('verifications.none')} />
      ) : (
        <ul class="records">
          {verifications.map(({ id, createdAt, status, extractedData }) => (
            <li key={id} class="row between">
              <a href={`/verifications/${id}`}>
                <Name>{extractedData.fullName ?? name}</Name>
              </a>
              <span class="row tight">
                <StatusTag status={status} />
                <Moment at={createdAt} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
