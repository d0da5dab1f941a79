import { useState } from 'preact/hooks';
import type { Me, RecoveryCodes, RecoveryCodesLeft, TotpEnrolment } from '../../../src/http/dashboard/wire.ts';
import { get, send } from '../api.ts';
import { Moment } from '../format.tsx';
import { t } from '../language.ts';
import { useProof } from '../proof.tsx';
import { useMe, useSession } from '../session.tsx';
import { announce } from '../ui/announce.tsx';
import { Code, CopyButton } from '../ui/copy.tsx';
import { TextField } from '../ui/field.tsx';
import { QrCode } from '../ui/qr-code.tsx';
import { Notice, Problem } from '../ui/states.tsx';
import { useAction, useResource } from '../use.ts';

/** From so few on it is said that new recovery codes are wanted. */
const FEW_CODES = 3;

/** One-time codes and what stands in for them; each change asks for the password or a current code. */
export function SecondFactor() {
  const { totp, passkeys, mustEnrol } = useMe();
  const { set } = useSession();
  const [enrolment, setEnrolment] = useState<TotpEnrolment>();
  const [codes, setCodes] = useState<readonly string[]>();
  const refresh = async () => set(await get<Me>('/session'));
  const confirmed = async (shown: readonly string[]) => {
    setEnrolment(undefined);
    setCodes(shown);
    // Whoever may do nothing else yet would be led away from codes that are shown once.
    if (!mustEnrol) await refresh();
    announce(t('profile.totpOn'));
  };
  const kept = () => {
    setCodes(undefined);
    if (mustEnrol) void refresh();
  };
  return (
    <section class="panel stack" aria-labelledby="totp">
      <div class="row between">
        <h2 id="totp">{t('profile.totp')}</h2>
        <span class={totp ? 'tag good' : 'tag'}>{t(totp ? 'users.on' : 'users.off')}</span>
      </div>
      <p class="muted">{t('profile.totpHint')}</p>
      {codes ? (
        <NewCodes codes={codes} kept={kept} />
      ) : enrolment ? (
        <Confirm enrolment={enrolment} confirmed={confirmed} />
      ) : (
        <>
          {(totp || passkeys > 0) && <CodesLeft />}
          <Change
            on={totp}
            begun={setEnrolment}
            renewed={setCodes}
            ended={async () => {
              await refresh();
              announce(t('profile.totpOff'));
            }}
          />
        </>
      )}
    </section>
  );
}

function CodesLeft() {
  const { data } = useResource<RecoveryCodesLeft>('/recovery-codes');
  if (!data) return null;
  const { left, lastUsedAt } = data;
  return (
    <>
      <p>
        {t('profile.recoveryLeft', { count: left })}{' '}
        {lastUsedAt && (
          <span class="muted">
            {t('profile.recoveryUsed')} <Moment at={lastUsedAt} />
          </span>
        )}
      </p>
      {left <= FEW_CODES && <Notice tone="warning">{t('profile.recoveryFew')}</Notice>}
    </>
  );
}

interface ChangeProps {
  readonly on: boolean;
  begun(enrolment: TotpEnrolment): void;
  renewed(codes: readonly string[]): void;
  ended(): Promise<void>;
}

function Change({ on, begun, renewed, ended }: ChangeProps) {
  const { passkeys } = useMe();
  const change = useAction(async (what: 'begin' | 'renew' | 'end') => {
    const proof = await shown();
    if (what === 'begin') begun(await send<TotpEnrolment>('POST', '/totp', proof));
    if (what === 'renew') renewed((await send<RecoveryCodes>('POST', '/recovery-codes', proof)).codes);
    if (what === 'end') {
      await send('DELETE', '/totp', proof);
      forget();
      await ended();
    }
  });
  const { field, shown, forget } = useProof(change);
  return (
    <form
      class="stack"
      aria-labelledby="totp"
      onSubmit={(event) => {
        event.preventDefault();
        change.run(on ? 'renew' : 'begin');
      }}
    >
      {field}
      <Problem text={change.problem} />
      <div class="row">
        <button type="submit" class="button" disabled={change.busy}>
          {t(on ? 'profile.recoveryNew' : 'profile.totpBegin')}
        </button>
        {!on && passkeys > 0 && (
          <button type="button" class="button" disabled={change.busy} onClick={() => change.run('renew')}>
            {t('profile.recoveryNew')}
          </button>
        )}
        {on && (
          <>
            <button type="button" class="button" disabled={change.busy} onClick={() => change.run('begin')}>
              {t('profile.totpReplace')}
            </button>
            <button type="button" class="button danger" disabled={change.busy} onClick={() => change.run('end')}>
              {t('profile.totpSwitchOff')}
            </button>
          </>
        )}
      </div>
    </form>
  );
}

interface ConfirmProps {
  readonly enrolment: TotpEnrolment;
  confirmed(codes: readonly string[]): Promise<void>;
}

function Confirm({ enrolment, confirmed }: ConfirmProps) {
  const [code, setCode] = useState('');
  const confirm = useAction(async () =>
    confirmed((await send<RecoveryCodes>('POST', '/totp/confirm', { code })).codes),
  );
  return (
    <form
      class="stack"
      aria-labelledby="totp"
      onSubmit={(event) => {
        event.preventDefault();
        confirm.run();
      }}
    >
      <p>{t('profile.totpScan')}</p>
      <QrCode text={enrolment.uri} label={t('profile.qr')} />
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
      <Problem text={confirm.problem} />
      <div>
        <button type="submit" class="button primary" disabled={confirm.busy}>
          {t('profile.totpConfirm')}
        </button>
      </div>
    </form>
  );
}

/** Recovery codes, which are shown once. */
export function NewCodes({ codes, kept }: { codes: readonly string[]; kept(): void }) {
  return (
    <>
      <Notice tone="warning">{t('profile.recoveryOnce')}</Notice>
      <Code text={codes.join('\n')} label={t('profile.recovery')} />
      <div>
        <button type="button" class="button primary" onClick={kept}>
          {t('profile.recoveryKept')}
        </button>
      </div>
    </>
  );
}
