import { action, el, heading } from '../dom.ts';
import type { Screen } from '../visit.ts';
import { t } from '../words.ts';

/** Long enough to be read, also aloud. */
const REDIRECT_MS = 4_000;

/** Without a result: whoever asked tells it. */
export const thanksScreen: Screen = (visit) => {
  const { redirectUrl } = visit.view;
  const address = redirectUrl?.startsWith('https://') ? redirectUrl : undefined;
  const leave = () => address && location.replace(address);
  const timer = address && setTimeout(leave, REDIRECT_MS);
  const values = { asker: visit.asker };
  return {
    node: el(
      'section',
      { class: 'card' },
      el('p', { class: 'tick', 'aria-hidden': 'true' }, '✓'),
      heading(t('done.title'), 'done'),
      el('p', {}, t(address ? 'done.redirect' : 'done.text', values)),
      address && action('next', t('goOn'), leave, 'main'),
    ),
    leave: () => timer && clearTimeout(timer),
  };
};
