import type { AnsweredProposal, CustomerPage, WaitingProposal } from '../../../src/http/dashboard/wire.ts';
import { send } from '../api.ts';
import { Name, score } from '../format.tsx';
import { t } from '../language.ts';
import { useMay } from '../session.tsx';
import { announce } from '../ui/announce.tsx';
import { byWords } from '../ui/decisions.tsx';
import { Notice, Problem } from '../ui/states.tsx';
import { useAction, useResource } from '../use.ts';
import { AnswerButtons } from './decision.tsx';

interface Props {
  readonly proposal: WaitingProposal;
  /** The customer as it is now; null where it was deleted. */
  answered(customer: CustomerPage | null): void;
}

/** A change or a deletion of a customer that waits for a second person, who can answer it here. */
export function CustomerProposal({ proposal, answered }: Props) {
  const may = useMay('work');
  const { id, reference, by, content } = proposal;
  const answer = useAction(async (accept: boolean) => {
    const { customer } = await send<AnsweredProposal>('POST', '/customer-proposals', { reference, id, accept });
    announce(t(accept ? 'customers.accepted' : 'event.refused'));
    answered(customer);
  });
  return (
    <Notice tone="warning">
      <p>{t(content ? 'customers.proposedChange' : 'customers.proposedDeletion', { by: byWords(by) })}</p>
      {content && (
        <p class="wrap">
          <Name>{[content.name, ...content.otherNames].join(' · ')}</Name> · {t(`type.${content.entityType}`)} ·{' '}
          {content.categories.map((category) => t(`category.${category}`)).join(', ')} · {t('screen.minScore')}{' '}
          {score(content.minScore)} · {t(content.monitored ? 'customers.isMonitored' : 'customers.notMonitored')}
        </p>
      )}
      <Problem text={answer.problem} />
      {may && (
        <div class="row">
          <AnswerButtons by={by} busy={answer.busy} answered={answer.run} />
        </div>
      )}
    </Notice>
  );
}

/** Every customer of whom something waits, above the queue of alerts. */
export function WaitingCustomers() {
  const { data, reload } = useResource<WaitingProposal[]>('/customer-proposals');
  if (!data || data.length === 0) return null;
  return (
    <ul class="records" aria-label={t('customers.proposals')}>
      {data.map((proposal) => (
        <li key={proposal.id}>
          <a href={`/customers/${encodeURIComponent(proposal.reference)}`}>
            <Name>{proposal.name}</Name>
          </a>
          <CustomerProposal proposal={proposal} answered={reload} />
        </li>
      ))}
    </ul>
  );
}
