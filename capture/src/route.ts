import { checkingScreen } from './screens/checking.ts';
import { consentScreen } from './screens/consent.ts';
import { documentStart } from './screens/document-start.ts';
import { faceStart } from './screens/face-start.ts';
import { thanksScreen } from './screens/thanks.ts';
import { messageScreen, otherDevice } from './screens/trouble.ts';
import type { SessionView } from './session.ts';
import type { Route, Screen } from './visit.ts';
import type { Key } from './words/en.ts';

const FAILURES: Readonly<Record<string, Key>> = {
  attempts: 'attempts.title',
  quota: 'quota.title',
};
const REFUSALS: Readonly<Record<string, Key>> = {
  'session-expired': 'expired.title',
  'session-cancelled': 'cancelled.title',
  'session-ended': 'ended.title',
  'quota-exhausted': 'quota.title',
};

/** Which screen goes with what the service says. */
export const route: Route = {
  ofView(view) {
    const ended = ofEnd(view);
    if (ended) return ended;
    if (view.step === 'consent') return consentScreen;
    if (view.step === 'document' || view.step === 'back') return documentStart;
    if (view.step === 'done') return checkingScreen;
    return faceStart;
  },

  ofRefusal(code) {
    if (code === 'other-device') return otherDevice;
    if (code === 'session-unknown') return messageScreen('unknown.title', 'unknown.text');
    const title = REFUSALS[code];
    if (title) return messageScreen(title, 'ask.text');
    return messageScreen('broken.title', 'broken.text', (visit) => visit.open());
  },
};

function ofEnd({ status, reason, device }: SessionView): Screen | undefined {
  if (status === 'completed') return device === 'other' ? messageScreen('ended.title', 'ask.text') : thanksScreen;
  if (status === 'expired') return messageScreen('expired.title', 'ask.text');
  if (status === 'cancelled') return messageScreen('cancelled.title', 'ask.text');
  if (status !== 'failed') return undefined;
  if (reason === 'declined') return messageScreen('declined.title', 'declined.text');
  return messageScreen(FAILURES[reason ?? ''] ?? 'attempts.title', 'ask.text');
}
