import { describe, expect, it } from 'vitest';
import { phraseEnd } from './phrases.ts';

/** The phrase, and texts that are one edit away from it, but for its first and last letters. */
function misread(phrase: string): string[] {
  const places = [...phrase].map((_, at) => at).slice(1, -1);
  return [
    phrase,
    ...places.map((at) => `${phrase.slice(0, at)}W${phrase.slice(at + 1)}`),
    ...places.map((at) => `${phrase.slice(0, at)}W${phrase.slice(at)}`),
    ...places.map((at) => phrase.slice(0, at) + phrase.slice(at + 1)),
  ];
}

describe('phrases in what was read', () => {
  const phrase = 'DOCUMENTNUMBER';

  it('are found with a letter too many, too few or wrong, wherever it is', () => {
    for (const text of misread(phrase)) expect(phraseEnd(text, 0, phrase), text).toBe(text.length);
  });

  it('are found with two such letters where they are long, and never with three', () => {
    for (const text of misread(phrase).flatMap(misread)) expect(phraseEnd(text, 0, phrase), text).toBeDefined();
    expect(phraseEnd('DXCXMENTNUMBXR', 0, phrase)).toBeUndefined();
    expect(phraseEnd('DOCUMENTNUMXXXBER', 0, phrase)).toBeUndefined();
    expect(phraseEnd('DOCUMNUMBER', 0, phrase)).toBeUndefined();
  });

  it('are found inside a text, where digits stand for the letters they look like', () => {
    expect(phraseEnd('THED0CUMENTNUM8ER123456', 3, phrase)).toBe(17);
    expect(phraseEnd('THED0CUMENTNUM8ER123456', 2, phrase)).toBeUndefined();
  });

  it('are found exactly where they are short', () => {
    expect(phraseEnd('NAME', 0, 'NAME')).toBe(4);
    expect(phraseEnd('NAXE', 0, 'NAME')).toBeUndefined();
    expect(phraseEnd('NAM', 0, 'NAME')).toBeUndefined();
  });
});
