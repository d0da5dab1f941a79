/**
 * A name as lists sort it: its case folded, so that code points alone decide. Marks stay, so `É` comes after `Z`.
 * Upper case first joins letters that fold to several, such as `ß` and `SS`; both forms of sigma are one letter.
 */
export function nameKey(name: string): string {
  return name.toUpperCase().toLowerCase().replaceAll('ς', 'σ');
}
