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

interface Props {
  made(secret: WebhookSecret): void;
  onClose(): void;
}

/** Makes a webhook: where to, and what it is told of. */
export function WebhookDialog({ made, onClose }: Props) {
  const [url, setUrl] = useState('');
  const [description, setDescription] = useState('');
  const [events, setEvents] = useState<readonly WebhookEvent[]>(['alert.opened', 'lists.failed', 'quota.low']);
  const [details, setDetails] = useState(false);
  const create = useAction(async () => {
    const named = description.trim() && { description: description.trim() };
    made(await send<WebhookSecret>('POST', '/api/Webhooks', { url, events, details, ...named }));
  });
  return (
    <FormDialog
      title={t('webhooks.make')}
      action={t('webhooks.create')}
      deed={create}
      isUnready={events.length === 0}
      onClose={onClose}
    >
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
