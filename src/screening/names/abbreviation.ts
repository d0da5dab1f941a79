/** Whether the letters begin a word of the name and then follow in their order. */
export function abbreviates(short: string, name: string): boolean {
  const [first = '', ...others] = short.toLowerCase().replace(/[^a-z0-9]/g, '');
  const letters = name.toLowerCase();
  for (let start = letters.indexOf(first); start >= 0; start = letters.indexOf(first, start + 1)) {
    if (start > 0 && /\p{L}/u.test(letters[start - 1]!)) continue;
    const end = others.reduce((at, letter) => (at < 0 ? at : letters.indexOf(letter, at + 1)), start);
    if (end >= 0) return true;
  }
  return false;
}
