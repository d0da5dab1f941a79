import { useState } from 'preact/hooks';
import { WEBHOOK_EVENTS, type WebhookEvent } from '../../../src/domain/webhook.ts';
import { send } from '../api.ts';
import { t } from '../language.ts';
import { FormDialog } from '../ui/dialog.tsx';
import { Checkboxes, TextField } from '../ui/field.tsx';
import { Problem } from '../ui/states.tsx';
import { useAction } from '../use.ts';

export interface WebhookSecret {
  readonly secret: string;
}

interface Filled {
  readonly url: string;
  readonly description: string;
  readonly events: readonly WebhookEvent[];
  readonly details: boolean;
}

interface DialogProps {
  readonly title: string;
  readonly action: string;
  readonly before: Filled;
  save(filled: Filled): Promise<void>;
  onClose(): void;
}

const EMPTY: Filled = {
  url: '',
  description: '',
  events: ['alert.opened', 'lists.failed', 'quota.low'],
  details: false,
};

/** Makes a webhook: where to, and what it is told of. */
export function NewWebhookDialog({ made, onClose }: { made(secret: WebhookSecret): void; onClose(): void }) {
  const save = async ({ description, ...rest }: Filled) => {
    const named = description && { description };
    made(await send<WebhookSecret>('POST', '/api/Webhooks', { ...rest, ...named }));
  };
  const words = { title: t('webhooks.make'), action: t('webhooks.create') };
  return <WebhookDialog {...words} before={EMPTY} save={save} onClose={onClose} />;
}

interface ChangeProps {
  readonly hook: Omit<Filled, 'description'> & { readonly id: number; readonly description: string | null };
  changed(): void;
  onClose(): void;
}

/** Changes a webhook. Another address gets a test at once; the secret stays. */
export function ChangeWebhookDialog({ hook, changed, onClose }: ChangeProps) {
  const { id, url, description, events, details } = hook;
  const before = { url, description: description ?? '', events, details };
  const save = async (filled: Filled) => {
    await send('PATCH', `/api/Webhooks/${id}`, filled);
    changed();
  };
  const words = { title: t('webhooks.change'), action: t('account.save') };
  return <WebhookDialog {...words} before={before} save={save} onClose={onClose} />;
}

function WebhookDialog({ title, action, before, save, onClose }: DialogProps) {
  const [url, setUrl] = useState(before.url);
  const [description, setDescription] = useState(before.description);
  const [events, setEvents] = useState(before.events);
  const [details, setDetails] = useState(before.details);
  const create = useAction(() => save({ url, description: description.trim(), events, details }));
  return (
    <FormDialog title={title} action={action} deed={create} isUnready={events.length === 0} onClose={onClose}>
      <TextField
        label={t('webhooks.url')}
        hint={t('webhooks.urlHint')}
        value={url}
        onText={setUrl}
        maxLength={2048}
        required
        autoFocus
        error={create.fields.url}
      />
      <TextField label={t('webhooks.description')} value={description} onText={setDescription} maxLength={200} />
      <fieldset class="unframed stack tight">
        <legend class="legend">{t('webhooks.events')}</legend>
        <Checkboxes
          options={WEBHOOK_EVENTS}
          chosen={events}
          labelOf={(event) => t(`webhooks.event.${event}`)}
          choose={setEvents}
        />
      </fieldset>
      <label class="choice">
        <input type="checkbox" checked={details} onChange={(event) => setDetails(event.currentTarget.checked)} />
        <span>{t('webhooks.details')}</span>
      </label>
      <Problem text={create.problem} />
    </FormDialog>
  );
}
