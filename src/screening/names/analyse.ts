import type { NameParts } from '../../watchlists/model.ts';
import { foldLatin, foldLatinExpanded } from './latin.ts';
import { normaliseText } from './normalise.ts';
import { tagTokens } from './roles.ts';
import { romaniseArabic } from './scripts/arabic.ts';
import { cyrillicLanguage, romaniseCyrillic } from './scripts/cyrillic.ts';
import { romaniseFallback } from './scripts/fallback.ts';
import { romaniseGreek } from './scripts/greek.ts';
import { MOST_VARIANTS, type Romanised } from './scripts/romanised.ts';
import { type Script, type Word, words } from './tokenise.ts';
import type { AnalysedName, NameToken, Reading } from './types.ts';

export type NameOwner = 'person' | 'organization' | 'unknown';

const CACHE_SIZE = 100_000;
const cache = new Map<string, readonly NameToken[]>();

/**
 * A name as Latin tokens with roles. Never throws; a name without letters and digits has no reading. `parts`, where a
 * list gives them, tell a title from a name.
 */
export function analyseName(name: string, kind: NameOwner, parts?: NameParts): AnalysedName {
  const text = normaliseText(name);
  const found = words(text);
  const tokens = found.flatMap((word) => tokensOf(word, text));
  if (tokens.length === 0) return { original: name, readings: [] };
  const title =
    parts?.title === undefined
      ? undefined
      : new Set(words(normaliseText(parts.title)).flatMap((word) => tokensOf(word, text).map((token) => token.text)));
  const reading: Reading = { system: systemOf(found), tokens: tagTokens(tokens, kind, title) };
  return { original: name, readings: [reading] };
}

function systemOf(found: readonly Word[]): string {
  const script = found.find((word) => word.script !== 'latin')?.script ?? 'latin';
  return script[0]!.toUpperCase() + script.slice(1);
}

function tokensOf(word: Word, name: string): readonly NameToken[] {
  const language = word.script === 'cyrillic' ? cyrillicLanguage(name) : '';
  const key = `${language}|${word.surface}`;
  const known = cache.get(key);
  if (known) return known;
  const made = makeTokens(word, name);
  if (cache.size >= CACHE_SIZE) cache.clear();
  cache.set(key, made);
  return made;
}

const ROMANISERS: Partial<Record<Script, (word: string, name: string) => Romanised | undefined>> = {
  cyrillic: (word, name) => romaniseCyrillic(word, cyrillicLanguage(name)),
  greek: romaniseGreek,
};

function makeTokens(word: Word, name: string): NameToken[] {
  if (word.script === 'latin') return latinTokens(word.surface);
  if (word.script === 'arabic') return arabicTokens(word.surface);
  const romanise = ROMANISERS[word.script] ?? romaniseFallback;
  return asTokens(word.surface, romanise(word.surface, name));
}

/** `alZawahiri` is written together but is an article and a name. */
function latinTokens(surface: string): NameToken[] {
  const article = /^(al|el|Al|El)(\p{Lu}\p{Ll}.*)$/u.exec(surface);
  if (article) return [...latinTokens(article[1]!), ...latinTokens(article[2]!)];
  const text = foldLatin(surface);
  if (text === '') return [];
  const expanded = foldLatinExpanded(surface);
  return [
    {
      text,
      surface,
      role: 'word',
      variants: expanded === undefined ? [] : [{ text: expanded, system: 'marks written out' }],
    },
  ];
}

/** The article ال is a token of its own, unless the word is too short to have one or is a name by itself. */
function arabicTokens(surface: string): NameToken[] {
  const article = /^(و?)(ال)([\p{L}\p{M}]{3,})$/u.exec(surface);
  if (article && !/^(الله|الياس|الیاس|الكسندر|الکساندر|البرت|الفرد|اليزابيث|الينا|اليسون|اللورد|الان)/u.test(surface)) {
    const rest = asTokens(article[3]!, romaniseArabic(article[3]!));
    const al: NameToken = { text: 'al', surface: article[2]!, role: 'particle', system: 'Arabic script', variants: [] };
    const [first, ...others] = rest;
    // Foreign names that only happen to begin with ال (ألكسندر, ألبرتو) keep the joined form as a variant.
    if (first) return [al, first, ...others];
  }
  return asTokens(surface, romaniseArabic(surface));
}

function asTokens(surface: string, found: Romanised | undefined): NameToken[] {
  if (found === undefined) return [];
  return [
    {
      text: found.text,
      surface,
      role: 'word',
      system: found.system,
      variants: found.variants.slice(0, MOST_VARIANTS),
    },
  ];
}
