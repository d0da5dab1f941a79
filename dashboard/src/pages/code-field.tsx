import { useState } from 'preact/hooks';
import { t } from '../language.ts';
import { TextField } from '../ui/field.tsx';

interface CodeProps {
  readonly value: string;
  readonly error: string | undefined;
  /** False: recovery codes alone count. */
  readonly hasAuthenticator: boolean;
  onText(text: string): void;
}

/** A code of the authenticator, or a recovery code in its place; it is where one goes on typing. */
export function CodeField({ hasAuthenticator, ...props }: CodeProps) {
  const [wantsRecovery, setRecovery] = useState(false);
  const recovery = wantsRecovery || !hasAuthenticator;
  const other = () => {
    props.onText('');
    setRecovery(!recovery);
  };
  return (
    <>
      {recovery ? (
        <TextField
          key="recovery"
          {...props}
          label={t('field.recoveryCode')}
          hint={t('signIn.recoveryHint')}
          autoComplete="off"
          required
          {...(hasAuthenticator && { autoFocus: true })}
        />
      ) : (
        <TextField
          key="code"
          {...props}
          label={t('field.code')}
          hint={t('signIn.codeHint')}
          inputMode="numeric"
          autoComplete="one-time-code"
          pattern="[0-9 ]*"
          required
          autoFocus
        />
      )}
      {hasAuthenticator && (
        <div>
          <button type="button" class="button quiet small" onClick={other}>
            {t(recovery ? 'signIn.useCode' : 'signIn.useRecovery')}
          </button>
        </div>
      )}
    </>
  );
}
