import { action, el, heading, once } from '../dom.ts';
import type { Screen, Visit } from '../visit.ts';
import { currentLanguage, days, t } from '../words.ts';

/** Marks that keep a name apart from the direction of the words around it: nobody sees them. */
const ISOLATES = /[\u2068\u2069]/g;

/** Who asks and why, and what the person agrees to. */
export const consentScreen: Screen = (visit) => {
  const { asker, retentionDays, movement } = visit.view;
  const values = { asker: asker.name };
  const kept = retentionDays > 0 ? t('consent.long.text', { days: days(retentionDays) }) : t('consent.long.none');
  const facts: readonly (readonly [string, ...string[]])[] = [
    [t('consent.done'), t('consent.done.text'), movement ? t('consent.done.movement') : ''],
    [t('consent.kept'), t('consent.kept.text')],
    [t('consent.long'), kept],
    [t('consent.who'), asker.name],
    [t('consent.ask'), t('consent.ask.text', values)],
  ];
  const node = el(
    'section',
    { class: 'card' },
    heading(t('consent.title', values), 'consent'),
    el('p', { class: 'lead' }, t('consent.why')),
    el('p', {}, t('consent.ready')),
    el(
      'dl',
      {},
      ...facts.flatMap(([term, ...texts]) => [
        el('dt', {}, term),
        ...texts.filter(Boolean).map((text) => el('dd', {}, text)),
      ]),
    ),
    asker.privacyUrl?.startsWith('https://') &&
      el('p', {}, el('a', { href: asker.privacyUrl, target: '_blank', rel: 'noopener' }, t('consent.privacy', values))),
    el('p', { class: 'quiet' }, t('consent.free', values)),
  );
  const said = [...node.querySelectorAll('h1, p, dt, dd')].map(({ textContent }) => textContent);
  node.append(
    el(
      'div',
      { class: 'actions' },
      action(
        'consent',
        t('consent.agree'),
        once(() => agree(visit, said.join('\n').replace(ISOLATES, ''))),
        'main',
      ),
      action(
        'decline',
        t('consent.decline'),
        once(() => send(visit, 'decline')),
        'plain',
      ),
    ),
  );
  return { node };
};

/** What was agreed to is kept as the SHA-256 of its lines, as they stand on the page. */
async function agree(visit: Visit, text: string): Promise<void> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  const textHash = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
  await send(visit, 'consent', { language: currentLanguage(), textHash });
}

function send(visit: Visit, path: string, body?: object): Promise<void> {
  return visit.run(async () => visit.follow(await visit.api.post(path, body)));
}
