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
