import type { ComponentChildren } from 'preact';
import type { KeyRow, ListsView, UserRow } from '../../../src/http/dashboard/wire.ts';
import { t } from '../language.ts';
import { useMay, useMe } from '../session.tsx';
import { useResource } from '../use.ts';

/** What there is to do where nothing was asked yet: each step with whether it is done. */
export function SetUp({ lists }: { lists: ListsView }) {
  const keeper = useMay('people');
  const { totp } = useMe();
  const real = lists.sources.some(({ starter, entries }) => !starter && entries > 0);
  return (
    <div class="stack">
      <p>{t('setUp.text')}</p>
      <ol class="set-up">
        <Step title={t('setUp.lists')} done={real} href="/settings/lists" action={t('setUp.listsLink')}>
          {t('setUp.listsText')}
        </Step>
        <Step title={t('setUp.name')} done={false} href="/screen" action={t('overview.screen')}>
          {t('setUp.nameText')}
        </Step>
        {keeper && <OwnerSteps />}
        <Step title={t('setUp.factor')} done={totp} href="/settings/profile" action={t('setUp.factorLink')}>
          {t('setUp.factorText')}
        </Step>
      </ol>
    </div>
  );
}

function OwnerSteps() {
  const { data: keys } = useResource<readonly KeyRow[]>('/keys');
  const { data: users } = useResource<readonly UserRow[]>('/users');
  return (
    <>
      <Step
        title={t('setUp.key')}
        done={keys !== undefined && keys.length > 0}
        href="/settings/keys"
        action={t('overview.makeKey')}
      >
        {t('setUp.keyText')}
      </Step>
      <Step
        title={t('setUp.people')}
        done={users !== undefined && users.length > 1}
        href="/settings/users"
        action={t('setUp.peopleLink')}
      >
        {t('setUp.peopleText')}
      </Step>
    </>
  );
}

interface StepProps {
  readonly title: string;
  readonly done: boolean;
  readonly href: string;
  readonly action: string;
  readonly children: ComponentChildren;
}

function Step({ title, done, href, action, children }: StepProps) {
  return (
    <li class="row between">
      <div>
        <h3>
          {title} {done && <span class="tag good">{t('setUp.done')}</span>}
        </h3>
        {!done && <p class="muted">{children}</p>}
      </div>
      <a class="button" href={href}>
        {action}
      </a>
    </li>
  );
}
