/** A part of the notices, as the API's query parameters name it. Ages are whole years. */
export interface Query {
  readonly nationality?: string;
  readonly sexId?: 'M' | 'F' | 'U';
  readonly ageMin?: number;
  readonly ageMax?: number;
  readonly arrestWarrantCountryId?: string;
  readonly name?: string;
}

/** The API answers no more than so many notices for one query, on however many pages. */
export const QUERY_LIMIT = 160;

const OLDEST = 120;
const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];

/** The filter that a walk through all notices begins with: a notice may lack a nationality or an issuing country. */
export type FirstFilter = 'nationality' | 'arrestWarrantCountryId';

/**
 * Queries that together ask for the same as one query. The API can be cut by country, sex, halves of the age range, the
 * other country, and first letter of the name. Undefined where no cut is left.
 */
export function divide(query: Query, firstFilter: FirstFilter, countries = COUNTRIES): Query[] | undefined {
  const lastFilter = firstFilter === 'nationality' ? 'arrestWarrantCountryId' : 'nationality';
  if (query[firstFilter] === undefined) return countries.map((country) => ({ ...query, [firstFilter]: country }));
  if (query.sexId === undefined) return (['M', 'F', 'U'] as const).map((sexId) => ({ ...query, sexId }));
  const { ageMin = 0, ageMax = OLDEST } = query;
  if (ageMin < ageMax) {
    const middle = Math.floor((ageMin + ageMax) / 2);
    return [
      { ...query, ageMin, ageMax: middle },
      { ...query, ageMin: middle + 1, ageMax },
    ];
  }
  if (query[lastFilter] === undefined) return countries.map((country) => ({ ...query, [lastFilter]: country }));
  if (query.name === undefined) return LETTERS.map((name) => ({ ...query, name }));
  return undefined;
}

/** The query's address. */
export function addressOf(address: string, query: Query, page: number): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
  url.searchParams.set('resultPerPage', String(QUERY_LIMIT));
  url.searchParams.set('page', String(page));
  return url.href;
}

/** ISO 3166-1 alpha-2 codes and the codes outside of it that notices carry (stateless, unknown, Kosovo). */
const COUNTRIES: readonly string[] = (
  'AD AE AF AG AI AL AM AO AR AS AT AU AW AZ BA BB BD BE BF BG BH BI BJ BM BN BO BR BS BT BW BY BZ CA CD CF CG CH CI ' +
  'CL CM CN CO CR CU CV CW CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FM FR GA GB GD GE GH GI GM GN GQ GR GT ' +
  'GU GW GY HK HN HR HT HU ID IE IL IN IQ IR IS IT JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT ' +
  'LU LV LY MA MC MD ME MG MH MK ML MM MN MO MR MS MT MU MV MW MX MY MZ NA NE NG NI NL NO NP NR NZ OM PA PE PG PH PK ' +
  'PL PR PS PT PW PY QA RO RS RU RW SA SB SC SD SE SG SI SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TG TH TJ TL TM TN ' +
  'TO TR TT TV TW TZ UA UG US UY UZ VA VC VE VG VN VU WS XK YE ZA ZM ZW 914 916 922'
).split(' ');
