import { useState } from 'preact/hooks';
import { MAX_DUE_DAYS } from '../../../src/domain/escalation.ts';
import type { AccountView } from '../../../src/http/dashboard/wire.ts';
import { send } from '../api.ts';
import { Moment, Name, number } from '../format.tsx';
import { t } from '../language.ts';
import { useMay, useSession } from '../session.tsx';
import { announce } from '../ui/announce.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { Fact } from '../ui/fact.tsx';
import { TextField } from '../ui/field.tsx';
import { Loading, Notice, Problem, Trouble } from '../ui/states.tsx';
import { useAction, useResource } from '../use.ts';
import { SettingsPage } from './settings.tsx';

export function AccountSettings() {
  const { data, error, reload, set } = useResource<AccountView>('/account');
  return (
    <SettingsPage title="settings.account">
      {data ? (
        <div class="halves">
          <div class="stack">
            <About account={data} changed={set} />
            <SignInRules {...data.signIn} />
          </div>
          <div class="stack">
            <Setting
              account={data}
              changed={set}
              name="requireReason"
              title={t('account.decisions')}
              label={t('account.requireReason')}
              hint={t('account.requireReasonHint')}
            />
            <DueDays account={data} changed={set} />
            <Setting
              account={data}
              changed={set}
              name="secondFactorRequired"
              title={t('users.totp')}
              label={t('account.secondFactor')}
              hint={t('account.secondFactorHint')}
            />
            <Setting
              account={data}
              changed={set}
              name="screenVerified"
              title={t('nav.verifications')}
              label={t('account.screenVerified')}
              hint={t('account.screenVerifiedHint', { left: number(Math.max(0, data.quota - data.used)) })}
            />
          </div>
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

/** How people sign in, which the operator settles. */
function SignInRules({ provider, groups, password }: AccountView['signIn']) {
  if (provider === null && password) return null;
  return (
    <section class="panel" aria-labelledby="sign-in-rules">
      <h2 id="sign-in-rules">{t('account.signIn')}</h2>
      <dl class="facts">
        <Fact label={t('account.provider')}>
          <Name>{provider ?? '–'}</Name>
        </Fact>
        <Fact label={t('account.passwords')}>{t(password ? 'account.on' : 'account.breakGlass')}</Fact>
        {groups.map(({ group, role }) => (
          <Fact key={group} label={t(`role.${role}`)}>
            <Name>{group}</Name>
          </Fact>
        ))}
      </dl>
      <p class="hint">{t(groups.length > 0 ? 'account.groupsHint' : 'account.noGroupsHint')}</p>
    </section>
  );
}

interface SettingProps {
  readonly account: AccountView;
  changed(account: AccountView): void;
  readonly name: 'requireReason' | 'screenVerified' | 'secondFactorRequired';
  readonly title: string;
  readonly label: string;
  readonly hint: string;
}

/** What an owner switches on and off for the whole account. */
function Setting({ account, changed, name, title, label, hint }: SettingProps) {
  const may = useMay('settings');
  const [wanted, setWanted] = useState(account[name]);
  const [saved, setSaved] = useState(false);
  const { set, me, reload } = useSession();
  const save = useAction(async () => {
    const now = await send<AccountView>('POST', '/account', { [name]: wanted });
    changed(now);
    set({ ...me!, requireReason: now.requireReason });
    // Whoever has no second factor makes one now.
    if (name === 'secondFactorRequired') reload();
    setSaved(true);
    announce(t('account.saved'));
  });
  return (
    <form
      class="panel stack"
      aria-labelledby={name}
      onSubmit={(event) => {
        event.preventDefault();
        save.run();
      }}
    >
      <h2 id={name}>{title}</h2>
      <label class="choice">
        <input
          type="checkbox"
          disabled={!may}
          checked={wanted}
          onChange={(event) => setWanted(event.currentTarget.checked)}
        />
        <span>{label}</span>
      </label>
      <p class="hint">{hint}</p>
      <Problem text={save.problem} />
      {saved && wanted === account[name] && <Notice tone="good">{t('account.saved')}</Notice>}
      {may && (
        <div>
          <button type="submit" class="button" disabled={save.busy || wanted === account[name]}>
            {t('account.save')}
          </button>
        </div>
      )}
    </form>
  );
}

/** In how many days a decision is due. */
function DueDays({ account, changed }: { account: AccountView; changed(account: AccountView): void }) {
  const may = useMay('settings');
  const [days, setDays] = useState(account.dueDays === null ? '' : String(account.dueDays));
  const [saved, setSaved] = useState(false);
  const wanted = days === '' ? null : Number(days);
  const save = useAction(async () => {
    changed(await send<AccountView>('POST', '/account', { dueDays: wanted ?? 0 }));
    setSaved(true);
    announce(t('account.saved'));
  });
  return (
    <form
      class="panel stack"
      aria-labelledby="due-days"
      onSubmit={(event) => {
        event.preventDefault();
        save.run();
      }}
    >
      <h2 id="due-days">{t('account.due')}</h2>
      <TextField
        label={t('account.dueDays')}
        hint={t('account.dueDaysHint')}
        type="number"
        min={1}
        max={MAX_DUE_DAYS}
        readOnly={!may}
        value={days}
        onText={setDays}
      />
      <Problem text={save.problem} />
      {saved && wanted === account.dueDays && <Notice tone="good">{t('account.saved')}</Notice>}
      {may && (
        <div>
          <button type="submit" class="button" disabled={save.busy || wanted === account.dueDays}>
            {t('account.save')}
          </button>
        </div>
      )}
    </form>
  );
}
