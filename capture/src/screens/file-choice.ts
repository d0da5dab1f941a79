import { el } from '../dom.ts';
import { canvasOfFile } from '../picture.ts';
import type { Visit } from '../visit.ts';
import { t } from '../words.ts';

/** Pixels of the longer side of what is sent: enough for print of a millimetre on a whole page. */
export const LONGEST_PICTURE = 2_560;

/** A picture from the device in place of the camera's, where the asker allows that. */
export function fileChoice(visit: Visit, chosen: (canvas: HTMLCanvasElement) => void): HTMLElement {
  const trouble = el('p', { class: 'problem', role: 'alert', hidden: true });
  const take = async (event: Event) => {
    const [file] = (event.target as HTMLInputElement).files ?? [];
    if (!file) return;
    await canvasOfFile(file, LONGEST_PICTURE).then(chosen, () => {
      trouble.textContent = t('problem.unreadable');
      trouble.hidden = false;
      visit.api.note('file-unreadable');
    });
  };
  // Named kinds make a phone turn its own formats into one of them.
  const field = el('input', { type: 'file', accept: 'image/jpeg,image/png', class: 'away', change: take });
  return el('div', { class: 'stack' }, el('label', { class: 'button plain' }, field, t('file.choose')), trouble);
}
