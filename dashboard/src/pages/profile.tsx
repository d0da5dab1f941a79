import { useContext, useState } from 'preact/hooks';
import { encode } from 'uqr';
import { LEAST_PASSWORD } from '../../../src/accounts/password-length.ts';
import type { Me, TotpEnrolment } from '../../../src/http/dashboard/wire.ts';
import { get, send } from '../api.ts';
import { timeZone } from '../format.tsx';
import { currentLanguage, LANGUAGES, type Language, t } from '../language.ts';
import { LanguageContext } from '../preferences.ts';
import { useMe, useSession } from '../session.tsx';
import { chooseTheme, chosenTheme, type Theme } from '../theme.ts';
import { announce } from '../ui/announce.tsx';
import { CopyButton } from '../ui/copy.tsx';
import { SelectField, TextField } from '../ui/field.tsx';
import { Notice, Problem } from '../ui/states.tsx';
import { useAction } from '../use.ts';
import { SettingsPage } from './settings.tsx';

export function Profile() {
  return (
    <SettingsPage title="settings.profile">
      <div class="halves">
        <div class="stack">
          <Appearance />
          <ChangePassword />
        </div>
        <SecondFactor />
      </div>
    </SettingsPage>
  );
}

function Appearance() {
  const chooseLanguage = useContext(LanguageContext);
  const [theme, setTheme] = useState<Theme>(chosenTheme());
  return (
    <section class="panel stack" aria-labelledby="appearance">
      <h2 id="appearance">{t('profile.appearance')}</h2>
      <SelectField
        label={t('profile.language')}
        value={currentLanguage()}
        onChoose={(language) => chooseLanguage(language as Language)}
        options={Object.entries(LANGUAGES)}
      />
      <SelectField
        label={t('profile.theme')}
        value={theme}
        onChoose={(chosen) => {
          chooseTheme(chosen as Theme);
          setTheme(chosen as Theme);
        }}
        options={[
          ['system', t('theme.system')],
          ['light', t('theme.light')],
          ['dark', t('theme.dark')],
        ]}
      />
      <p class="hint">{t('profile.zone', { zone: timeZone() })}</p>
    </section>
  );
}

function ChangePassword() {
  const { email } = useMe();
  const [current, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const [done, setDone] = useState(false);
  const change = useAction(async () => {
    setDone(false);
    await send('POST', '/password', { current, password });
    setCurrent('');
    setPassword('');
    setDone(true);
    announce(t('profile.passwordChanged'));
  });
  return (
    <form
      class="panel stack"
      aria-labelledby="password"
      onSubmit={(event) => {
        event.preventDefault();
        change.run();
      }}
    >
      <h2 id="password">{t('profile.password')}</h2>
      <input
        type="email"
        class="unseen"
        autoComplete="username"
        value={email}
        readOnly
        tabIndex={-1}
        aria-hidden="true"
      />
      <TextField
        label={t('profile.current')}
        type="password"
        required
        autoComplete="current-password"
        value={current}
        onText={setCurrent}
        error={change.fields.current}
      />
      <TextField
        label={t('profile.new')}
        hint={t('profile.passwordHint', { count: LEAST_PASSWORD })}
        type="password"
        required
        minLength={LEAST_PASSWORD}
        autoComplete="new-password"
        value={password}
        onText={setPassword}
        error={change.fields.password}
      />
      <Problem text={change.problem} />
      {done && <Notice tone="good">{t('profile.passwordChanged')}</Notice>}
      <div>
        <button type="submit" class="button" disabled={change.busy}>
          {t('profile.change')}
        </button>
      </div>
    </form>
  );
}

function SecondFactor() {
  const { totp } = useMe();
  const { set } = useSession();
  const refresh = async () => set(await get<Me>('/session'));
  return (
    <section class="panel stack" aria-labelledby="totp">
      <div class="row between">
        <h2 id="totp">{t('profile.totp')}</h2>
        <span class={totp ? 'tag good' : 'tag'}>{t(totp ? 'users.on' : 'users.off')}</span>
      </div>
      <p class="muted">{t('profile.totpHint')}</p>
      {totp ? <SwitchOff refresh={refresh} /> : <SwitchOn refresh={refresh} />}
    </section>
  );
}

function SwitchOn({ refresh }: { refresh(): Promise<void> }) {
  const [enrolment, setEnrolment] = useState<TotpEnrolment>();
  const [code, setCode] = useState('');
  const begin = useAction(async () => setEnrolment(await send<TotpEnrolment>('POST', '/totp')));
  const confirm = useAction(async () => {
    await send('POST', '/totp/confirm', { code });
    await refresh();
    announce(t('profile.totpOn'));
  });
  const problem = begin.problem ?? confirm.problem;
  return (
    <>
      <Problem text={problem} />
      {!enrolment ? (
        <div>
          <button type="button" class="button" disabled={begin.busy} onClick={begin.run}>
            {t('profile.totpBegin')}
          </button>
        </div>
      ) : (
        <form
          class="stack"
          onSubmit={(event) => {
            event.preventDefault();
            confirm.run();
          }}
        >
          <p>{t('profile.totpScan')}</p>
          <QrCode text={enrolment.uri} />
          <div class="row">
            <code class="wrap">{enrolment.secret}</code>
            <CopyButton text={enrolment.secret} />
          </div>
          <TextField
            label={t('field.code')}
            hint={t('signIn.codeHint')}
            inputMode="numeric"
            autoComplete="one-time-code"
            required
            value={code}
            onText={setCode}
            error={confirm.fields.code}
          />
          <div>
            <button type="submit" class="button primary" disabled={confirm.busy}>
              {t('profile.totpConfirm')}
            </button>
          </div>
        </form>
      )}
    </>
  );
}

function SwitchOff({ refresh }: { refresh(): Promise<void> }) {
  const [password, setPassword] = useState('');
  const off = useAction(async () => {
    await send('DELETE', '/totp', { password });
    await refresh();
    announce(t('profile.totpOff'));
  });
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        off.run();
      }}
    >
      <TextField
        label={t('field.password')}
        type="password"
        required
        autoComplete="current-password"
        value={password}
        onText={setPassword}
        error={off.fields.password}
      />
      <Problem text={off.problem} />
      <div>
        <button type="submit" class="button danger" disabled={off.busy}>
          {t('profile.totpSwitchOff')}
        </button>
      </div>
    </form>
  );
}

/** Dark squares on white in both colour schemes: readers expect that. */
function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return (
    <svg
      class="qr"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={t('profile.qr')}
      shape-rendering="crispEdges"
    >
      <rect width={size} height={size} class="qr-light" />
      <path d={path} class="qr-dark" />
    </svg>
  );
}
