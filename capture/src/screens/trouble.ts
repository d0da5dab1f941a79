import type { CameraTrouble } from '../camera.ts';
import { action, el, heading } from '../dom.ts';
import { permissionPlace } from '../surroundings.ts';
import type { Screen, Visit } from '../visit.ts';
import type { Key } from '../words/en.ts';
import { t } from '../words.ts';
import { qrCode } from './qr-code.ts';

/** A title and a sentence; with `retry` also a button that does it. */
export function messageScreen(title: Key, text: Key, retry?: (visit: Visit) => unknown): Screen {
  return (visit) => ({
    node: el(
      'section',
      { class: 'card' },
      heading(t(title)),
      el('p', {}, t(text, { asker: visit.asker })),
      retry && action('next', t('retry'), () => retry(visit), 'main'),
    ),
  });
}

/** Somebody went on with another device. The person says which one it shall be. */
export const otherDevice: Screen = (visit) => ({
  node: el(
    'section',
    { class: 'card' },
    heading(t('other.title')),
    el('p', {}, t('other.text')),
    action('next', t('other.here'), () => visit.open(true), 'main'),
  ),
});

/** Something took the camera away. `back` is what goes on. */
export function pausedScreen(back: Screen): Screen {
  return (visit) => {
    visit.api.note('paused');
    return {
      node: el(
        'section',
        { class: 'card' },
        heading(t('paused.title')),
        el('p', {}, t('paused.text')),
        action('start', t('goOn'), () => visit.go(back), 'main'),
      ),
    };
  };
}

/** Why there is no camera, and what helps. `back` tries again. */
export function cameraTrouble(trouble: CameraTrouble, back: Screen): Screen {
  return (visit) => {
    visit.api.note(trouble);
    const retry = () => visit.go(back);
    const text = trouble === 'camera-denied' ? (`denied.${permissionPlace()}` as const) : (`${trouble}.text` as const);
    const node = el(
      'section',
      { class: 'card' },
      heading(t(`${trouble}.title`)),
      el('p', {}, t(text)),
      trouble === 'camera-in-app' && copyButton(visit),
      trouble === 'camera-none' && qrCode(location.href),
      action('start', t('retry'), retry, 'main'),
    );
    return { node, leave: trouble === 'camera-denied' ? whenAllowed(retry) : undefined };
  };
}

function copyButton(visit: Visit): HTMLElement {
  const said = el('p', { class: 'quiet' });
  const copy = async () => {
    await navigator.clipboard.writeText(location.href).catch(() => copyBySelection(location.href));
    said.textContent = t('camera-in-app.copied');
    visit.announcer.hint(said.textContent);
  };
  return el('div', { class: 'stack' }, action('copy', t('camera-in-app.copy'), copy, 'plain'), said);
}

/** For browsers that keep the clipboard from pages. */
function copyBySelection(text: string): void {
  const field = el('textarea', { class: 'away', readonly: true });
  field.value = text;
  document.body.append(field);
  field.select();
  document.execCommand('copy');
  field.remove();
}

/** Tries again by itself once the person has allowed the camera. Answers what ends the waiting. */
function whenAllowed(retry: () => void): () => void {
  let over = false;
  const query = navigator.permissions?.query({ name: 'camera' as PermissionName });
  query?.then(
    (state) => {
      state.onchange = () => {
        if (!over && state.state === 'granted') retry();
      };
    },
    () => undefined,
  );
  return () => {
    over = true;
  };
}
