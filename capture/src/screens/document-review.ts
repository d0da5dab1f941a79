import { action, el, heading, once } from '../dom.ts';
import { jpegOf } from '../picture.ts';
import type { PictureAnswer } from '../session.ts';
import type { Screen, Visit } from '../visit.ts';
import { known, listed, t } from '../words.ts';

/** The picture as it was taken: the person looks at it, then the service reads it. `retake` begins another one. */
export function documentReview(picture: HTMLCanvasElement, retake: Screen): Screen {
  return (visit) => {
    const step = stepOf(visit);
    const send = (final: boolean) => once(() => visit.run(() => sent(visit, picture, retake, final)));
    const node = el(
      'section',
      { class: 'card' },
      heading(t('review.title'), step),
      shown(picture),
      el(
        'div',
        { class: 'actions' },
        action('use', t('use'), send(false), 'main'),
        action('retake', t('retake'), () => visit.go(retake), 'plain'),
      ),
    );
    return { node };
  };
}

async function sent(visit: Visit, picture: HTMLCanvasElement, retake: Screen, final: boolean): Promise<void> {
  const side = visit.view.step === 'back' ? 'back' : 'front';
  visit.go(() => ({
    node: el('section', { class: 'card busy' }, heading(t('reading'), stepOf(visit)), shown(picture)),
  }));
  const answer = await visit.api.picture(`document?side=${side}&final=${final}`, await jpegOf(picture));
  if (answer.accepted) return visit.follow(answer.session);
  await visit.take(answer.session);
  visit.go(refusedPicture(picture, retake, answer));
}

/** What the service could not read: the person takes another picture, or keeps this one. */
function refusedPicture(
  picture: HTMLCanvasElement,
  retake: Screen,
  { problem, fields, usable }: PictureAnswer,
): Screen {
  return (visit) => {
    const names = (fields ?? []).map((name) => known(`field.${name}`)).filter((name) => name !== undefined);
    // That something is unreadable, its fields say better.
    const isOther = problem !== 'unreadable' || names.length === 0;
    const keep = once(() => visit.run(() => sent(visit, picture, retake, true)));
    const node = el(
      'section',
      { class: 'card' },
      heading(t('problem.title'), stepOf(visit)),
      isOther && el('p', { class: 'problem' }, known(`problem.${problem}`) ?? t('problem.unreadable')),
      names.length > 0 && el('p', { class: 'problem' }, t('problem.fields', { fields: listed(names) })),
      shown(picture),
      el(
        'div',
        { class: 'actions' },
        action('retake', t('retake'), () => visit.go(retake), 'main'),
        // A picture of no use is refused again, whatever the person says.
        usable && action('use', t('keep'), keep, 'plain'),
      ),
    );
    return { node };
  };
}

function shown(picture: HTMLCanvasElement): HTMLCanvasElement {
  picture.className = 'taken';
  picture.setAttribute('role', 'img');
  picture.setAttribute('aria-label', t('review.picture'));
  return picture;
}

const stepOf = ({ view }: Visit) => (view.step === 'back' ? 'back' : 'document');
