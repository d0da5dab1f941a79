/**
 * What stands before the name of a ship: marks of how it is driven and what for (`M/V`, `MT`, `LPG/C`), and words. In
 * papers of trade and freight they belong to the name, and on lists they do not.
 */
const BEFORE =
  /^(?:[msf][./\s]{0,2}[vtsy]\.?|l[np]g[./]?c?|(?:motor|fishing|cargo|container|research)\s(?:vessel|ship|tanker|yacht)|steam(?:er|ship)|vessel|ship|tanker|yacht|т\/х|м\/в|судно|теплоход|танкер)[\s:]+/iu;
const BEHIND = /\s+\(?(?:(?:motor|fishing|cargo|container|research)\s)?(?:vessel|ship|tanker|yacht)\)?$/iu;

/** The name of a ship without such a mark. Undefined where it has none, or nothing but one. */
export function unmarkedShip(name: string): string | undefined {
  const text = name.trim();
  const bare = text.replace(BEFORE, '').replace(BEHIND, '').trim();
  return bare !== text && /[\p{L}\p{N}].*[\p{L}\p{N}]/u.test(bare) ? bare : undefined;
}
