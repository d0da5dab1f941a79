export { type Answer, type ClientOptions, Touchstone } from './client.ts';
export { type FieldProblem, TouchstoneError, WebhookRefused } from './errors.ts';
export type { RequestOptions, WebhookEvent } from './operations.ts';
export type { RetryOptions } from './retries.ts';
export type { components, operations, paths } from './schema.ts';
export { type Delivery, verifyWebhook } from './webhooks.ts';
