import type { DateStyle } from './states.ts';

/** A state or province that issues driving licences. */
export interface Region {
  readonly code: string;
  readonly name: string;
  readonly country: 'USA' | 'CAN';
  /** Issuer identification number of its barcodes (AAMVA). */
  readonly issuer: string;
  readonly number: string;
  readonly cities: readonly string[];
  readonly postal: string;
  readonly dates: DateStyle;
  readonly heldOut: boolean;
}

function region(
  code: string,
  name: string,
  issuer: string,
  number: string,
  cities: string,
  postal: string,
  heldOut = false,
): Region {
  const country = issuer.endsWith('!') ? 'CAN' : 'USA';
  return {
    code,
    name,
    country,
    issuer: issuer.replace('!', ''),
    number,
    cities: cities.split('|'),
    postal,
    dates: country === 'CAN' ? 'YYYY-MM-DD' : 'MM/DD/YYYY',
    heldOut,
  };
}

/** Number patterns follow what the states print, as far as their form is public. */
export const REGIONS: readonly Region[] = [
  region('CA', 'California', '636014', 'A9999999', 'Sacramento|Fresno|San Diego', '95999'),
  region('NY', 'New York', '636001', '999 999 999', 'Albany|Buffalo|New York', '12999'),
  region('TX', 'Texas', '636015', '99999999', 'Austin|Houston|El Paso', '78999'),
  region('FL', 'Florida', '636010', 'A999-999-99-999-9', 'Tampa|Orlando|Miami', '33999'),
  region('PA', 'Pennsylvania', '636025', '99 999 999', 'Erie|Harrisburg|Scranton', '17999'),
  region('OH', 'Ohio', '636023', 'AA999999', 'Columbus|Dayton|Akron', '43999'),
  region('IL', 'Illinois', '636035', 'A999-9999-9999', 'Springfield|Peoria|Chicago', '62999'),
  region('MI', 'Michigan', '636032', 'A 999 999 999 999', 'Lansing|Flint|Detroit', '48999'),
  region('VA', 'Virginia', '636000', 'A99-99-9999', 'Richmond|Norfolk|Roanoke', '23999'),
  region('WA', 'Washington', '636045', 'AAAAA999X9XX', 'Olympia|Spokane|Seattle', '98999'),
  region('AZ', 'Arizona', '636026', 'A99999999', 'Phoenix|Tucson|Mesa', '85999'),
  region('MA', 'Massachusetts', '636002', 'A99999999', 'Boston|Worcester|Lowell', '02999'),
  region('ON', 'Ontario', '636012!', 'A9999-99999-99999', 'Toronto|Ottawa|Kingston', 'A9A 9A9'),
  region('BC', 'British Columbia', '636028!', '9999999', 'Victoria|Vancouver|Kelowna', 'A9A 9A9'),
  region('AB', 'Alberta', '604432!', '999999-999', 'Calgary|Edmonton|Red Deer', 'A9A 9A9'),
  region('MN', 'Minnesota', '636038', 'A999999999999', 'Duluth|Rochester|Saint Paul', '55999', true),
  region('OR', 'Oregon', '636029', '9999999', 'Salem|Eugene|Portland', '97999', true),
  region('KY', 'Kentucky', '636046', 'A99-999-999', 'Frankfort|Lexington|Louisville', '40999', true),
  region('NS', 'Nova Scotia', '636013!', 'AAAAA999999999', 'Halifax|Sydney|Truro', 'A9A 9A9', true),
];

/** What the people of these regions are called: a mix, as they are. */
export const REGION_CULTURES = ['english', 'english', 'spanish', 'french', 'german', 'polish', 'italian'] as const;

/** States beside those above, for the layouts of numbered licences alone. */
export const MORE_REGIONS: readonly Region[] = [
  region('GA', 'Georgia', '636055', '999999999', 'Atlanta|Savannah|Macon', '30999'),
  region('NC', 'North Carolina', '636004', '999999999999', 'Raleigh|Durham|Charlotte', '27999'),
  region('SC', 'South Carolina', '636005', '999999999', 'Columbia|Greenville|Aiken', '29999'),
  region('TN', 'Tennessee', '636053', '999999999', 'Nashville|Memphis|Knoxville', '37999'),
  region('NJ', 'New Jersey', '636036', 'A9999 99999 99999', 'Trenton|Newark|Camden', '08999'),
  region('CO', 'Colorado', '636020', '99-999-9999', 'Denver|Boulder|Pueblo', '80999'),
  region('IN', 'Indiana', '636037', '9999-99-9999', 'Gary|Muncie|Fort Wayne', '46999'),
  region('IA', 'Iowa', '636018', '999AA9999', 'Ames|Des Moines|Dubuque', '50999'),
  region('MO', 'Missouri', '636030', 'A999999999', 'Saint Louis|Joplin|Columbia', '63999'),
  region('WI', 'Wisconsin', '636031', 'A999-9999-9999-99', 'Madison|Racine|Green Bay', '53999'),
  region('OK', 'Oklahoma', '636058', 'A999999999', 'Tulsa|Norman|Lawton', '73999'),
  region('MS', 'Mississippi', '636051', '999999999', 'Jackson|Biloxi|Tupelo', '39999', true),
  region('RI', 'Rhode Island', '636052', '9999999', 'Providence|Newport', '02999', true),
  region('NM', 'New Mexico', '636009', '999999999', 'Santa Fe|Roswell|Taos', '87999', true),
  region('LA', 'Louisiana', '636007', '999999999', 'Baton Rouge|Monroe|Lafayette', '70999', true),
  region('VT', 'Vermont', '636024', '99999999', 'Montpelier|Barre|Rutland', '05999', true),
];
