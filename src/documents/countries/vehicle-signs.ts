/**
 * Distinguishing signs of vehicles in international traffic, by alpha-3 code. Driving licences show them in the upper
 * left (Directive 2006/126/EC annex I no. 3). States notify them under the Convention on Road Traffic of 1968.
 */
const SIGNS = `AUT A, BEL B, BGR BG, HRV HR, CYP CY, CZE CZ, DNK DK, EST EST, FIN FIN, FRA F, DEU D, GRC GR, HUN H, IRL IRL, ITA I,
  LVA LV, LTU LT, LUX L, MLT M, NLD NL, POL PL, PRT P, ROU RO, SVK SK, SVN SLO, ESP E, SWE S, ISL IS, LIE FL, NOR N, CHE CH, GBR UK,
  TUR TR, UKR UA, SRB SRB, MNE MNE, MKD NMK, ALB AL, BIH BIH, MDA MD, GEO GE`;

const COUNTRIES = new Map(
  SIGNS.split(',').map((entry) => {
    const [country, sign] = entry.trim().split(' ') as [string, string];
    return [sign, country];
  }),
);

/** The country, alpha-3, whose sign a text is; null for any other text. */
export function countryOfSign(text: string): string | null {
  return COUNTRIES.get(text.trim()) ?? null;
}
