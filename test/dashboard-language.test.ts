import { expect, test } from 'vitest';
import { de } from '../dashboard/src/strings/de.ts';
import { en } from '../dashboard/src/strings/en.ts';
import { SENTENCES } from '../src/sentences.ts';

const formsOf = (entry: (typeof en)[keyof typeof en]) => (typeof entry === 'string' ? [entry] : Object.values(entry));
const valuesOf = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort();

test('the German dashboard says the same values as the English one', () => {
  for (const key of Object.keys(en) as (keyof typeof en)[]) {
    const [english, german] = [formsOf(en[key]), formsOf(de[key])];
    for (const form of german) expect(valuesOf(form), `${key}: ${form}`).toEqual(valuesOf(english[0]!));
  }
});

test('no sentence of the service stays English in the German dashboard', () => {
  const sentences = Object.entries(SENTENCES).filter(([, text]) => text.includes(' '));
  const english = sentences.filter(([key, text]) => de[key as keyof typeof de] === text);
  expect(english).toEqual([]);
});

test('the dashboard does not overwrite a sentence of the service', () => {
  for (const [key, text] of Object.entries(SENTENCES)) expect(en[key as keyof typeof en]).toBe(text);
});

test('neither language says again what its readers found strange', () => {
  const english = JSON.stringify(en);
  for (const words of [
    'Nothing has been asked yet',
    'Works on it',
    'Decide them together',
    'Choose none',
    'Because of',
    'Take it, or give it back',
  ]) {
    expect(english).not.toContain(words);
  }
  const german = JSON.stringify(de);
  for (const words of ['Leben beurteilt', 'übersetzt', 'andere Listen']) expect(german).not.toContain(words);
  for (const words of ['Assignee', 'Clear selection', 'Waiting for']) expect(english).toContain(words);
  expect(german).toContain('Lebenderkennung');
});
