import { useState } from 'preact/hooks';
import { type ApiAnswer, send } from '../api.ts';
import { Moment, Name, number } from '../format.tsx';
import { t } from '../language.ts';
import { Said } from '../said.tsx';
import { useMay } from '../session.tsx';
import { announce } from '../ui/announce.tsx';
import { CopyButton } from '../ui/copy.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { Empty, Loading, Notice, Problem, Trouble } from '../ui/states.tsx';
import { useAction, useApi } from '../use.ts';
import { SettingsPage } from './settings.tsx';
import { ChangeWebhookDialog, NewWebhookDialog, type WebhookSecret } from './webhook-form.tsx';

type Hook = ApiAnswer<'/api/Webhooks'>['items'][number];

const SHOWN_DELIVERIES = 10;

/** Addresses of the account's own systems that are told of events. */
export function Webhooks() {
  const { data, error, reload } = useApi('/api/Webhooks', { limit: 200 });
  const may = useMay('webhooks');
  const [making, setMaking] = useState(false);
  const [secret, setSecret] = useState<WebhookSecret>();
  return (
    <SettingsPage title="settings.webhooks">
      <div class="stack">
        <p class="row between">
          <span>{t('webhooks.hint')}</span>
          {may && (
            <button type="button" class="button primary" onClick={() => setMaking(true)}>
              {t('webhooks.make')}
            </button>
          )}
        </p>
        {secret && <SecretShown secret={secret} done={() => setSecret(undefined)} />}
        {data ? (
          <HookList hooks={data.items} reload={reload} rotated={setSecret} />
        ) : error ? (
          <Trouble error={error} retry={reload} />
        ) : (
          <Loading lines={4} />
        )}
        {making && (
          <NewWebhookDialog
            onClose={() => setMaking(false)}
            made={(hook) => {
              setMaking(false);
              setSecret(hook);
              reload();
            }}
          />
        )}
      </div>
    </SettingsPage>
  );
}

/** The one moment at which the secret is there. */
function SecretShown({ secret, done }: { secret: WebhookSecret; done(): void }) {
  return (
    <section class="panel stack made" aria-label={t('webhooks.secret')}>
      <h2>{t('webhooks.secret')}</h2>
      <Notice tone="warning">{t('webhooks.once')}</Notice>
      <div class="row">
        <code class="secret wrap">{secret.secret}</code>
        <CopyButton text={secret.secret} />
      </div>
      <div>
        <button type="button" class="button" onClick={done}>
          {t('keys.kept')}
        </button>
      </div>
    </section>
  );
}

interface ListProps {
  readonly hooks: readonly Hook[];
  reload(): void;
  rotated(secret: WebhookSecret): void;
}

function HookList({ hooks, reload, rotated }: ListProps) {
  if (hooks.length === 0) return <Empty title={t('webhooks.none')}>{t('webhooks.noneHint')}</Empty>;
  return (
    <ul class="stack">
      {hooks.map((hook) => (
        <OneHook key={hook.id} hook={hook} reload={reload} rotated={rotated} />
      ))}
    </ul>
  );
}

function OneHook({ hook, reload, rotated }: { hook: Hook } & Pick<ListProps, 'reload' | 'rotated'>) {
  const { id, url, description, events, details, state, createdAt } = hook;
  const may = useMay('webhooks');
  const [removing, setRemoving] = useState(false);
  const [changing, setChanging] = useState(false);
  const test = useAction(async () => {
    await send('POST', `/api/Webhooks/${id}/test`);
    announce(t('webhooks.tested'));
    reload();
  });
  const rotate = useAction(async () => rotated(await send<WebhookSecret>('POST', `/api/Webhooks/${id}/rotate`)));
  const remove = useAction(async () => {
    await send('DELETE', `/api/Webhooks/${id}`);
    reload();
  });
  const busy = test.busy || rotate.busy;
  return (
    <li class="panel stack tight">
      <div class="row between">
        <h2 class="wrap">
          <Name>{description ?? url}</Name>
        </h2>
        <span class={state === 'active' ? 'tag good' : 'tag danger'}>{t(`webhooks.state.${state}`)}</span>
      </div>
      <p class="small wrap">
        <code class="wrap">{url}</code>
      </p>
      <p class="small muted">
        {events.map((event) => t(`webhooks.event.${event}`)).join(' · ')}
        {details && ` · ${t('webhooks.withDetails')}`} · <Moment at={createdAt} />
      </p>
      <Problem text={test.problem ?? rotate.problem} />
      {may && (
        <div class="row">
          <button type="button" class="button small" disabled={busy} onClick={test.run}>
            {t('webhooks.test')}
          </button>
          <button type="button" class="button small" disabled={busy} onClick={rotate.run}>
            {t('webhooks.rotate')}
          </button>
          <button type="button" class="button small" onClick={() => setChanging(true)}>
            {t('webhooks.change')}
          </button>
          <button type="button" class="button danger small" onClick={() => setRemoving(true)}>
            {t('users.remove')}
          </button>
        </div>
      )}
      <DeliveryList hook={id} round={test.busy} />
      {changing && (
        <ChangeWebhookDialog
          hook={hook}
          changed={() => {
            setChanging(false);
            reload();
          }}
          onClose={() => setChanging(false)}
        />
      )}
      {removing && (
        <ConfirmDialog
          title={t('webhooks.removeTitle')}
          action={t('users.remove')}
          deed={remove}
          onClose={() => setRemoving(false)}
        >
          {t('webhooks.removeText')}
        </ConfirmDialog>
      )}
    </li>
  );
}

/** What was sent last, and what became of it. */
function DeliveryList({ hook, round }: { hook: number; round: boolean }) {
  const [open, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('webhooks.deliveries')}</summary>
      {open && <Deliveries key={String(round)} hook={hook} />}
    </details>
  );
}

function Deliveries({ hook }: { hook: number }) {
  const may = useMay('webhooks');
  const path = `/api/Webhooks/${hook}/deliveries` as '/api/Webhooks/{id}/deliveries';
  const { data, error, reload } = useApi(path, { limit: SHOWN_DELIVERIES });
  const retry = useAction(async (id: number) => {
    await send('POST', `/api/Webhooks/${hook}/deliveries/${id}/retry`);
    reload();
  });
  if (!data) return error ? <Trouble error={error} retry={reload} /> : <Loading lines={2} />;
  if (data.items.length === 0) return <p class="small muted">{t('webhooks.noDeliveries')}</p>;
  return (
    <ul class="records small">
      {data.items.map(({ id, event, state, attempts, lastError, nextAt, payload, lastAnswer }) => (
        <li key={id} class="row between">
          <div class="grow">
            {t(`webhooks.event.${event}`)} · {t('webhooks.attempts', { count: attempts })}
            {lastError && (
              <>
                {' · '}
                <Said text={lastError} />
              </>
            )}
            {nextAt && (
              <>
                {' · '}
                {t('webhooks.next')} <Moment at={nextAt} />
              </>
            )}
            <Exchange payload={payload} answer={lastAnswer} />
          </div>
          <span class="row tight">
            <span class={`tag ${{ delivered: 'good', pending: 'warning', failed: 'danger' }[state]}`}>
              {t(`webhooks.delivery.${state}`)}
            </span>
            {may && state !== 'delivered' && (
              <button type="button" class="button small" disabled={retry.busy} onClick={() => retry.run(id)}>
                {t('action.retry')} <span class="unseen">{number(id)}</span>
              </button>
            )}
          </span>
        </li>
      ))}
      <Problem text={retry.problem} />
    </ul>
  );
}

/** What was sent, and what the receiver said. */
function Exchange({ payload, answer }: { payload: unknown; answer: string | null }) {
  return (
    <details>
      <summary>{t('webhooks.exchange')}</summary>
      <pre class="wrap">{JSON.stringify(payload, null, 2)}</pre>
      <p class="muted">{t('webhooks.answer')}</p>
      {answer ? <pre class="wrap">{answer}</pre> : <p>{t('webhooks.noAnswer')}</p>}
    </details>
  );
}
