import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { ownPath } from '../../../src/domain/own-path.ts';
import type { Me, SignInWays } from '../../../src/http/dashboard/wire.ts';
import { get, send, withQuery } from '../api.ts';
import { t } from '../language.ts';
import { askPasskey, isAtAddress, takesPasskeys } from '../passkey.ts';
import { inLanguage } from '../said.tsx';
import { useSession } from '../session.tsx';
import { TextField } from '../ui/field.tsx';
import { LonePage } from '../ui/lone-page.tsx';
import { Notice, OfflineBanner, Problem } from '../ui/states.tsx';
import { useAction } from '../use.ts';
import { CodeField } from './code-field.tsx';

export function SignIn() {
  const { me, set } = useSession();
  const { query, route } = useLocation();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const signIn = useAction(async () => {
    set(await send<Me>('POST', '/session', { email, password, ...(code && { code }) }));
  });
  const [asks, setAsks] = useState<string>();
  const asked = signIn.failure?.code;
  useEffect(() => {
    if (asked === 'code-required' || asked === 'passkey-required') setAsks(asked);
  }, [asked]);
  const withPasskey = useAction(async () => {
    const passkey = await askPasskey('/session/passkey/options');
    set(await send<Me>('POST', '/session/passkey', { passkey }));
  });
  const next = ownPath(query.next);
  const [refusal] = useState(takeRefusal);
  useEffect(() => {
    if (me) route(next, true);
  }, [me, next, route]);
  const firstAskForCode = (asked === 'code-required' || asked === 'passkey-required') && code === '';
  return (
    <LonePage title={t('signIn.title')}>
      <form
        class="panel stack"
        onSubmit={(event) => {
          event.preventDefault();
          signIn.run();
        }}
      >
        <h1>{t('signIn.title')}</h1>
        <OfflineBanner />
        <Problem text={withPasskey.problem ?? (firstAskForCode ? undefined : (signIn.problem ?? refusal))} />
        {asks === 'passkey-required' && (
          <Notice tone="info">{t(isAtAddress() ? 'passkey.address' : 'refusal.passkey-required')}</Notice>
        )}
        <ByProvider next={next} />
        <TextField
          label={t('field.email')}
          type="email"
          autoComplete="username"
          required
          autoFocus
          value={email}
          onText={setEmail}
          error={signIn.fields.email}
        />
        <TextField
          label={t('field.password')}
          type="password"
          autoComplete="current-password"
          required
          value={password}
          onText={setPassword}
          error={signIn.fields.password}
        />
        {asks && (
          <CodeField
            value={code}
            onText={setCode}
            error={signIn.fields.code}
            hasAuthenticator={asks === 'code-required'}
          />
        )}
        <button type="submit" class="button primary" disabled={signIn.busy}>
          {t('signIn.action')}
        </button>
        {takesPasskeys() && (
          <button type="button" class="button" disabled={withPasskey.busy} onClick={withPasskey.run}>
            {t('signIn.passkey')}
          </button>
        )}
      </form>
      <p class="muted">{t('signIn.noRegistration')}</p>
    </LonePage>
  );
}

/** The way to the company's provider, where there is one. */
function ByProvider({ next }: { next: string }) {
  const [provider, setProvider] = useState<string | null>(null);
  useEffect(() => {
    get<SignInWays>('/sign-in').then(
      (ways) => setProvider(ways.provider),
      () => undefined,
    );
  }, []);
  if (provider === null) return null;
  return (
    <>
      {/* The target keeps the router of the pages from taking it for one of theirs. */}
      <a class="button primary" target="_top" href={withQuery('/sign-in/oidc', { next })}>
        {t('signIn.byProvider', { provider })}
      </a>
      <p class="muted">{t('signIn.orPassword')}</p>
    </>
  );
}

/** Why the provider signed nobody in: the service puts it into the page. A reload must not ask for it again. */
function takeRefusal(): string | undefined {
  const sentence = document.querySelector<HTMLMetaElement>('meta[name=touchstone-refusal]')?.content;
  if (sentence === undefined || !location.pathname.startsWith('/sign-in/oidc')) return undefined;
  history.replaceState(null, '', '/sign-in');
  return inLanguage(sentence) ?? sentence;
}
