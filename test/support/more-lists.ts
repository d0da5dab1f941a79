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

const WRITERS = { 'us-csl': consolidatedScreeningList, 'ch-seco': swissList, 'fr-gels': frenchRegister } as const;

/** Lists that are off unless chosen, of which no whole file is at hand. */
export const LAYOUTS = Object.keys(WRITERS) as (keyof typeof WRITERS)[];

/** The file that the authority would publish of these entries, in its own layout. */
export const inLayoutOf = (id: keyof typeof WRITERS, entries: readonly InventedEntry[]): string => WRITERS[id](entries);
