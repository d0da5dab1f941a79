/** A state, province or territory that issues licences of its own. */
export interface Region {
  readonly country: 'USA' | 'CAN';
  /** Postal code of two letters. */
  readonly code: string;
  /** English name, and the French one of Canadian provinces where it differs, in capitals without marks. */
  readonly names: readonly string[];
}

const STATES = `AL Alabama|AK Alaska|AZ Arizona|AR Arkansas|CA California|CO Colorado|CT Connecticut|DE Delaware
DC District of Columbia|FL Florida|GA Georgia|HI Hawaii|ID Idaho|IL Illinois|IN Indiana|IA Iowa|KS Kansas|KY Kentucky
LA Louisiana|ME Maine|MD Maryland|MA Massachusetts|MI Michigan|MN Minnesota|MS Mississippi|MO Missouri|MT Montana
NE Nebraska|NV Nevada|NH New Hampshire|NJ New Jersey|NM New Mexico|NY New York|NC North Carolina|ND North Dakota
OH Ohio|OK Oklahoma|OR Oregon|PA Pennsylvania|RI Rhode Island|SC South Carolina|SD South Dakota|TN Tennessee|TX Texas
UT Utah|VT Vermont|VA Virginia|WA Washington|WV West Virginia|WI Wisconsin|WY Wyoming|PR Puerto Rico|GU Guam
VI Virgin Islands|AS American Samoa|MP Northern Mariana Islands`;

const PROVINCES = `AB Alberta|BC British Columbia/Colombie-Britannique|MB Manitoba|NB New Brunswick/Nouveau-Brunswick
NL Newfoundland and Labrador/Terre-Neuve-et-Labrador|NS Nova Scotia/Nouvelle-Ecosse|NT Northwest Territories/Territoires du Nord-Ouest
NU Nunavut|ON Ontario|PE Prince Edward Island/Ile-du-Prince-Edouard|QC Quebec|SK Saskatchewan|YT Yukon`;

/** All of both countries, longest names first: West Virginia before Virginia. */
export const REGIONS: readonly Region[] = [...rows(STATES, 'USA'), ...rows(PROVINCES, 'CAN')].sort(
  (a, b) => b.names[0]!.length - a.names[0]!.length,
);

const BY_CODE = new Map(REGIONS.map((region) => [region.code, region]));

/** The state or province of a postal code of two capitals; null for any other text. */
export function regionCoded(code: string): Region | null {
  return BY_CODE.get(code) ?? null;
}

function rows(table: string, country: Region['country']): Region[] {
  return table.split(/[\n|]/).map((entry) => {
    const names = entry.slice(3).toUpperCase().split('/');
    return { country, code: entry.slice(0, 2), names };
  });
}
