import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { MIN_PASSWORD } from '../../../src/domain/user.ts';
import type { LinkInfo, Me } from '../../../src/http/dashboard/wire.ts';
import { send } from '../api.ts';
import { Moment } from '../format.tsx';
import { t } from '../language.ts';
import { useSession } from '../session.tsx';
import { TextField } from '../ui/field.tsx';
import { PageHeading } from '../ui/page.tsx';
import { Empty, Loading, Problem, Trouble } from '../ui/states.tsx';
import { useAction } from '../use.ts';

/** Where a one-time link leads; its token stands behind `#`, so that no log ever has it. */
export function Welcome() {
  const [token] = useState(() => location.hash.slice(1));
  const [info, setInfo] = useState<LinkInfo>();
  const look = useAction(async () => setInfo(await send<LinkInfo>('POST', '/links', { token })));
  const { run } = look;
  useEffect(() => {
    if (token) run();
  }, [token, run]);
  const gone = !token || look.failure?.status === 404;
  return (
    <div class="narrow">
      <PageHeading title={t(info?.email === null ? 'welcome.setUp' : 'welcome.title')} key={String(info?.email)} />
      {gone ? (
        <Empty title={t('welcome.gone')}>
          {t('welcome.goneHint')} <a href="/sign-in">{t('signIn.title')}</a>
        </Empty>
      ) : look.failure ? (
        <Trouble error={look.failure} retry={run} />
      ) : info?.provider ? (
        <Go info={info} provider={info.provider} />
      ) : info ? (
        <Accept token={token} info={info} />
      ) : (
        <Loading />
      )}
    </div>
  );
}

/** Who has no password here joins by signing in at the provider. */
function Go({ info, provider }: { info: LinkInfo; provider: string }) {
  return (
    <div class="panel stack">
      <p>{t(`welcome.as.${info.role}`)}</p>
      <p>{t('welcome.byProvider', { email: info.email ?? '', provider })}</p>
      <a class="button primary" target="_top" href="/sign-in/oidc">
        {t('signIn.byProvider', { provider })}
      </a>
      <p class="hint">
        {t('welcome.until')} <Moment at={info.expires} />
      </p>
    </div>
  );
}

function Accept({ token, info }: { token: string; info: LinkInfo }) {
  const { set } = useSession();
  const { route } = useLocation();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const accept = useAction(async () => {
    set(await send<Me>('POST', '/links/accept', { token, password, ...(info.email === null && { email }) }));
    route('/', true);
  });
  return (
    <form
      class="panel stack"
      onSubmit={(event) => {
        event.preventDefault();
        accept.run();
      }}
    >
      <p>{t(info.email === null ? 'welcome.setUpHint' : `welcome.as.${info.role}`)}</p>
      <TextField
        label={t('field.email')}
        type="email"
        required
        autoComplete="username"
        autoFocus={info.email === null}
        value={info.email ?? email}
        onText={setEmail}
        readOnly={info.email !== null}
        error={accept.fields.email}
      />
      <TextField
        label={t('welcome.password')}
        hint={t('profile.passwordHint', { count: MIN_PASSWORD })}
        type="password"
        required
        minLength={MIN_PASSWORD}
        autoComplete="new-password"
        autoFocus={info.email !== null}
        value={password}
        onText={setPassword}
        error={accept.fields.password}
      />
      <Problem text={accept.problem} />
      <button type="submit" class="button primary" disabled={accept.busy}>
        {t('welcome.accept')}
      </button>
      <p class="hint">
        {t('welcome.until')} <Moment at={info.expires} />
      </p>
    </form>
  );
}
