import type { AuthenticationResponseJSON } from '@simplewebauthn/browser';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Me } from '../../src/http/dashboard/wire.ts';
import { t } from './language.ts';
import { askPasskey } from './passkey.ts';
import { useMe } from './session.tsx';
import { TextField } from './ui/field.tsx';
import type { Action } from './use.ts';

interface Shown {
  readonly proof?: string;
  readonly passkey?: AuthenticationResponseJSON;
}

/**
 * What somebody shows once more before they change how they sign in: the field for it, and what was shown. Where the
 * field stays empty, a passkey is asked for.
 */
export function useProof({ fields }: Pick<Action<never[]>, 'fields'>): {
  readonly field: ComponentChildren;
  shown(): Promise<Shown>;
  forget(): void;
} {
  const me = useMe();
  const [typed, setTyped] = useState('');
  const shown = async (): Promise<Shown> => {
    if (typed !== '') return { proof: typed };
    return me.passkeys > 0 ? { passkey: await askPasskey('/passkeys/proof') } : {};
  };
  const { provider } = me;
  const atProvider =
    !me.password &&
    provider !== null &&
    (me.mustEnrol ? (
      <p class="hint">
        {t('firstFactor.fresh')}{' '}
        <a target="_top" href="/sign-in/oidc">
          {t('signIn.byProvider', { provider })}
        </a>
      </p>
    ) : (
      <p class="hint">
        {t('profile.proofByProvider')}{' '}
        <a target="_top" href="/sign-in/oidc?proof=1&next=/settings/profile">
          {t('profile.proveByProvider', { provider })}
        </a>
      </p>
    ));
  const field = hasNothing(me) ? (
    atProvider
  ) : (
    <TextField
      label={t(me.totp ? 'profile.proof' : 'profile.proofPassword')}
      hint={t(me.passkeys > 0 ? 'profile.proofPasskey' : 'profile.proofHint')}
      type="password"
      required={me.passkeys === 0}
      autoComplete="current-password"
      value={typed}
      onText={setTyped}
      error={fields.proof}
    />
  );
  return { field, shown, forget: () => setTyped('') };
}

/** Who signs in elsewhere has nothing to show here yet. */
function hasNothing({ password, totp, passkeys }: Me): boolean {
  return !password && !totp && passkeys === 0;
}
