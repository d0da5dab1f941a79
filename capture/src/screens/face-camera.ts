import { action, el, once } from '../dom.ts';
import { FrameLoop } from '../frame-loop.ts';
import { middleOf, sourceOf } from '../geometry.ts';
import { histogram, quantile } from '../judge/gray.ts';
import { Copies, jpegOf } from '../picture.ts';
import { type FrameStep, isFrameStep } from '../session.ts';
import type { Screen } from '../visit.ts';
import { known, t } from '../words.ts';
import { type Film, filming } from './filming.ts';

/** Width by height of a picture of a face. */
const FACE_RATIO = 3 / 4;
const LONGEST_FRAME = 640;
const FRAME_QUALITY = 0.82;
const LIGHT_MS = 700;
/** Nobody needs so long for a step who can do it: each has six seconds where the service is not overloaded. */
const STUCK_MS = 15_000;
/** Of 255: where the middle of the picture is darker, the screen becomes a lamp. */
const DARK_MEDIAN = 60;

/** The selfie, and the movements that are told one at a time. The service alone judges them. */
export const faceCamera: Screen = (visit) =>
  filming(visit, { facing: 'user', title: t('step.look'), step: 'look', back: faceCamera, run: move });

function move(film: Film): void {
  const { visit, controls } = film;
  const copies = new Copies(film.video);
  const refuse = once(() => visit.run(async () => visit.follow(await visit.api.post('cannot'))));
  const button = action('cannot', t('cannot'), refuse, 'link');
  if (visit.view.movement && !visit.view.cannot) controls.append(button);
  const offer = () => offerPerson(film, button);
  light(film, copies);
  let stuck = setTimeout(offer, STUCK_MS);
  const loop = new FrameLoop(visit.api, {
    isOn: film.isOn,
    frame: () => jpegOf(copies.still(faceSource(film, copies), LONGEST_FRAME), FRAME_QUALITY),
    step: (step) => {
      clearTimeout(stuck);
      stuck = setTimeout(offer, STUCK_MS);
      tell(film, step);
    },
    hint: (hint) => advise(film, hint),
    waits: (lost) => {
      if (lost) film.hint.textContent = t('wait.offline');
      if (lost) visit.announcer.hint(t('wait.offline'));
    },
  });
  visit.run(async () => {
    const begun = await visit.api.post('movement');
    await visit.take(begun);
    const isOver = begun.status !== 'started' || !isFrameStep(begun.step);
    const end = isOver ? begun : await loop.run(begun.step);
    if (end) await visit.follow(end);
  });
}

function tell({ title, finder, visit, hint }: Film, step: FrameStep): void {
  title.textContent = t(`step.${step}`);
  title.dataset.step = step;
  finder.dataset.arrow = step;
  hint.textContent = '';
  navigator.vibrate?.(40);
  visit.announcer.step(title.textContent);
}

/** Whoever does not get on learns that a person can look at their pictures instead. */
function offerPerson({ isOn, finder, visit }: Film, button: HTMLButtonElement): void {
  if (!isOn() || !button.isConnected) return;
  button.className = 'button plain';
  // Over the picture: what moved it would change the frames.
  if (!finder.querySelector('.offer')) finder.append(el('p', { class: 'offer' }, t('cannot.offer')));
  visit.announcer.hint(t('cannot.offer'));
}

function advise({ hint, visit, node }: Film, code: string | null): void {
  const words = code ? known(`face.${code}`) : undefined;
  hint.textContent = words ?? '';
  if (words) visit.announcer.hint(words);
  if (code === 'too-dark') node.classList.add('lamp');
}

/** What of the video the person sees, as an upright picture. */
function faceSource({ finder }: Film, copies: Copies) {
  const { width, height } = finder.getBoundingClientRect();
  return middleOf(sourceOf(copies.size, { width, height }, { x: 0, y: 0, width, height }), FACE_RATIO);
}

/** In the dark the screen lights the face. It stays a lamp then: light that comes and goes only dazzles. */
function light(film: Film, copies: Copies): void {
  if (!film.isOn()) return;
  const gray = copies.gray('light', faceSource(film, copies), 48);
  if (quantile(histogram(gray, { x: 12, y: 12, width: 24, height: 30 }), 0.5) < DARK_MEDIAN) {
    film.node.classList.add('lamp');
  } else setTimeout(() => light(film, copies), LIGHT_MS);
}
