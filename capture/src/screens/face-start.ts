import { action, el, heading, once } from '../dom.ts';
import type { Screen } from '../visit.ts';
import { t } from '../words.ts';
import { faceCamera } from './face-camera.ts';
import { faceReview } from './face-file.ts';
import { fileChoice } from './file-choice.ts';

/** Before the camera opens: how to hold it, and what comes. After an attempt that failed: what helps. */
export const faceStart: Screen = (visit) => {
  const { view } = visit;
  const { attempt, attempts, cannot, upload, problem } = view;
  const moves = view.movement && !cannot;
  const isAgain = problem !== null || (moves && attempt > 1);
  const refuse = once(() => visit.run(async () => visit.follow(await visit.api.post('cannot'))));
  const node = el(
    'section',
    { class: 'card' },
    heading(t(isAgain ? 'again.title' : 'face.title'), 'look'),
    isAgain && el('p', { class: 'lead' }, t('again.text')),
    el('div', { class: 'drawing oval', 'aria-hidden': 'true' }, el('i', { class: 'face' })),
    cannot ? el('p', { class: 'lead' }, t('cannot.done')) : undefined,
    el('p', {}, t('face.text')),
    moves && el('p', {}, t('face.movement')),
    problem !== null && moves && el('p', { class: 'quiet' }, t('again.count', { attempt: attempt + 1, attempts })),
    el(
      'div',
      { class: 'actions' },
      action('start', t('camera.open'), () => visit.go(faceCamera), 'main'),
      !moves && upload && fileChoice(visit, (canvas) => visit.go(faceReview(canvas, faceStart))),
    ),
    moves && el('p', { class: 'quiet' }, t('cannot.note')),
    moves && action('cannot', t('cannot'), refuse, 'link'),
  );
  return { node };
};
