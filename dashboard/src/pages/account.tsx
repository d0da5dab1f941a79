import { useState } from 'preact/hooks';
import type { AccountView } from '../../../src/http/dashboard/wire.ts';
import { send } from '../api.ts';
import { Moment, Name, number } from '../format.tsx';
import { t } from '../language.ts';
import { useMay } from '../session.tsx';
import { announce } from '../ui/announce.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { Fact } from '../ui/match.tsx';
import { Loading, Notice, Problem, Trouble } from '../ui/states.tsx';
import { useAction, useResource } from '../use.ts';
import { SettingsPage } from './settings.tsx';

export function AccountSettings() {
  const { data, error, reload, set } = useResource<AccountView>('/account');
  return (
    <SettingsPage title="settings.account">
      {data ? (
        <div class="halves">
          <About account={data} changed={set} />
          <Screening account={data} changed={set} />
        </div>
      ) : error ? (
        <Trouble error={error} retry={reload} />
      ) : (
        <Loading lines={6} />
      )}
    </SettingsPage>
  );
}

function About({ account, changed }: { account: AccountView; changed(account: AccountView): void }) {
  const { name, plan, quota, used, renews, fourEyes } = account;
  const may = useMay('settings');
  const [asking, setAsking] = useState(false);
  const begin = useAction(async () => {
    changed(await send<AccountView>('POST', '/account', { fourEyes: true }));
    setAsking(false);
    announce(t('account.saved'));
  });
  return (
    <section class="panel" aria-label={t('account.about')}>
      <dl class="facts">
        <Fact label={t('account.name')}>
          <Name>{name}</Name>
        </Fact>
        <Fact label={t('account.plan')}>
          <Name>{plan}</Name>
        </Fact>
        <Fact label={t('overview.quotaUsed')}>
          {number(used)} / {number(quota)}
        </Fact>
        <Fact label={t('account.renews')}>
          <Moment at={renews} />
        </Fact>
        <Fact label={t('account.fourEyes')}>
          {t(fourEyes ? 'account.on' : 'account.off')}{' '}
          {!fourEyes && may && (
            <button type="button" class="button small" onClick={() => setAsking(true)}>
              {t('account.begin')}
            </button>
          )}
        </Fact>
      </dl>
      <p class="hint">{t('account.operator')}</p>
      {asking && (
        <ConfirmDialog
          title={t('account.beginTitle')}
          action={t('account.begin')}
          deed={begin}
          onClose={() => setAsking(false)}
        >
          {t('account.beginText')}
        </ConfirmDialog>
      )}
    </section>
  );
}

function Screening({ account, changed }: { account: AccountView; changed(account: AccountView): void }) {
  const may = useMay('settings');
  const [wanted, setWanted] = useState(account.screenVerified);
  const [saved, setSaved] = useState(false);
  const save = useAction(async () => {
    changed(await send<AccountView>('POST', '/account', { screenVerified: wanted }));
    setSaved(true);
    announce(t('account.saved'));
  });
  const left = Math.max(0, account.quota - account.used);
  return (
    <form
      class="panel stack"
      aria-labelledby="screen-verified"
      onSubmit={(event) => {
        event.preventDefault();
        save.run();
      }}
    >
      <h2 id="screen-verified">{t('nav.verifications')}</h2>
      <label class="choice">
        <input
          type="checkbox"
          disabled={!may}
          checked={wanted}
          onChange={(event) => setWanted(event.currentTarget.checked)}
        />
        <span>{t('account.screenVerified')}</span>
      </label>
      <p class="hint">{t('account.screenVerifiedHint', { left: number(left) })}</p>
      <Problem text={save.problem} />
      {saved && wanted === account.screenVerified && <Notice tone="good">{t('account.saved')}</Notice>}
      {may && (
        <div>
          <button type="submit" class="button" disabled={save.busy || wanted === account.screenVerified}>
            {t('account.save')}
          </button>
        </div>
      )}
    </form>
  );
}
