import { useState } from 'preact/hooks';
import type { Me } from '../../../src/http/dashboard/wire.ts';
import { send } from '../api.ts';
import { t } from '../language.ts';
import { askPasskey, isAtAddress, takesPasskeys } from '../passkey.ts';
import { useSession } from '../session.tsx';
import { LonePage, SignOutBelow } from '../ui/lone-page.tsx';
import { Notice, OfflineBanner, Problem } from '../ui/states.tsx';
import { useAction } from '../use.ts';
import { CodeField } from './code-field.tsx';

/** Before anything else, where the provider or a one-time link signed somebody in who has a second factor. */
export function ShownFactor() {
  const { me, set } = useSession();
  const { totp, passkeys } = me!;
  const byPasskeyToo = passkeys > 0 && takesPasskeys();
  const [code, setCode] = useState('');
  const byCode = useAction(async () => set(await send<Me>('POST', '/session/factor', { code })));
  const byPasskey = useAction(async () => {
    const passkey = await askPasskey('/session/factor/options');
    set(await send<Me>('POST', '/session/factor', { passkey }));
  });
  return (
    <LonePage title={t('shownFactor.title')}>
      <form
        class="panel stack"
        onSubmit={(event) => {
          event.preventDefault();
          byCode.run();
        }}
      >
        <h1>{t('shownFactor.title')}</h1>
        <OfflineBanner />
        <p>{t('shownFactor.text')}</p>
        <Problem text={byPasskey.problem ?? byCode.problem} />
        {passkeys > 0 && isAtAddress() && <Notice tone="info">{t('passkey.address')}</Notice>}
        {byPasskeyToo && (
          <button type="button" class="button primary" disabled={byPasskey.busy} onClick={byPasskey.run}>
            {t('shownFactor.passkey')}
          </button>
        )}
        <CodeField value={code} onText={setCode} error={byCode.fields.code} hasAuthenticator={totp} />
        <button type="submit" class={byPasskeyToo ? 'button' : 'button primary'} disabled={byCode.busy}>
          {t('shownFactor.action')}
        </button>
      </form>
      <SignOutBelow />
    </LonePage>
  );
}
