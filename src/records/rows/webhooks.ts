import type { Standing, Webhook } from '../../domain/webhook.ts';
import type { EventSubject } from '../../domain/webhook-events.ts';
import { eventBody } from '../../domain/webhook-events.ts';
import type { DueDelivery } from '../webhooks-port.ts';
import type { Flag } from './flag.ts';

export type WebhookRow = Omit<Webhook, 'events' | 'details'> & { events: string; details: Flag };

export function webhookOf({ events, details, ...row }: WebhookRow): Webhook {
  return { ...row, events: JSON.parse(events) as Webhook['events'], details: Boolean(details) };
}

export interface Claimed extends Omit<DueDelivery, 'secrets' | 'body'> {
  readonly secret: Uint8Array;
  readonly former: Uint8Array | null;
  readonly type: string;
  readonly createdAt: string;
  readonly data: string;
  readonly details: string | null;
}

export interface Trying extends Pick<Standing, 'webhook' | 'failingSince'> {
  readonly attempts: number;
  readonly webhookId: number;
  readonly accountId: number;
}

export function dueDelivery({ secret, former, type, createdAt, data, details, ...delivery }: Claimed): DueDelivery {
  const body = eventBody({ id: delivery.eventId, type, createdAt, data, details });
  return { ...delivery, secrets: former ? [secret, former] : [secret], body };
}

export const NO_SUBJECT: Readonly<Record<keyof EventSubject, null>> = {
  screeningId: null,
  verificationId: null,
  alertId: null,
  customerId: null,
};
