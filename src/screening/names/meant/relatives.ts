/*
 * Registers of South and South-East Asia write whose son, daughter or wife a person is: `Fatima d/o Gul Agha`,
 * `Kamala a/p Ramasamy`. The relative is another person.
 */

/** Short forms, with the relation that each says. The last two are Malay: anak lelaki, anak perempuan. */
const RELATIONS: Readonly<Record<string, string>> = {
  's/o': 'son of',
  'd/o': 'daughter of',
  'w/o': 'wife of',
  'h/o': 'husband of',
  'f/o': 'father of',
  'm/o': 'mother of',
  'b/o': 'brother of',
  'a/l': 'son of',
  'a/p': 'daughter of',
};
const SHORT = /,?\s*(?<![\p{L}\p{N}])([sdwhfmb]\/o|a\/[lp])(?![\p{L}\p{N}])[.:]?\s*/giu;
const RELATED = 'son|daughter|wife|husband|widow|spouse|father|mother|brother|sister';
const IN_FULL = new RegExp(String.raw`,?\s+(${RELATED})\s+of\s+(?=\p{L})`, 'giu');
const TWO_WORDS = /\p{L}[\p{L}\p{M}'.-]*\s+[\p{L}\p{M}'.-]*\p{L}/u;

/** Words that, before `of`, say how somebody is related. */
export const RELATIVES: ReadonlySet<string> = new Set(RELATED.split('|'));

/** A person's name with its relations in words, and without a comma before them: `d/o` as `daughter of`. */
export function withRelationsInWords(name: string): string {
  const text = name.includes('/')
    ? name.replace(SHORT, (_, short: string) => ` ${RELATIONS[short.toLowerCase()]} `)
    : name;
  return text.includes(' of ') ? text.replace(IN_FULL, ' $1 of ').trim() : text;
}

/** The person's own name, of two words or more, in a name that says whose relative the person is. Else undefined. */
export function withoutRelative(name: string): string | undefined {
  const text = withRelationsInWords(name);
  const at = text.search(IN_FULL);
  const own = at < 0 ? '' : text.slice(0, at).trim();
  return TWO_WORDS.test(own) ? own : undefined;
}
