import { expect, test } from 'vitest';
import { fromZawgyi } from './zawgyi.ts';

const same = (zawgyi: string, unicode: string) =>
  expect(fromZawgyi(zawgyi).normalize('NFC')).toBe(unicode.normalize('NFC'));

test.each([
  ['ေဒၚခင္သန္းျမင့္', 'ဒေါ်ခင်သန်းမြင့်'],
  ['သူရဦးေရႊမန္း', 'သူရဦးရွှေမန်း'],
  ['ဦးမိုးေဇာ္ဟိန္း', 'ဦးမိုးဇော်ဟိန်း'],
  ['ေဒါက္တာေက်ာ္ျမင့္', 'ဒေါက်တာကျော်မြင့်'],
  ['ဗိုလ္ခ်ဳပ္ႀကီး', 'ဗိုလ်ချုပ်ကြီး'],
  ['ဦးရ\u103dိသီး', 'ဦးရှိသီး'],
])('%s is read in the order of Unicode', (zawgyi, unicode) => {
  same(zawgyi, unicode);
});

test('a small ng stands before its consonant', () => {
  same('အဂၤလိပ္', 'အင်္ဂလိပ်'.replace('\u1039', ''));
});

test.each(['ဒေါ်ခင်သန်းမြင့်', 'မင်းအောင်လှိုင်', 'သူရဦးရွှေမန်း', 'ဗုဒ္ဓ', 'Zumbrock', ''])('%s stays as it is', (word) => {
  expect(fromZawgyi(word)).toBe(word);
});
