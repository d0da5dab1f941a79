import { type ArabicLanguage, arabicLanguageOf } from '../scripts/arabic-languages.ts';
import { isByEar } from '../systems.ts';
import { givenNameFirst } from '../tables/given-names.ts';
import type { NameToken, Reading, SoundScript, TokenVariant } from '../types.ts';
import { spellingsOf } from './similarity.ts';

/** Readings whose words were written with the sounds of a script that was learned. */
const SCRIPTS: Partial<Record<Reading['system'], SoundScript>> = {
  armenian: 'cyrillic',
  cyrillic: 'cyrillic',
  georgian: 'cyrillic',
  greek: 'cyrillic',
  'han-transcription': 'han',
  hebrew: 'hebrew',
  kana: 'kana',
  'korean-foreign': 'hangul',
};
/** Pashto is heard as Persian is. Sorani writes its vowels, and is heard through Cyrillic letters. */
const OF_ARABIC_SCRIPT: Readonly<Record<ArabicLanguage, SoundScript>> = {
  arabic: 'arabic',
  pashto: 'persian',
  persian: 'persian',
  sorani: 'cyrillic',
  urdu: 'urdu',
};
const MAX_LEARNED = 4;
/** Of these, a known given name is taken for that name. */
const MOST_LIKELY = 2;
/** A text of more words is no name: it is read by its script alone, so that it stays cheap. */
const MAX_WORDS = 10;

/** The readings of a query, in which words of other scripts also have the Latin spellings that they sound like. */
export function withSound(readings: readonly Reading[]): readonly Reading[] {
  return readings.map((reading) => {
    const script = soundsOf(reading);
    if (!script || reading.tokens.length > MAX_WORDS) return reading;
    return { ...reading, tokens: reading.tokens.map((token) => heard(token, script, isByEar(reading.system))) };
  });
}

function soundsOf({ system, tokens }: Reading): SoundScript | undefined {
  if (system !== 'arabic') return SCRIPTS[system];
  return OF_ARABIC_SCRIPT[arabicLanguageOf(tokens.map(({ surface }) => surface).join(' '))];
}

function heard(token: NameToken, script: SoundScript, byEar: boolean): NameToken {
  if (token.role !== 'word' || token.system === undefined || token.system === 'meaning') return token;
  const spellings = spellingsOf(token.surface, script).slice(0, MAX_LEARNED);
  if (spellings.length === 0) return token;
  const known = new Set([token.text, ...(byEar ? [] : token.variants.map(({ text }) => text))]);
  const learned: TokenVariant[] = spellings
    .filter((text) => !known.has(text))
    .map((text) => ({ text, system: 'learned-sound' }));
  const likely = [...(byEar ? [] : token.variants), ...learned.slice(0, MOST_LIKELY)];
  return givenNameFirst(
    { ...token, variants: [...token.variants, ...learned], sound: script, spoken: token.surface },
    likely,
  );
}
