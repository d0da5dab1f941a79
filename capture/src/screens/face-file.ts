import { action, el, heading, once } from '../dom.ts';
import { jpegOf } from '../picture.ts';
import type { Screen, Visit } from '../visit.ts';
import { known, t } from '../words.ts';

/** A picture of the face from a file, for who does not have to move. `problem`: what the service found in it. */
export function faceReview(picture: HTMLCanvasElement, retake: Screen, problem?: string): Screen {
  return (visit) => {
    picture.className = 'taken face';
    picture.setAttribute('role', 'img');
    picture.setAttribute('aria-label', t('review.picture'));
    const words = problem && (known(`face.${problem}`) ?? known(`problem.${problem}`) ?? t('again.text'));
    const node = el(
      'section',
      { class: 'card' },
      heading(t(problem ? 'again.title' : 'use'), 'look'),
      words ? el('p', { class: 'problem' }, words) : undefined,
      picture,
      el(
        'div',
        { class: 'actions' },
        !problem &&
          action(
            'use',
            t('use'),
            once(() => visit.run(() => sent(visit, picture, retake))),
            'main',
          ),
        action('retake', t('retake'), () => visit.go(retake), problem ? 'main' : 'plain'),
      ),
    );
    return { node };
  };
}

async function sent(visit: Visit, picture: HTMLCanvasElement, retake: Screen): Promise<void> {
  visit.go(() => ({ node: el('section', { class: 'card busy' }, heading(t('checking'), 'look'), picture) }));
  const answer = await visit.api.picture('selfie', await jpegOf(picture));
  if (answer.accepted) return visit.follow(answer.session);
  await visit.take(answer.session);
  visit.go(faceReview(picture, retake, answer.problem ?? 'no-face'));
}
