import type { IndexView } from './index/view.ts';
import { analyseName } from './names/analyse.ts';

/**
 * Entities of which one name has every word of a text, in whatever script that is written; the shortest names first,
 * then by name. Words are compared whole: other spellings than those that the index has are not found. Of a text
 * without words every entity, by name. `isBegun`: the last word may go on, as while somebody types.
 */
export function entitiesWithWords(view: IndexView, text: string, isBegun = false): number[] {
  const words = analyseName(text, 'unknown').readings[0]?.tokens ?? [];
  if (words.length === 0) return [...view.entityByRank];
  const [first, ...rest] = words.map(({ text: main, variants }, at) => {
    if (isBegun && at === words.length - 1) return formsWith(view, view.textsBeginning(main));
    const spellings = [main, ...variants.map((variant) => variant.text)];
    return formsWith(view, new Set(spellings.map((spelling) => view.textId(spelling))));
  });
  const shortest = new Map<number, number>();
  for (const form of first!) {
    if (!rest.every((forms) => forms.has(form))) continue;
    const entity = view.formEntity[form]!;
    const length = view.slotStarts[form + 1]! - view.slotStarts[form]!;
    if (length < (shortest.get(entity) ?? Number.POSITIVE_INFINITY)) shortest.set(entity, length);
  }
  const { entityRank } = view;
  return [...shortest].sort(([a, x], [b, y]) => x - y || entityRank[a]! - entityRank[b]!).map(([entity]) => entity);
}

/** Forms with a word that is one of these texts of the dictionary. */
function formsWith(view: IndexView, texts: Iterable<number>): Set<number> {
  const { textWordStarts, textWords, postingStarts, postings } = view;
  const forms = new Set<number>();
  for (const id of texts) {
    if (id < 0) continue;
    for (let at = textWordStarts[id]!; at < textWordStarts[id + 1]!; at++) {
      const word = textWords[at]!;
      for (let place = postingStarts[word]!; place < postingStarts[word + 1]!; place++) forms.add(postings[place]!);
    }
  }
  return forms;
}
