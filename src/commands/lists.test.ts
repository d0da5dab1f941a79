import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MAIN } from '../../test/support/program.ts';
import { PEOPLE, unList } from '../../test/support/un-list.ts';

let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'touchstone-lists-command-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

function touchstone(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const env = {
    ...process.env,
    TOUCHSTONE_DATA_DIR: directory,
    TOUCHSTONE_LISTS_SOURCES: 'un-sc,ca-sema',
    // Port 9 (discard) answers nobody.
    TOUCHSTONE_LISTS_URL_UN_SC: 'http://127.0.0.1:9/list.xml',
  };
  return new Promise((resolve) => {
    execFile(process.execPath, [MAIN, ...args], { env }, (error, out, err) => {
      resolve({ code: error ? Number(error.code) : 0, out, err });
    });
  });
}

describe('touchstone lists', () => {
  it('sources prints every source with name, authority, address, format and licence', async () => {
    const { out } = await touchstone('lists', 'sources', '--json');
    const sources = JSON.parse(out) as Record<string, unknown>[];
    const ids = sources.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining(['us-ofac-sdn', 'un-sc', 'eu-fsf', 'wikidata-pep', 'opensanctions']));
    for (const source of sources) {
      for (const member of ['name', 'authority', 'address', 'format', 'licence']) expect(source[member]).toBeTruthy();
    }
    expect((await touchstone('lists', 'sources')).out).toContain('UN Security Council Consolidated List');
  });

  it('import prints the snapshot and the counts, status then shows them', async () => {
    const imported = await touchstone('lists', 'import', 'un-sc', await unList(PEOPLE), '--json');
    expect(imported.err).toBe('');
    const { snapshot, sources } = JSON.parse(imported.out);
    expect(sources).toEqual([{ source: 'un-sc', entries: 8, names: 8, skipped: 0, error: null }]);
    const status = JSON.parse((await touchstone('lists', 'status', '--json')).out);
    expect(status.snapshot).toBe(snapshot);
    const un = status.sources.find(({ source }: { source: string }) => source === 'un-sc');
    expect(un).toMatchObject({ entries: 8, published: '2026-01-02T03:04:05Z', starter: false, lastError: null });
    expect((await touchstone('lists', 'status')).out).toMatch(/un-sc +stale, overdue +8 +2026-01-02/);
  });

  it('import of a list without a date takes the day of --published, else says that its age is not known', async () => {
    const list = fileURLToPath(new URL('../watchlists/sources/ca-sema/fixtures/present.xml', import.meta.url));
    await touchstone('lists', 'import', 'ca-sema', list);
    const unknown = (await touchstone('lists', 'status')).out;
    expect(unknown).toMatch(/ca-sema +unknown, overdue +\d+ +unknown/);
    expect(unknown).toMatch(/Canada .* does not say when it was published; imported on /);
    await touchstone('lists', 'import', 'ca-sema', list, '--published', '2023-12-28');
    const { sources, warnings } = JSON.parse((await touchstone('lists', 'status', '--json')).out);
    expect(sources).toContainEqual(
      expect.objectContaining({ source: 'ca-sema', published: '2023-12-28', state: 'stale' }),
    );
    expect(warnings).toContainEqual(expect.stringMatching(/Older than 7 days: Canada .*published 2023-12-28/));
    expect((await touchstone('lists', 'import', 'ca-sema', list, '--published', '2023-13-28')).code).toBe(1);
  });

  it('are told by screen beside a bare "No match.", and with --json', async () => {
    const query = ['screen', 'Wexford Plimsoll Gantry', '--type', 'Individual'];
    const { out } = await touchstone(...query);
    expect(out).toMatch(
      /^No match\.\n\nNot screened against the real list of UN .*only the small starter list stands in\./,
    );
    const { matches, notes } = JSON.parse((await touchstone(...query, '--json')).out);
    expect(matches).toEqual([]);
    expect(notes).toEqual([expect.stringContaining('only the small starter list stands in')]);
    const file = join(directory, 'in.csv');
    await writeFile(file, 'id,name,entityType\n1,Wexford Plimsoll Gantry,Individual\n');
    const ofFile = await touchstone('screen', '--file', file, '--out', join(directory, 'out.jsonl'));
    expect(ofFile.out).toMatch(/^1 rows screened\.\n\nNot screened against the real list of UN /);
  });

  it('screen counts the rows of a file, those that it read and those that it refused', async () => {
    const [file, out] = [join(directory, 'in.csv'), join(directory, 'out.jsonl')];
    await writeFile(
      file,
      'id,entityType,name\r\n1,Individual,Ada Quill\n2,Individual,Quill, Ada\r3,Individual,Bo Quill\n',
    );
    const asked = ['screen', '--file', file, '--out', out];
    const { code, out: text, err } = await touchstone(...asked);
    expect([code, text.split('\n')[0]]).toEqual([1, '2 of 3 rows screened, 1 refused.']);
    expect(err).toContain('1 of 3 rows could not be screened');
    expect(JSON.parse((await touchstone(...asked, '--json')).out)).toMatchObject({ rows: 3, read: 2, refused: 1 });
    const compared = join(directory, 'pairs.csv');
    await writeFile(compared, 'id,a,b,entityType\r\n1,Ada,Ada,Individual\n2,Ada,Bo,Ced,Individual\r');
    const pairs = await touchstone('compare', '--file', compared, '--out', out, '--json');
    expect(JSON.parse(pairs.out)).toMatchObject({ rows: 2, read: 1, refused: 1 });
  });

  it('separate keeps two joined entries apart through later imports, until it is undone', async () => {
    const canada = join(directory, 'canada.xml');
    const record = `<record><Country>Iran</Country><LastName>Ilmatok</LastName><GivenName>Zorvan</GivenName>
      <DateOfBirthOrShipBuildDate>1961-04-30</DateOfBirthOrShipBuildDate><Schedule>1</Schedule><Item>7</Item></record>`;
    await writeFile(canada, `<data-set>${record}</data-set>`);
    await touchstone('lists', 'import', 'un-sc', await unList(PEOPLE));
    await touchstone('lists', 'import', 'ca-sema', canada, '--force');
    const [ours, theirs] = ['un-sc:QDi.901', 'ca-sema:Iran/1/7'];
    const joins = async () => JSON.parse((await touchstone('lists', 'status', '--json')).out).joins;
    const matches = async () =>
      JSON.parse((await touchstone('screen', 'Zorvan Ilmatok', '--type', 'Individual', '--json')).out).matches.length;
    expect(await joins()).toEqual({ reference: 0, document: 0, 'name-and-birth-date': 1, evidence: 0 });
    expect(await matches()).toBe(1);

    const done = await touchstone('lists', 'separate', ours, theirs, '--reason', 'Two people', '--json');
    expect(JSON.parse(done.out)).toMatchObject({ first: theirs, second: ours, changed: true });
    await touchstone('lists', 'import', 'ca-sema', canada, '--force');
    expect([await joins(), await matches()]).toEqual([
      { reference: 0, document: 0, 'name-and-birth-date': 0, evidence: 0 },
      2,
    ]);
    expect((await touchstone('lists', 'separate')).out).toMatch(/ca-sema:Iran\/1\/7 +un-sc:QDi.901 .*Two people/);

    await touchstone('lists', 'separate', ours, theirs, '--undo');
    expect(await matches()).toBe(1);
    const audit = await touchstone('audit', 'verify', '--json');
    expect(JSON.parse(audit.out).ok).toBe(true);
  });

  it('separate refuses what is no pair of entries in force', async () => {
    await touchstone('lists', 'import', 'un-sc', await unList(PEOPLE));
    const refusal = async (...words: string[]) =>
      (await touchstone('lists', 'separate', 'un-sc:QDi.901', ...words)).err;
    expect(await refusal('ca-sema:none', '--reason', 'x')).toContain('No list in force has the entry ca-sema:none.');
    expect(await refusal('un-sc:QDi.901', '--reason', 'x')).toContain('Name two entries; these are one.');
    expect(await refusal('QDi.902', '--reason', 'x')).toContain('"QDi.902" is no entry');
    expect(await refusal('un-sc:QDi.902')).toContain('needs a --reason');
    expect(await refusal('un-sc:QDi.902', '--undo')).toContain('are not kept apart.');
  });

  it('import of a bad file ends with 1, one sentence and no stack trace', async () => {
    const file = join(directory, 'list.xml');
    await writeFile(file, '<html>Log in</html>');
    const { code, out, err } = await touchstone('lists', 'import', 'un-sc', file, '--json');
    expect([code, out]).toEqual([1, '']);
    expect(err.trim().split('\n')).toHaveLength(1);
    expect(err).toMatch(/^touchstone: .*list\.xml/);
  });

  it('import of an unknown source ends with 2 and names the sources', async () => {
    const { code, err } = await touchstone('lists', 'import', 'mars', 'list.xml');
    expect(code).toBe(2);
    expect(err).toContain('There is no source "mars". Sources: us-ofac-sdn, ');
  });

  it.each([
    [['lists'], 'touchstone lists needs one of: sources, sync, import, export, status'],
    [['lists', 'improt', 'un-sc'], 'There is no command "lists improt"; use one of: sources'],
    [['lists', 'import'], 'touchstone lists import needs a SOURCE'],
    [['lists', 'status', 'un-sc'], 'touchstone lists status does not take "un-sc"'],
    [['lists', 'sources', 'un-sc'], 'touchstone lists sources does not take "un-sc"'],
  ])('%j ends with 2 and one sentence', async (args, sentence) => {
    const { code, out, err } = await touchstone(...args);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(sentence);
  });

  it('help is there for the whole and for a group of commands', async () => {
    for (const args of [[], ['help'], ['--help'], ['lists', '--help']]) {
      const { code, out } = await touchstone(...args);
      expect([code, out.includes('lists import')]).toEqual([0, true]);
    }
  });
});
