import type { Me } from '../../../src/http/dashboard/wire.ts';
import { get } from '../api.ts';
import { t } from '../language.ts';
import { useSession } from '../session.tsx';
import { announce } from '../ui/announce.tsx';
import { LonePage, SignOutBelow } from '../ui/lone-page.tsx';
import { OfflineBanner } from '../ui/states.tsx';
import { AddPasskey } from './passkeys.tsx';
import { SecondFactor } from './second-factor.tsx';

/** Before anything else, where the account requires a second factor: a passkey or one-time codes are made here. */
export function FirstFactor() {
  const { me, set } = useSession();
  const done = async () => {
    set(await get<Me>('/session'));
    announce(t('passkey.added'));
  };
  return (
    <LonePage title={t('firstFactor.title')}>
      <h1>{t('firstFactor.title')}</h1>
      <OfflineBanner />
      <p>{t('firstFactor.text', { account: me!.account.name })}</p>
      <section class="panel stack" aria-labelledby="passkeys">
        <h2 id="passkeys">{t('passkey.title')}</h2>
        <p class="muted">{t('passkey.hint')}</p>
        <AddPasskey added={done} />
      </section>
      <SecondFactor />
      <SignOutBelow />
    </LonePage>
  );
}
