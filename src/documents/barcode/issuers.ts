/** Who issued a licence: ISO 3166-1 alpha-3 country and the postal code and English name of its state or province. */
export interface Issuer {
  readonly country: 'USA' | 'CAN' | 'MEX';
  /** `null` where no state or province issues, as with the Department of State. */
  readonly code: string | null;
  readonly name: string;
}

/**
 * Issuer identification numbers as AAMVA publishes them: number, country's first letter, code, name. The Department of
 * State issues licences to diplomats.
 */
const PUBLISHED = `
604426 C PE Prince Edward Island|604427 U AS American Samoa|604428 C QC Quebec|604429 C YT Yukon
604430 U MP Northern Mariana Islands|604431 U PR Puerto Rico|604432 C AB Alberta|604433 C NU Nunavut
604434 C NT Northwest Territories|636000 U VA Virginia|636001 U NY New York|636002 U MA Massachusetts
636003 U MD Maryland|636004 U NC North Carolina|636005 U SC South Carolina|636006 U CT Connecticut
636007 U LA Louisiana|636008 U MT Montana|636009 U NM New Mexico|636010 U FL Florida|636011 U DE Delaware
636012 C ON Ontario|636013 C NS Nova Scotia|636014 U CA California|636015 U TX Texas
636016 C NL Newfoundland and Labrador|636017 C NB New Brunswick|636018 U IA Iowa|636019 U GU Guam|636020 U CO Colorado
636021 U AR Arkansas|636022 U KS Kansas|636023 U OH Ohio|636024 U VT Vermont|636025 U PA Pennsylvania
636026 U AZ Arizona|636027 U - Department of State|636028 C BC British Columbia|636029 U OR Oregon|636030 U MO Missouri|636031 U WI Wisconsin
636032 U MI Michigan|636033 U AL Alabama|636034 U ND North Dakota|636035 U IL Illinois|636036 U NJ New Jersey
636037 U IN Indiana|636038 U MN Minnesota|636039 U NH New Hampshire|636040 U UT Utah|636041 U ME Maine
636042 U SD South Dakota|636043 U DC District of Columbia|636044 C SK Saskatchewan|636045 U WA Washington
636046 U KY Kentucky|636047 U HI Hawaii|636048 C MB Manitoba|636049 U NV Nevada|636050 U ID Idaho
636051 U MS Mississippi|636052 U RI Rhode Island|636053 U TN Tennessee|636054 U NE Nebraska|636055 U GA Georgia
636056 M CU Coahuila|636057 M HG Hidalgo|636058 U OK Oklahoma|636059 U AK Alaska|636060 U WY Wyoming
636061 U WV West Virginia|636062 U VI Virgin Islands`;

const COUNTRIES = { U: 'USA', C: 'CAN', M: 'MEX' } as const;

const ISSUERS = new Map<string, Issuer>(
  PUBLISHED.trim()
    .split(/[\n|]/)
    .map((entry) => {
      const [number, country, code, ...name] = entry.split(' ');
      return [number!, { country: COUNTRIES[country as 'U'], code: code === '-' ? null : code!, name: name.join(' ') }];
    }),
);

/** The issuer of a six-digit number, `null` where AAMVA has published none. */
export function issuerOf(number: string): Issuer | null {
  return ISSUERS.get(number) ?? null;
}
