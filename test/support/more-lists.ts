/** An entry that nobody listed. */
export interface InventedEntry {
  readonly kind: 'person' | 'organization';
  /** Of an organisation. */
  readonly name?: string;
  readonly given?: string;
  readonly family?: string;
  /** `YYYY-MM-DD`. */
  readonly born?: string;
}

const xmlText = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const csvCell = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** As the Consolidated Screening List of the United States has it: the tail of State's names, and a notice. */
function consolidatedScreeningList(entries: readonly InventedEntry[]): string {
  const rows = entries.map(({ kind, name, given, family, born }, at) => {
    const isPerson = kind === 'person';
    const source = isPerson
      ? 'ITAR Debarred (DTC) - State Department'
      : 'Nonproliferation Sanctions (ISN) - State Department';
    const full = isPerson ? `${given} ${family}` : `${name}; and any successor, sub-unit, or subsidiary thereof`;
    return [`n${at}`, source, isPerson ? 'Individual' : '', full, born ?? '', '2025-01-02', '88 F.R. 12345'];
  });
  const header = ['_id', 'source', 'type', 'name', 'dates_of_birth', 'start_date', 'federal_register_notice'];
  return [header, ...rows].map((cells) => cells.map(csvCell).join(',')).join('\n');
}

const part = (type: string, text: string, order: number): string =>
  `<name-part order="${order}" name-part-type="${type}"><value>${xmlText(text)}</value></name-part>`;

/** As the Swiss list has it: the parts of a person's name apart, and the date of a listing. */
function swissList(entries: readonly InventedEntry[]): string {
  const targets = entries.map(({ kind, name, given, family, born }, at) => {
    const [year, month, day] = (born ?? '').split('-').map(Number);
    const isPerson = kind === 'person';
    const parts = isPerson
      ? part('family-name', family!, 1) + part('given-name', given!, 2)
      : part('whole-name', name!, 1);
    const birth = born ? `<day-month-year day="${day}" month="${month}" year="${year}" calendar="Gregorian"/>` : '';
    const identity = `<identity ssid="${at}1" main="true"><name name-type="primary-name" quality="good">${parts}</name>${birth}</identity>`;
    const what = isPerson ? 'individual' : 'entity';
    const listed = '<modification modification-type="listed" effective-date="2025-01-02"/>';
    return `<target ssid="${1000 + at}"><sanctions-set-id>1</sanctions-set-id><${what}>${identity}</${what}>${listed}</target>`;
  });
  return `<?xml version="1.0"?><swiss-sanctions-list list-type="whole-list" date="2026-08-27">${targets.join('\n')}</swiss-sanctions-list>`;
}

/** As the French register has it: the family name in capitals, and the given name in a field of its own. */
function frenchRegister(entries: readonly InventedEntry[]): string {
  const details = entries.map(({ kind, name, given, family, born }, at) => {
    const [Annee, Mois, Jour] = (born ?? '').split('-');
    const birth = born ? [{ TypeChamp: 'DATE_DE_NAISSANCE', Valeur: [{ Jour, Mois, Annee }] }] : [];
    return kind === 'person'
      ? {
          IdRegistre: 1000 + at,
          Nature: 'Personne physique',
          Nom: family!.toUpperCase(),
          RegistreDetail: [{ TypeChamp: 'PRENOM', Valeur: [{ Prenom: given }] }, ...birth],
        }
      : { IdRegistre: 1000 + at, Nature: 'Personne morale', Nom: name!.toUpperCase(), RegistreDetail: [] };
  });
  return JSON.stringify({ Publications: { DatePublication: '2026-11-20T00:00:00', PublicationDetail: details } });
}

/** As the Japanese ministry has it: a row for each, with the family name behind the given name. */
function japaneseList(entries: readonly InventedEntry[]): string {
  const header = ['区分', '番号', '告示日付', '個人・団体', '氏名（日本語）', '氏名（英語）', '生年月日'];
  const rows = entries.map(({ kind, name, given, family, born }, at) => {
    const isPerson = kind === 'person';
    const full = isPerson ? `${given} ${family!.toUpperCase()}` : name!;
    const day = (born ?? '').split('-').map(Number).join('/');
    return ['28', `028-${at}`, '2022.3.1', isPerson ? '個人' : '団体', '', full, isPerson ? day : ''];
  });
  return [header, ...rows].map((cells) => cells.map(csvCell).join(',')).join('\n');
}

const MONTHS = 'stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia';

/** As the Polish ministry has it: a table of persons, the family name first and in capitals, and one of entities. */
function polishPage(entries: readonly InventedEntry[]): string {
  const row = (cells: readonly string[]) => `<tr>${cells.map((cell) => `<td>${xmlText(cell)}</td>`).join('')}</tr>`;
  const more = ['Uzasadnienie wpisu na listę', 'Data umieszczenia na liście', 'Data wykreślenia z listy'];
  const table = (head: readonly string[], rows: readonly string[][]) =>
    `<table>${row([...head, ...more])}${rows.map((cells) => row([...cells, 'x', '25.04.2022', ''])).join('\n')}</table>`;
  const born = (date: string) => {
    const [year, month, day] = date.split('-').map(Number);
    return `urodzony ${day} ${MONTHS.split(' ')[month! - 1]} ${year} r.`;
  };
  const people = entries.filter(({ kind }) => kind === 'person');
  const others = entries.filter(({ kind }) => kind !== 'person');
  const persons = people.map((one) => [`${one.family!.toUpperCase()} ${one.given}`, born(one.born!)]);
  const bodies = others.map(({ name }) => [name!, '']);
  const tables = [
    table(['Nazwisko i imię', 'Dane identyfikacyjne osoby'], persons),
    table(['Nazwa podmiotu', 'Dane identyfikacyjne podmiotu'], bodies),
  ];
  return `<!DOCTYPE html><html><body>${tables.join('\n')}</body></html>`;
}

const WRITERS = {
  'us-csl': consolidatedScreeningList,
  'ch-seco': swissList,
  'fr-gels': frenchRegister,
  'jp-mof': japaneseList,
  'pl-mswia': polishPage,
} as const;

/** Lists that are off unless chosen, of which no whole file is at hand. */
export const LAYOUTS = Object.keys(WRITERS) as (keyof typeof WRITERS)[];

/** The file that the authority would publish of these entries, in its own layout. */
export const inLayoutOf = (id: keyof typeof WRITERS, entries: readonly InventedEntry[]): string => WRITERS[id](entries);
