import { readFile } from 'node:fs/promises';
import { describe, expect, it, test } from 'vitest';
import { NO_SHARED_LISTS, readAll, sharedFile } from '../../../test/support/list-source.ts';
import { memoryFile } from '../formats/list-file.ts';
import { sourceById } from '../registry.ts';
import { EntryDraft } from './entry-draft.ts';
import { plainName } from './plain-name.ts';

const FIXTURES: readonly (readonly [source: string, file: string, name: string])[] = [
  ['us-ofac-sdn', 'ofac/fixtures/sdn.csv', 'sdn.csv'],
  ['us-ofac-sdn', 'ofac/fixtures/sdn.xml', 'sdn.xml'],
  ['us-ofac-sdn', 'ofac/fixtures/advanced.xml', 'sdn_advanced.xml'],
  ['us-ofac-sdn', 'ofac/fixtures/enhanced.xml', 'sdn_enhanced.xml'],
  ['un-sc', 'un-sc/fixtures/consolidated.xml', 'consolidated.xml'],
  ['eu-fsf', 'eu-fsf/fixtures/list-1-1.xml', 'list.xml'],
  ['eu-fsf', 'eu-fsf/fixtures/list-1-1.csv', 'list.csv'],
  ['uk-sanctions', 'uk-sanctions/fixtures/list.xml', 'list.xml'],
  ['uk-sanctions', 'uk-sanctions/fixtures/list.csv', 'list.csv'],
  ['uk-ofsi', 'uk-ofsi/fixtures/conlist.csv', 'ConList.csv'],
  ['ca-sema', 'ca-sema/fixtures/present.xml', 'sema-lmes.xml'],
  ['ch-seco', 'ch-seco/fixtures/list.xml', 'list.xml'],
  ['fr-gels', 'fr-gels/fixtures/register.json', 'register.json'],
  ['us-csl', 'us-csl/fixtures/consolidated.csv', 'consolidated.csv'],
  ['jp-mof', 'jp-mof/fixtures/shisantouketsu20261101.csv', 'list.csv'],
  ['pl-mswia', 'pl-mswia/fixtures/lista.html', 'lista.html'],
  ['interpol-red', 'interpol-red/fixtures/page.json', 'page.json'],
  ['fbi-wanted', 'fbi-wanted/fixtures/page.json', 'page.json'],
  ['us-congress', 'us-congress/fixtures/legislators.json', 'legislators-current.json'],
  ['everypolitician', 'everypolitician/fixtures/ep-popolo-v1.0.json', 'ep-popolo-v1.0.json'],
  ['wikidata-pep', 'wikidata-pep/fixtures/results.json', 'results.json'],
  ['opensanctions', 'opensanctions/fixtures/targets.simple.csv', 'targets.simple.csv'],
  ['opensanctions', 'opensanctions/fixtures/entities.ftm.json', 'entities.ftm.json'],
];

describe('a listed name', () => {
  it.each([
    ['Kim Doe[14]', 'Kim Doe'],
    ['Kim Doe [a][note 2]', 'Kim Doe'],
    ['Kim Doe[citation needed]', 'Kim Doe'],
    ['Kim Doe (citation needed)*', 'Kim Doe'],
    ['Kim Doe†', 'Kim Doe'],
    ['Kim Doe³,', 'Kim Doe'],
    ['Kim Doe -', 'Kim Doe'],
    [',Kim Doe;', 'Kim Doe'],
    ['\u200eKim\u00ad Doe\u200e', 'Kim Doe'],
    ['Kim &amp; Doe &quot;Roe&quot;', 'Kim & Doe "Roe"'],
    ['Sa\x9aa Doe', 'Saša Doe'],
  ])('%j loses what is not part of it', (written, name) => {
    expect(plainName(written)).toBe(name);
  });

  it.each([
    'Ministry of Interior [Syria]',
    'Doe Trading Co., Ltd.',
    'John Doe Jr.',
    '|Doe Johannes',
    '//Doe Clara',
    'doe12345',
    'Office #39',
    'Doe (Maj. [Rtd])',
    'حسن حسن\u200cزاده',
    '40',
  ])('%j stays as it is', (name) => {
    expect(plainName(name)).toBe(name);
  });

  it('of more than 1,000 characters is kept as a remark', () => {
    const draft = new EntryDraft('1', 'person');
    draft.addName('Kim Doe', 'primary');
    draft.addName('x'.repeat(1001), 'alias');
    expect(draft.entry()).toMatchObject({ names: [{ full: 'Kim Doe' }], remarks: 'x'.repeat(1001) });
  });
});

describe('a footnote mark after a name', () => {
  test.each(FIXTURES)('of %s (%s) is on no match', async (id, path, file) => {
    const text = await readFile(new URL(`../sources/${path}`, import.meta.url), 'utf8');
    const { entries } = await readAll(sourceById(id), memoryFile(file, text));
    const spellings = entries.flatMap(({ names }) =>
      names.flatMap(({ full, parts }) => [full, ...(parts?.family ? [parts.family] : [])]),
    );
    // The first name that stands in the file as it was read, its end being that of a cell, an element or a string.
    const ends = ['<', '"', ',', ';'];
    const name = spellings.find((spelling) => ends.some((end) => text.includes(`${spelling}${end}`)))!;
    const end = ends.find((item) => text.includes(`${name}${item}`))!;
    const marked = text.replaceAll(`${name}${end}`, `${name}[14]${end}`);
    expect(marked).not.toBe(text);
    const read = await readAll(sourceById(id), memoryFile(file, marked));
    const names = (all: typeof entries) => all.map((entry) => entry.names.map(({ full, parts }) => ({ full, parts })));
    expect(names(read.entries)).toEqual(names(entries));
  });

  const popolo = sharedFile('pep-everypolitician/everypolitician-20151130-ep-popolo.tar.gz');
  test.skipIf(!popolo)(`is nowhere in EveryPolitician (else: ${NO_SHARED_LISTS})`, async () => {
    const { entries } = await readAll(sourceById('everypolitician'), popolo!);
    expect(entries).toHaveLength(55_117);
    const all = entries.flatMap(({ names }) => names.map(({ full }) => full));
    expect(all).toContain('Kim Jong-un');
    expect(all.filter((name) => /\[\d+\]|\p{Ll}\d$|[,;]$|[\x80-\x9f]/u.test(name))).toEqual([]);
  });
});
