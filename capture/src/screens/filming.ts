import { Camera, type CameraError, type Facing } from '../camera.ts';
import { el, heading } from '../dom.ts';
import { isInApp } from '../surroundings.ts';
import type { Screen, Shown, Visit } from '../visit.ts';
import { t } from '../words.ts';
import { cameraTrouble, pausedScreen } from './trouble.ts';

/** Long enough to read what the browser asks, and to answer it. */
const SILENCE_MS = 25_000;

/** The parts of a screen with the camera. */
export interface Film {
  readonly visit: Visit;
  readonly node: HTMLElement;
  readonly video: HTMLVideoElement;
  /** What shows the video; the outline lies in its middle. */
  readonly finder: HTMLElement;
  readonly outline: HTMLElement;
  readonly title: HTMLElement;
  readonly hint: HTMLElement;
  readonly controls: HTMLElement;
  /** Whether the screen is still shown. */
  isOn(): boolean;
}

interface Kind {
  readonly facing: Facing;
  readonly title: string;
  readonly step: string;
  /** What begins again after an interruption. */
  readonly back: Screen;
  /** Once the camera shows something. */
  run(film: Film): void;
}

/** A screen with the camera: it opens, is watched over, and is closed with the screen. */
export function filming(visit: Visit, { facing, title, step, back, run }: Kind): Shown & { readonly film: Film } {
  const video = el('video', { playsinline: true, muted: true, autoplay: true, 'aria-hidden': 'true', tabindex: '-1' });
  video.muted = true;
  const outline = el('div', { class: facing === 'user' ? 'outline oval' : 'outline page' });
  const finder = el('div', { class: `finder ${facing}` }, video, outline);
  const [headline, hint, controls] = [heading(title, step), el('p', { class: 'hint' }, t('loading')), el('div')];
  controls.className = 'controls';
  const node = el('section', { class: 'film' }, headline, finder, hint, controls);
  let on = true;
  let camera: Camera | undefined;
  const film = { visit, node, video, finder, outline, title: headline, hint, controls, isOn: () => on };
  const interrupted = () => on && visit.go(pausedScreen(back));
  const awake = keepAwake();
  // Some apps neither ask the person nor refuse: the page would wait for ever.
  const silent = setTimeout(() => on && !camera && visit.go(cameraTrouble(silence(), back)), SILENCE_MS);
  Camera.open(facing, video, interrupted).then(
    (opened) => {
      camera = opened;
      if (!on) return opened.close();
      hint.textContent = '';
      run(film);
    },
    (error: unknown) => on && visit.go(cameraTrouble((error as CameraError).trouble, back)),
  );
  const leave = () => {
    on = false;
    clearTimeout(silent);
    camera?.close();
    awake();
  };
  return { node, camera: true, film, leave };
}

const silence = () => (isInApp() ? 'camera-in-app' : 'camera-failed');

/** The screen does not go dark while somebody holds a document in front of it. Answers what ends that. */
function keepAwake(): () => void {
  const lock = navigator.wakeLock?.request('screen').catch(() => undefined);
  return () => void lock?.then((held) => held?.release());
}

/** Where an element lies in another one, in its pixels. */
export function placeIn(inner: HTMLElement, outer: HTMLElement) {
  const [a, b] = [inner.getBoundingClientRect(), outer.getBoundingClientRect()];
  return { x: a.x - b.x, y: a.y - b.y, width: a.width, height: a.height };
}
