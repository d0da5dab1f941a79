import { useEffect, useRef, useState } from 'preact/hooks';
import { type ApiAnswer, send } from '../api.ts';
import { Moment, Name } from '../format.tsx';
import { t } from '../language.ts';
import type { components } from '../service.d.ts';
import { useMay } from '../session.tsx';
import { announce } from '../ui/announce.tsx';
import { CopyButton } from '../ui/copy.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { PageHeading } from '../ui/page.tsx';
import { QrCode } from '../ui/qr-code.tsx';
import { Empty, Loading, Notice, Trouble } from '../ui/states.tsx';
import { useAction, useApi } from '../use.ts';
import { NewLinkDialog } from './verify-form.tsx';

type Session = ApiAnswer<'/api/IdVerification/sessions'>['items'][number];
export type SessionWithLink = components['schemas']['CaptureSessionWithLink'];

const SHOWN = 50;
/** While somebody may be before a camera. */
const LOOK_MS = 4_000;
const TONES: Readonly<Record<Session['status'], string>> = {
  created: '',
  started: 'review',
  completed: 'good',
  expired: '',
  cancelled: '',
  failed: 'danger',
};

/** Links by which people verify themselves on their phone, and where each stands. */
export function Verify() {
  const { data, error, reload } = useApi('/api/IdVerification/sessions', { limit: SHOWN });
  const may = useMay('work');
  const [making, setMaking] = useState(false);
  const [made, setMade] = useState<SessionWithLink>();
  const isMoving = data?.items.some(isOpen) ?? false;
  useEffect(() => {
    if (!isMoving) return;
    const timer = setInterval(() => document.visibilityState === 'visible' && reload(), LOOK_MS);
    return () => clearInterval(timer);
  }, [isMoving, reload]);
  return (
    <>
      <a class="back small" href="/verifications">
        {t('nav.verifications')}
      </a>
      <PageHeading title={t('verify.title')}>
        {may && (
          <button type="button" class="button primary" onClick={() => setMaking(true)}>
            {t('verify.make')}
          </button>
        )}
      </PageHeading>
      <div class="stack">
        <p class="hint">{t('verify.hint')}</p>
        {made && <LinkShown made={made} done={() => setMade(undefined)} />}
        {data ? (
          <SessionTable sessions={data.items} reload={reload} />
        ) : error ? (
          <Trouble error={error} retry={reload} />
        ) : (
          <Loading lines={4} />
        )}
      </div>
      {making && (
        <NewLinkDialog
          onClose={() => setMaking(false)}
          made={(session) => {
            setMaking(false);
            setMade(session);
            reload();
          }}
        />
      )}
    </>
  );
}

/** The one moment at which the link is there. */
function LinkShown({ made, done }: { made: SessionWithLink; done(): void }) {
  const panel = useRef<HTMLElement>(null);
  useEffect(() => panel.current?.focus(), []);
  return (
    <section class="panel stack made" ref={panel} tabIndex={-1} aria-labelledby="link">
      <h2 id="link">{t('verify.linkTitle')}</h2>
      <Notice tone="warning">{t('verify.once')}</Notice>
      <div class="row">
        <code class="secret wrap">{made.url}</code>
        <CopyButton text={made.url} label={t('verify.copy')} />
      </div>
      <QrCode text={made.url} label={t('verify.qr')} />
      <p class="hint">
        {t('verify.until')} <Moment at={made.expiresAt} />
      </p>
      <div>
        <button type="button" class="button" onClick={done}>
          {t('verify.sent')}
        </button>
      </div>
    </section>
  );
}

function SessionTable({ sessions, reload }: { sessions: readonly Session[]; reload(): void }) {
  if (sessions.length === 0) return <Empty title={t('verify.none')}>{t('verify.noneHint')}</Empty>;
  return (
    <div class="table-frame">
      <table class="table">
        <caption class="unseen">{t('verify.title')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('verify.reference')}</th>
            <th scope="col">{t('verify.state')}</th>
            <th scope="col" class="spare">
              {t('record.made')}
            </th>
            <th scope="col" class="spare">
              {t('verify.ends')}
            </th>
          </tr>
        </thead>
        <tbody>
          {sessions.map((session) => (
            <Row key={session.id} session={session} reload={reload} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ session, reload }: { session: Session; reload(): void }) {
  const { status, reason, reference, createdAt, expiresAt, verificationId } = session;
  return (
    <tr>
      <td class="wrap">{reference === null ? <span class="muted">–</span> : <Name>{reference}</Name>}</td>
      <td>
        <span class="row tight">
          <span class={`tag ${TONES[status]}`}>{t(`verify.status.${status}`)}</span>
          {verificationId !== null && (
            <a href={`/verifications/${verificationId}`}>{t('verification.title', { id: String(verificationId) })}</a>
          )}
          {isOpen(session) && <CancelButton session={session} reload={reload} />}
        </span>
        {reason && <div class="small muted">{t(`verify.reason.${reason}`)}</div>}
      </td>
      <td class="spare">
        <Moment at={createdAt} />
      </td>
      <td class="spare">
        <Moment at={expiresAt} />
      </td>
    </tr>
  );
}

function CancelButton({ session, reload }: { session: Session; reload(): void }) {
  const may = useMay('work');
  const [asking, setAsking] = useState(false);
  const cancel = useAction(async () => {
    await send('DELETE', `/api/IdVerification/sessions/${session.id}`);
    announce(t('verify.cancelled'));
    setAsking(false);
    reload();
  });
  if (!may) return null;
  return (
    <>
      <button type="button" class="button danger small" onClick={() => setAsking(true)}>
        {t('verify.cancel')}
      </button>
      {asking && (
        <ConfirmDialog
          title={t('verify.cancelTitle')}
          action={t('verify.cancel')}
          deed={cancel}
          onClose={() => setAsking(false)}
        >
          {t('verify.cancelText')}
        </ConfirmDialog>
      )}
    </>
  );
}

function isOpen({ status }: Pick<Session, 'status'>): boolean {
  return status === 'created' || status === 'started';
}
