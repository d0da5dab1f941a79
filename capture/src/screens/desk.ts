import { action, el, heading } from '../dom.ts';
import type { SessionView } from '../session.ts';
import type { Screen, Visit } from '../visit.ts';
import { t } from '../words.ts';
import { qrCode } from './qr-code.ts';

const LOOK_MS = 2_000;

/** On a computer: a code that leads the person's phone here. It takes no place of the phone's, and follows its end. */
export async function showDesk(visit: Visit): Promise<void> {
  await visit.run(async () => {
    const view = await visit.api.session();
    if (isOver(view)) return visit.follow(view);
    await visit.take(view);
    visit.go(deskScreen);
  });
}

const deskScreen: Screen = (visit) => {
  const timer = setInterval(() => {
    if (document.hidden) return;
    visit.api.look().then(
      (view) => (isOver(view) ? visit.follow(view) : undefined),
      () => undefined,
    );
  }, LOOK_MS);
  return {
    node: el(
      'section',
      { class: 'card' },
      heading(t('desk.title')),
      el('p', { class: 'lead' }, t('consent.title', { asker: visit.asker })),
      el('p', {}, t('desk.text')),
      qrCode(location.href),
      action('start', t('desk.here'), () => visit.open(), 'plain'),
    ),
    leave: () => clearInterval(timer),
  };
};

const isOver = ({ status }: SessionView) => status !== 'created' && status !== 'started';
