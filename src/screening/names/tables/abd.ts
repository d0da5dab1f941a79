import { phoneticKeys } from '../phonetic.ts';

/** The names of God that follow `Abd al-` ("servant of"), one spelling each; the others meet on the phonetic key. */
const DIVINE =
  `allah rahman rahim malik maluk quddus salam mumin muhaymin aziz jabbar gabbar mutakabbir khaliq bari musawwir ghaffar
  qahhar wahhab razzaq fattah alim basit khafid rafi muizz sami basir hakam adl latif khabir halim azim ghafur shakur ali kabir
  hafiz muqit hasib jalil karim raqib mujib wasi hakim wadud majid baith shahid haqq wakil qawi matin wali hamid muhsi mubdi muid
  muhyi hayy qayyum wajid wahid ahad samad qadir muqtadir awwal akhir zahir batin barr tawwab muntaqim afuw rauf ghani mughni mani
  nafi nur hadi badi baqi warith rashid sabur amir nabi rasul hussein zahra mahdi kerim nasser nasir sattar satar mannan monem moneim munim rab rabb
  jamil karem gader kader razak rezak hafez khalek ilah illah hakeem raouf`
    .trim()
    .split(/\s+/);

const KEYS = new Set(DIVINE.map((name) => phoneticKeys(name)[0]!));

/** How compounds with Abd al- begin in the index. */
export const SERVANT = 'abdul';

/** The name of God in `abdulrahman` or `rahman`; undefined in other names. */
export function divineName(text: string): string | undefined {
  const bare = text.startsWith(SERVANT) ? text.slice(SERVANT.length) : text;
  return isDivineName(bare) ? bare : undefined;
}

/** Whether a name has another name of God, not another spelling of this one: Abdulhakim and Abdulhalim are two men. */
export function isOtherDivineName(divine: string, text: string): boolean {
  const other = divineName(text);
  if (other === undefined) return false;
  // Egyptians say g for j.
  const keys = soundsOf(divine);
  return !soundsOf(other).some((key) => keys.includes(key));
}

const soundsOf = (name: string): readonly string[] => [
  ...phoneticKeys(name),
  ...phoneticKeys(name.replaceAll('g', 'j')),
];

/** Whether a folded token may stand after `Abd al-` in a compound name (Abd al-Rahman, Abdulaziz). */
export function isDivineName(text: string): boolean {
  return text.length > 2 && KEYS.has(phoneticKeys(text)[0] ?? '');
}
