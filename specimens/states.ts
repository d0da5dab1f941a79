import type { Language } from './labels.ts';
import type { Culture } from './names.ts';

/** How a state prints dates. `MMM` is a month name in the state's language, `MMM/MMM` in the first two languages. */
export type DateStyle =
  | 'DD.MM.YYYY'
  | 'DD.MM.YY'
  | 'DD/MM/YYYY'
  | 'DD-MM-YYYY'
  | 'DD MM YYYY'
  | 'DD MMM YYYY'
  | 'DD MMM YY'
  | 'DD MMM/MMM YYYY'
  | 'YYYY-MM-DD'
  | 'YYYY.MM.DD'
  | 'MM/DD/YYYY';

export interface State {
  /** ISO 3166-1 alpha-3, or the code of the standard's Utopia. */
  readonly code: string;
  /** What the machine-readable zone prints; Germany's is one letter (ICAO Doc 9303 part 3 §5). */
  readonly mrzCode: string;
  /** The sign of vehicles, on driving licences. */
  readonly sign: string;
  readonly names: readonly string[];
  readonly languages: readonly Language[];
  readonly culture: Culture;
  readonly dates: readonly DateStyle[];
  readonly heldOut: boolean;
}

function state(
  codes: string,
  names: string,
  languages: string,
  culture: Culture,
  dates: readonly DateStyle[],
  heldOut = false,
): State {
  const [code, sign, mrzCode = code] = codes.split(' ') as [string, string, string?];
  return {
    code,
    sign,
    mrzCode,
    names: names.split('|'),
    languages: languages.split(' ') as Language[],
    culture,
    dates,
    heldOut,
  };
}

export const STATES: readonly State[] = [
  state('UTO UT', 'Utopia', 'eng fra', 'english', ['DD MMM YYYY', 'DD MMM/MMM YYYY', 'DD.MM.YYYY']),
  state('DEU D D', 'Bundesrepublik Deutschland|Federal Republic of Germany', 'deu eng fra', 'german', ['DD.MM.YYYY']),
  state('AUT A', 'Republik Österreich|Republic of Austria', 'deu eng', 'german', ['DD.MM.YYYY', 'DD MMM YYYY']),
  state('FRA F', 'République française', 'fra eng', 'french', ['DD MM YYYY', 'DD.MM.YYYY', 'DD/MM/YYYY']),
  state('BEL B', 'Koninkrijk België|Royaume de Belgique', 'nld fra deu eng', 'dutch', ['DD MMM YYYY', 'DD.MM.YYYY']),
  state('ESP E', 'España', 'spa eng', 'spanish', ['DD MM YYYY', 'DD-MM-YYYY']),
  state('ITA I', 'Repubblica italiana', 'ita eng fra', 'italian', ['DD.MM.YYYY', 'DD MMM YYYY', 'DD MMM/MMM YYYY']),
  state('PRT P', 'Portugal', 'por eng', 'portuguese', ['DD MM YYYY', 'DD.MM.YYYY']),
  state('NLD NL', 'Koninkrijk der Nederlanden|Kingdom of the Netherlands', 'nld eng fra', 'dutch', [
    'DD MMM/MMM YYYY',
    'DD.MM.YYYY',
  ]),
  state('POL PL', 'Rzeczpospolita Polska|Republic of Poland', 'pol eng', 'polish', ['DD.MM.YYYY', 'DD MMM/MMM YYYY']),
  state('CZE CZ', 'Česká republika|Czech Republic', 'ces eng', 'czech', ['DD.MM.YYYY']),
  state('SVK SK', 'Slovenská republika|Slovak Republic', 'slk eng', 'czech', ['DD.MM.YYYY']),
  state('SWE S', 'Sverige|Sweden', 'swe eng', 'nordic', ['DD MMM/MMM YYYY', 'YYYY-MM-DD', 'DD.MM.YYYY']),
  state('DNK DK', 'Danmark|Denmark', 'dan eng', 'nordic', ['DD MMM/MMM YYYY', 'DD.MM.YYYY', 'DD-MM-YYYY']),
  state('NOR N', 'Norge|Norway', 'nor eng', 'nordic', ['DD.MM.YYYY', 'DD MMM/MMM YYYY']),
  state('IRL IRL', 'Éire|Ireland', 'eng', 'english', ['DD MMM YYYY', 'DD.MM.YYYY']),
  state('GBR UK', 'United Kingdom of Great Britain and Northern Ireland', 'eng fra', 'english', [
    'DD MMM YYYY',
    'DD.MM.YYYY',
  ]),
  state('AUS AUS', 'Australia', 'eng', 'english', ['DD MMM YYYY']),
  state('CAN CDN', 'Canada', 'eng fra', 'english', ['DD MMM/MMM YYYY', 'DD MMM YYYY']),
  state('ROU RO', 'România|Romania', 'ron eng fra', 'romanian', ['DD.MM.YYYY', 'DD MMM/MMM YYYY']),
  state('GRC GR', 'Ελληνική Δημοκρατία|Hellenic Republic', 'ell eng', 'greek', ['DD MMM YYYY', 'DD.MM.YYYY']),
  state('BGR BG', 'Република България|Republic of Bulgaria', 'bul eng', 'bulgarian', ['DD.MM.YYYY']),
  state('UKR UA', 'Україна|Ukraine', 'ukr eng', 'bulgarian', ['DD MM YYYY', 'DD MMM YYYY']),
  state('LTU LT', 'Lietuvos Respublika|Republic of Lithuania', 'lit eng', 'baltic', ['YYYY-MM-DD', 'YYYY.MM.DD']),
  state('LVA LV', 'Latvijas Republika|Republic of Latvia', 'lav eng', 'baltic', ['DD.MM.YYYY']),
  state('TUR TR', 'Türkiye Cumhuriyeti|Republic of Türkiye', 'tur eng', 'turkish', ['DD.MM.YYYY', 'DD MMM/MMM YYYY']),
  state('FIN FIN', 'Suomi Finland', 'fin swe eng', 'finnish', ['DD.MM.YYYY', 'DD MM YYYY']),
  state('EST EST', 'Eesti Vabariik|Republic of Estonia', 'est eng', 'estonian', ['DD.MM.YYYY'], true),
  state('HUN H', 'Magyarország|Hungary', 'hun eng', 'hungarian', ['DD MM YYYY', 'DD MMM YYYY', 'YYYY.MM.DD'], true),
  state('HRV HR', 'Republika Hrvatska|Republic of Croatia', 'hrv eng', 'croatian', ['DD.MM.YYYY', 'DD MM YYYY'], true),
  state(
    'SVN SLO',
    'Republika Slovenija|Republic of Slovenia',
    'slv eng',
    'croatian',
    ['DD.MM.YYYY', 'DD MM YYYY'],
    true,
  ),
];

/** A state by its alpha-3 code. */
export function stateOf(code: string): State {
  const found = STATES.find((one) => one.code === code);
  if (!found) throw new Error(`No specimen state has the code ${code}.`);
  return found;
}
