import { action, el, heading } from '../dom.ts';
import type { Specimen } from '../session.ts';
import type { Screen, Visit } from '../visit.ts';
import { known, listed, t } from '../words.ts';
import { documentCamera } from './document-camera.ts';
import { documentReview } from './document-review.ts';
import { fileChoice } from './file-choice.ts';

/** Before the camera opens: which documents will do, and how to lay them. */
export const documentStart: Screen = (visit) => {
  const { step, upload, sandbox, problem } = visit.view;
  const isBack = step === 'back';
  const begin = () => visit.go(documentCamera);
  const node = el(
    'section',
    { class: 'card' },
    heading(t(isBack ? 'back.title' : 'document.title'), isBack ? 'back' : 'document'),
    problem ? el('p', { class: 'problem' }, known(`problem.${problem}`) ?? t('problem.unreadable')) : undefined,
    picture(isBack),
    el('p', {}, isBack ? t('back.tips') : types(visit)),
    el('p', {}, t('document.tips')),
    el(
      'div',
      { class: 'actions' },
      action('start', t('camera.open'), begin, 'main'),
      upload && fileChoice(visit, (canvas) => visit.go(documentReview(canvas, documentStart))),
    ),
    sandbox ? specimens(visit, sandbox.specimens) : undefined,
  );
  return { node };
};

function types({ view: { documentTypes } }: Visit): string {
  if (!documentTypes?.length) return t('document.any');
  return t('document.types', { types: listed(documentTypes.map((type) => known(`type.${type}`) ?? type)) });
}

/** A drawing of the side that is meant. */
function picture(isBack: boolean): HTMLElement {
  const drawing = el('div', { class: `drawing ${isBack ? 'back' : 'front'}`, 'aria-hidden': 'true' });
  drawing.append(...['face', 'line', 'line', 'line', 'zone'].map((part) => el('i', { class: part })));
  return drawing;
}

/** In the sandbox a specimen goes the whole way in place of a camera. */
function specimens(visit: Visit, choices: readonly Specimen[]): HTMLElement {
  const use = (id: string) => visit.run(async () => visit.follow(await visit.api.post('specimen', { id })));
  return el(
    'div',
    { class: 'specimens' },
    el('h2', {}, t('sandbox.title')),
    el('p', {}, t('sandbox.text')),
    ...choices.map(({ id, title }) =>
      el(
        'button',
        {
          type: 'button',
          class: 'button plain',
          'data-action': 'use',
          'data-specimen': id,
          lang: 'en',
          click: () => use(id),
        },
        title,
      ),
    ),
  );
}
