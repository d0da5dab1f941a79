import { action } from '../dom.ts';
import { grown, sourceOf } from '../geometry.ts';
import { type DocumentProblem, judgeDocument } from '../judge/document.ts';
import type { Gray, Rect } from '../judge/gray.ts';
import { Release } from '../judge/release.ts';
import { Copies } from '../picture.ts';
import type { Screen } from '../visit.ts';
import { t } from '../words.ts';
import { documentReview } from './document-review.ts';
import { LONGEST_PICTURE } from './file-choice.ts';
import { type Film, filming, placeIn } from './filming.ts';

const LOOK_MS = 240;
const SMALL = 256;
const DETAIL = 800;
/** Of the outline's size: what is looked at, and what is kept, around it. */
const AROUND = 0.16;
const KEPT_AROUND = 0.1;

/** The camera with an outline. The shutter lets go by itself once the picture is good. */
export const documentCamera: Screen = (visit) => {
  const isBack = visit.view.step === 'back';
  return filming(visit, {
    facing: 'environment',
    title: t(isBack ? 'frame.back' : 'frame.document'),
    step: isBack ? 'back' : 'document',
    back: documentCamera,
    run: watch,
  });
};

function watch(film: Film): void {
  const { visit, video, finder, outline, controls } = film;
  const copies = new Copies(video);
  const release = new Release<DocumentProblem>();
  const told = new Set<DocumentProblem>();
  let before: Gray | undefined;
  const frame = () => {
    const { width, height } = finder.getBoundingClientRect();
    return sourceOf(copies.size, { width, height }, placeIn(outline, finder));
  };
  const shoot = () => {
    if (!film.isOn()) return;
    const picture = copies.still(grown(copies.size, frame(), KEPT_AROUND), LONGEST_PICTURE);
    navigator.vibrate?.(60);
    visit.announcer.step(t('taken'));
    visit.go(documentReview(picture, documentCamera));
  };
  const tell = (problem: DocumentProblem | null) => {
    film.hint.textContent = t(`hint.${problem ?? 'good'}`);
    visit.announcer.hint(film.hint.textContent);
    if (problem && !told.has(problem)) visit.api.note(problem);
    if (problem) told.add(problem);
  };
  const look = () => {
    if (!film.isOn()) return;
    const inVideo = frame();
    const around = grown(copies.size, inVideo, AROUND);
    const small = copies.gray('small', around, SMALL);
    const detail = copies.gray('detail', inVideo, DETAIL);
    const { problem, sides } = judgeDocument({ small, outline: within(small, around, inVideo), detail, before });
    before = small;
    outline.dataset.sides = sides.join(' ');
    outline.classList.toggle('good', !problem);
    const advice = release.take(problem);
    if (advice.tell !== undefined) tell(advice.tell);
    if (advice.release) return shoot();
    setTimeout(look, LOOK_MS);
  };
  controls.append(action('shutter', t('shutter'), shoot, 'shutter'));
  look();
}

/** Where the outline lies in the small copy of what is around it. */
function within(small: Gray, around: Rect, inVideo: Rect): Rect {
  const scale = small.width / around.width;
  return {
    x: (inVideo.x - around.x) * scale,
    y: (inVideo.y - around.y) * scale,
    width: inVideo.width * scale,
    height: inVideo.height * scale,
  };
}
