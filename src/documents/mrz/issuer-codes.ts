/** Three-letter codes of ISO 3166-1, and those that are in use beside them (ICAO Doc 9303 part 3 §5). */
const COUNTRIES = `ABW AFG AGO AIA ALA ALB AND ARE ARG ARM ASM ATA ATF ATG AUS AUT AZE BDI BEL BEN BES BFA BGD BGR BHR BHS BIH BLM
BLR BLZ BMU BOL BRA BRB BRN BTN BVT BWA CAF CAN CCK CHE CHL CHN CIV CMR COD COG COK COL COM CPV CRI CUB CUW CXR CYM CYP CZE DEU DJI DMA
DNK DOM DZA ECU EGY ERI ESH ESP EST ETH FIN FJI FLK FRA FRO FSM GAB GBR GEO GGY GHA GIB GIN GLP GMB GNB GNQ GRC GRD GRL GTM GUF GUM
GUY HKG HMD HND HRV HTI HUN IDN IMN IND IOT IRL IRN IRQ ISL ISR ITA JAM JEY JOR JPN KAZ KEN KGZ KHM KIR KNA KOR KWT LAO LBN LBR LBY
LCA LIE LKA LSO LTU LUX LVA MAC MAF MAR MCO MDA MDG MDV MEX MHL MKD MLI MLT MMR MNE MNG MNP MOZ MRT MSR MTQ MUS MWI MYS MYT NAM NCL
NER NFK NGA NIC NIU NLD NOR NPL NRU NZL OMN PAK PAN PCN PER PHL PLW PNG POL PRI PRK PRT PRY PSE PYF QAT REU ROU RUS RWA SAU SDN SEN
SGP SGS SHN SJM SLB SLE SLV SMR SOM SPM SRB SSD STP SUR SVK SVN SWE SWZ SXM SYC SYR TCA TCD TGO THA TJK TKL TKM TLS TON TTO TUN TUR
TUV TWN TZA UGA UKR UMI URY USA UZB VAT VCT VEN VGB VIR VNM VUT WLF WSM YEM ZAF ZMB ZWE`;

/**
 * Part 3 §5, parts B to D: British kinds, Germany's D, the European Union, Kosovo, organisations, persons without a
 * nationality, specimens.
 */
const OTHERS = `D GBD GBN GBO GBP GBS EUE RKS UNO UNA UNK UNM XAF XBA XCC XCE XCO XCT XDC XEC XES XIM XMP XOM XPO XSP XXA XXB XXC XXX UTO
ANT NTZ ROM SCG YUG TMP ZAR IAO WSA`;

const KNOWN = new Set(`${COUNTRIES} ${OTHERS}`.split(/\s+/));

/** Whether a code names a state, organisation or kind of holder (ICAO Doc 9303 part 3 §5). */
export function isKnownCode(code: string): boolean {
  return KNOWN.has(code);
}

/**
 * Today's three-letter code of the country behind a code of a machine-readable zone. Codes of organisations and
 * specimens stay as they are.
 */
export function countryOf(code: string): string {
  if (code === 'D') return 'DEU';
  return /^GB[DNOPS]$/.test(code) ? 'GBR' : code;
}
