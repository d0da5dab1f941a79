import { foldLatin } from '../latin.ts';
import { normaliseText } from '../normalise.ts';
import { givenNameClasses } from '../tables/given-names.ts';
import { TITLES, TITLES_OR_NAMES } from '../tables/titles-and-particles.ts';

/** More people than these share no account that somebody writes into one field. */
const MAX_HOLDERS = 6;
/** How several people hold something together, as banks and brokers write it behind their names. */
const TENURE =
  /[\s,;(]+(?:J\.?T\.?W\.?R\.?O\.?S\.?|JT\s+WROS|JT\s?TEN|TEN\s?COM|TEN\s?ENT|TEN\s+IN\s+COM|TEN\s+BY\s+ENT|COM\s?PROP|JOINT\s+(?:TENANTS?|ACCOUNT|A\/C|NAMES?|OWNERS?)(?:\s+WITH\s+RIGHTS?\s+OF\s+SURVIVORSHIP)?|TENANTS\s+(?:IN\s+COMMON|BY\s+THE\s+ENTIRETY)|EITHER\s+OR\s+SURVIVOR|GEMEINSCHAFTSKONTO|(?:UND|ODER)-?KONTO|COMPTE\s+JOINT|CUENTA\s+CONJUNTA)\)?(?=[\s,;)]|$)/giu;
/** Who holds or receives something for another one: care of, in trust for, for the benefit of, on behalf of. */
const FOR_ANOTHER =
  /\s+(?:[Cc]\/(?:[Oo]|-)|care of|CARE OF|ATF|A\/T\/F|ITF|I\/T\/F|FBO|F\/B\/O|O\/B\/O|(?:(?:as )?trustees? for|in trust for|for the benefit of|on behalf of|(?:AS )?TRUSTEES? FOR|IN TRUST FOR|FOR THE BENEFIT OF|ON BEHALF OF))\s+/gu;
/** Relations that are written with a slash and are no second holder: son of, account, also known as. */
const WITH_SLASH = /(?<![\p{L}\p{N}])(?:[SDWHFMB]\/O|A\/[CLP]|N\/A|[AFN]\/K\/A|D\/B\/A)(?![\p{L}\p{N}])/giu;
const NO_SLASH = '\u2044';
/** Signs and words that nobody is called. */
const LINK =
  /\s*[;&+|]\s*|(?<=[\p{L}.)]\s*)\/\s*(?=[\p{L}(])|\s+(?:and\s?\/\s?or|and|und|oder|и\/или|или|и|і|та|και)\s+/u;
/** These link in capitals, too. */
const IN_ANY_CASE = /\s(?:and\s?\/\s?or|and|und|oder|и\/или|или)(?=\s)/giu;
/** Words that may also be a name, an initial or part of a family name. */
const LIKELY = /\s+(?:or|et|ou|y|e|o|i|en|og|och|eller|ve|veya|й|ή|و|أو|או|と|与)\s+/u;
const LIKELY_IN_CAPITALS = /\s+(?:OR|ET|OU|Y|И|VE|OG|OCH|ΚΑΙ)\s+/u;
/** What has none of these is the name of one person. */
const MAY_BE_SEVERAL =
  /[;&+|/]|\s(?:and|und|oder|или|и|і|та|και|or|et|ou|y|e|o|i|en|og|och|eller|ve|veya|й|ή|و|أو|או|と|与)\s|j\.?t|joint|konto|tenan|surviv|conjunta|care of|trust|behalf|benefit|\sATF\s|\sITF\s|\sFBO\s|\sten\s?(?:com|ent)|com\s?prop/iu;

/**
 * The holders that a person's name gives together (`A and B`, `A & B`, `A / B`, `A; B`), each as a name of its own.
 * Who is given without a family name shares that of another (`John and Mary Smith`). Empty where one person is named.
 */
export function holdersOf(name: string): string[] {
  if (!MAY_BE_SEVERAL.test(name)) return [];
  const text = normaliseText(name);
  const bare = text.replace(TENURE, ' ').replace(FOR_ANOTHER, ' ; ').trim();
  const masked = bare.replace(WITH_SLASH, (relation) => relation.replaceAll('/', NO_SLASH));
  const likely = isInCapitals(text) ? LIKELY_IN_CAPITALS : LIKELY;
  const linked = masked.replace(IN_ANY_CASE, (link) => link.toLowerCase());
  const parts = linked.split(LINK).flatMap((part) => ofLikely(part, likely));
  const named = parts.map((part) => part.replaceAll(NO_SLASH, '/').trim()).filter((part) => /\p{L}/u.test(part));
  if (parts.length === 1) return bare === text ? [] : named;
  return [...new Set(named.flatMap((part, place) => withFamilyName(part, named, place)))].slice(0, MAX_HOLDERS);
}

/** What words that may be names link: whole names, or a known given name and a whole name that it shares. */
function ofLikely(part: string, likely: RegExp): string[] {
  const [first, ...others] = part.split(likely);
  const areWhole = others.length > 0 && others.every((one) => words(one).length > 1);
  return areWhole && (words(first!).length > 1 || isGivenName(first!)) ? [first!, ...others] : [part];
}

const isInCapitals = (text: string): boolean => /\p{Lu}/u.test(text) && !/\p{Ll}/u.test(text);

const isGivenName = (text: string): boolean => givenNameClasses(foldLatin(words(text)[0] ?? '')).length > 0;

/** The words of a name without what is a title and never a name. */
const words = (name: string): string[] => name.split(/[\s,]+/).filter((word) => /\p{L}/u.test(word) && !isTitle(word));

function isTitle(word: string): boolean {
  const text = word.toLowerCase().replaceAll('.', '');
  return TITLES.has(text) && !TITLES_OR_NAMES.has(text);
}

/**
 * One of several holders with a family name. A title alone stands for nobody: `Mr and Mrs Smith`. Where no holder has
 * two words, the name is rather that of one person or of a firm.
 */
function withFamilyName(part: string, all: readonly string[], place: number): string[] {
  const own = words(part).length;
  if (own > 1) return listed(part);
  if (own === 0) return [];
  const isWhole = (one: string) => words(one).length > 1;
  const whole = all.slice(place + 1).find(isWhole) ?? all.findLast(isWhole);
  if (whole !== undefined) return familyNamesOf(whole).map((family) => `${part} ${family}`);
  return all.every((one) => one === part || words(one).length === 0) ? [part] : [];
}

/** `Anna Quist, Otto Quist` beside a third holder are two; `Quist, Anna` is one. */
function listed(part: string): string[] {
  const names = part.split(',').map((one) => one.trim());
  return names.every((one) => words(one).length > 1) ? names : [part];
}

/** What stands before a comma, or the last word. Of three words or more also all but the first: some have two. */
function familyNamesOf(whole: string): string[] {
  const before = whole.includes(',') ? whole.slice(0, whole.indexOf(',')).trim() : '';
  if (before !== '') return [before];
  const own = words(whole);
  return own.length > 2 ? [own.at(-1)!, own.slice(1).join(' ')] : [own.at(-1)!];
}
