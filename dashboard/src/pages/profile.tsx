import { useContext, useState } from 'preact/hooks';
import { MIN_PASSWORD } from '../../../src/domain/user.ts';
import { send } from '../api.ts';
import { timeZone } from '../format.tsx';
import { currentLanguage, LANGUAGES, type Language, t } from '../language.ts';
import { askPasskey } from '../passkey.ts';
import { LanguageContext } from '../preferences.ts';
import { useMe } from '../session.tsx';
import { chooseTheme, chosenTheme, type Theme } from '../theme.ts';
import { announce } from '../ui/announce.tsx';
import { SelectField, TextField } from '../ui/field.tsx';
import { Notice, Problem } from '../ui/states.tsx';
import { useAction } from '../use.ts';
import { Passkeys } from './passkeys.tsx';
import { SecondFactor } from './second-factor.tsx';
import { Sessions } from './sessions.tsx';
import { SettingsPage } from './settings.tsx';

export function Profile() {
  const { password } = useMe();
  return (
    <SettingsPage title="settings.profile">
      <div class="halves">
        <div class="stack">
          <Appearance />
          {password && <ChangePassword />}
        </div>
        <div class="stack">
          <Passkeys />
          <SecondFactor />
          <Sessions />
        </div>
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
  const { email, passkeys } = useMe();
  const [current, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const [done, setDone] = useState(false);
  const change = useAction(async () => {
    setDone(false);
    const passkey = current === '' && passkeys > 0 ? await askPasskey('/passkeys/proof') : undefined;
    await send('POST', '/password', { ...(passkey ? { passkey } : { current }), password });
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
        {...(passkeys > 0 && { hint: t('profile.proofPasskey') })}
        type="password"
        required={passkeys === 0}
        autoComplete="current-password"
        value={current}
        onText={setCurrent}
        error={change.fields.current}
      />
      <TextField
        label={t('profile.new')}
        hint={t('profile.passwordHint', { count: MIN_PASSWORD })}
        type="password"
        required
        minLength={MIN_PASSWORD}
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
