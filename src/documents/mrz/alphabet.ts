/** Every character of a machine-readable zone (ICAO Doc 9303 part 3 §4.3), in the order of the network's classes. */
export const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ<';

const WEIGHTS = [7, 3, 1];

/**
 * The check digit over a text of the alphabet (ICAO Doc 9303 part 3 §4.9). It is the weighted sum modulo 10, with the
 * weights 7, 3, 1 from the left. Letters count 10 to 35 and fillers nothing.
 */
export function checkDigit(text: string): string {
  let sum = 0;
  for (let at = 0; at < text.length; at++) sum += worth(text[at]!) * WEIGHTS[at % 3]!;
  return String(sum % 10);
}

function worth(character: string): number {
  return character === '<' ? 0 : ALPHABET.indexOf(character);
}
