import { el, heading } from '../dom.ts';
import type { Screen } from '../visit.ts';
import { t } from '../words.ts';

/** Everything is there: the service makes a verification of it. */
export const checkingScreen: Screen = (visit) => {
  visit.run(async () => visit.follow(await visit.api.post('finish')));
  return { node: el('section', { class: 'card busy' }, heading(t('checking'))) };
};
