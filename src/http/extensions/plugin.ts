import type { TSchema } from 'typebox';
import type { App } from '../app-type.ts';
import type { Services } from '../services.ts';
import { alertRoutes } from './alerts/routes.ts';
import {
  AlertAssignment,
  AlertDecision,
  AlertView,
  DecidedAlerts,
  ManyDecisions,
  ProposedAlert,
} from './alerts/schemas.ts';
import { batchRoutes } from './batch/routes.ts';
import { Batch, BatchResult } from './batch/schemas.ts';
import { captureRoutes } from './captures/routes.ts';
import { CaptureSessionView, CaptureSessionWithLink, NewCaptureSessionBody } from './captures/schemas.ts';
import { CustomerScreening, customerHistoryRoutes } from './customers/history.ts';
import { customerRoutes } from './customers/routes.ts';
import { AwaitingCustomer, CustomerBody, CustomerView, ListedCustomer } from './customers/schemas.ts';
import { resourceEtag } from './etag.ts';
import { EVIDENCE_COMPONENTS } from './evidence.ts';
import { explanationRoutes } from './explanations/routes.ts';
import { ScreeningExplanation, VerificationExplanation } from './explanations/schemas.ts';
import type { Idempotency } from './idempotency.ts';
import { ListState, listRoutes } from './lists.ts';
import { mediaRoutes } from './media/routes.ts';
import {
  BarredName,
  ListedMediaSearchView,
  MediaSearchBody,
  MediaSearchView,
  MediaStatusView,
  NewMediaSearchView,
} from './media/schemas.ts';
import { MonitoringRun, monitoringRoutes } from './monitoring.ts';
import { ownListImportRoutes } from './own-lists/import.ts';
import { ownListRoutes } from './own-lists/routes.ts';
import { OwnEntryBody, OwnEntryView, OwnListBody, OwnListImportView, OwnListView } from './own-lists/schemas.ts';
import { SandboxListChange, SandboxListView, sandboxRoutes } from './sandbox.ts';
import { CodedProblem } from './schemas.ts';
import { UsageReport, usageRoutes } from './usage.ts';
import { AssignableUser, userListRoutes } from './users.ts';
import { webhookRoutes } from './webhooks/routes.ts';
import { DeliveryView, NewWebhookBody, WebhookChange, WebhookView, WebhookWithSecret } from './webhooks/schemas.ts';

/** Each file of routes. */
// biome-ignore format: a row each, so that files can be added side by side.
const ROUTES: readonly ((app: App, services: Services) => void)[] = [
  alertRoutes,
  batchRoutes,
  captureRoutes,
  customerRoutes,
  customerHistoryRoutes,
  explanationRoutes,
  listRoutes,
  mediaRoutes,
  monitoringRoutes,
  ownListRoutes,
  ownListImportRoutes,
  webhookRoutes,
  usageRoutes,
  userListRoutes,
  sandboxRoutes,
];

/** Named schemas of the extensions, for the document's components. */
// biome-ignore format: a row each, as above.
export const EXTENSION_COMPONENTS: readonly TSchema[] = [
  Batch,
  BatchResult,
  CaptureSessionView,
  CaptureSessionWithLink,
  NewCaptureSessionBody,
  CodedProblem,
  AlertView,
  ProposedAlert,
  AlertDecision,
  AlertAssignment,
  DecidedAlerts,
  ManyDecisions,
  CustomerView,
  ListedCustomer,
  AwaitingCustomer,
  CustomerBody,
  CustomerScreening,
  ListState,
  BarredName,
  ListedMediaSearchView,
  MediaSearchBody,
  MediaSearchView,
  MediaStatusView,
  NewMediaSearchView,
  MonitoringRun,
  OwnEntryBody,
  OwnEntryView,
  OwnListBody,
  OwnListImportView,
  OwnListView,
  ScreeningExplanation,
  UsageReport,
  VerificationExplanation,
  DeliveryView,
  NewWebhookBody,
  WebhookChange,
  WebhookView,
  WebhookWithSecret,
  AssignableUser,
  SandboxListChange,
  SandboxListView,
  ...EVIDENCE_COMPONENTS,
];

/** The API beyond the contract: its own errors, strict parameters, idempotency and ETags. */
export async function extensions(app: App, services: Services, { begin, end }: Idempotency): Promise<void> {
  await app.register(async (scope) => {
    scope.addHook('preHandler', begin);
    scope.addHook('onSend', end);
    scope.addHook('onSend', resourceEtag);
    for (const routes of ROUTES) routes(scope as App, services);
  });
}
