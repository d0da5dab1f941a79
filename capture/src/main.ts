import { Announcer } from './announcer.ts';
import { el } from './dom.ts';
import { route } from './route.ts';
import { showDesk } from './screens/desk.ts';
import { isComputer } from './surroundings.ts';
import { Visit } from './visit.ts';
import { chooseLanguage, currentLanguage, LANGUAGES, type Language, t, useLanguage } from './words.ts';

/** 256 random bits in base64url. */
const TOKEN = /^#([\w-]{20,200})$/;

const place = (id: string) => document.getElementById(id)!;

/** Reads the token behind the `#`, and shows where its session stands. Another link in the same tab begins again. */
async function begin(): Promise<void> {
  await useLanguage();
  const announcer = new Announcer(place('hints'), place('steps'));
  const places = { stage: place('stage'), bar: place('bar'), notice: place('notice') };
  const token = TOKEN.exec(location.hash)?.[1];
  const visit = new Visit(token ?? '', announcer, places, route);
  places.bar.append(languageChoice(visit));
  addEventListener('hashchange', () => location.reload());
  // A page that the browser kept while somebody was elsewhere asks again where it stands.
  addEventListener('pageshow', ({ persisted }) => persisted && location.reload());
  if (!token) return visit.go(route.ofRefusal('session-unknown'));
  await (isComputer() ? showDesk(visit) : visit.open());
}

function languageChoice(visit: Visit): HTMLElement {
  const choose = async (event: Event) => {
    await chooseLanguage((event.target as HTMLSelectElement).value as Language);
    label.textContent = t('language');
    visit.again();
  };
  const options = Object.entries(LANGUAGES).map(([code, name]) => el('option', { value: code, lang: code }, name));
  const select = el('select', { id: 'language', change: choose }, ...options);
  const label = el('label', { for: 'language' }, t('language'));
  // The link may have a language of its own, which comes with the session.
  new MutationObserver(() => {
    select.value = currentLanguage();
    label.textContent = t('language');
  }).observe(document.documentElement, { attributeFilter: ['lang'] });
  select.value = currentLanguage();
  return el('div', { class: 'language' }, label, select);
}

begin();
