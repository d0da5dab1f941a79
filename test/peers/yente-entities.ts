import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What yente's tests look for: a person under this id, and a company. Their dataset has more of both. */
const PERSON = {
  id: 'NK-aU5ybkbRFJucf8YMwsJvDw',
  caption: 'Aleksandr Vyacheslavovich Zakharov',
  schema: 'Person',
  properties: {
    name: [
      'Aleksandr Vyacheslavovich Zakharov',
      'Alexander Vyacheslavovich ZAKHAROV',
      'Александр Вячеславович Захаров',
      'Zakharov Aleksandr',
    ],
    firstName: ['Aleksandr'],
    lastName: ['Zakharov'],
    birthDate: ['1965-01-01'],
    nationality: ['ru'],
    country: ['ru'],
    topics: ['sanction'],
  },
  referents: ['ofac-45937', 'gb-hmt-16265'],
};

const MOSCOW = Array.from({ length: 6 }, (_, at) => ({
  id: `addr-${at}`,
  schema: 'Address',
  target: false,
  properties: { full: [`${at + 1} Vorovskogo st., Moscow`] },
}));

const COMPANIES = Array.from({ length: 12 }, (_, at) => ({
  id: `NK-company${at}`,
  caption: `Aerial Works ${'ABCDEFGHIJKL'[at]}`,
  schema: 'Company',
  properties: { name: [`Aerial Works ${'ABCDEFGHIJKL'[at]}`], jurisdiction: ['ru'], topics: ['sanction'] },
}));

/** Writes them as OpenSanctions does, in place of the dataset `zala` of yente's tests; answers the file's path. */
export async function yenteEntities(folder: string): Promise<string> {
  const seen = { first_seen: '2023-11-02T16:38:16', last_seen: '2026-04-29T12:53:04', datasets: ['zala'] };
  const targets = [PERSON, ...COMPANIES].map((one) => ({ target: true, referents: [], ...one, ...seen }));
  const file = join(folder, 'entities.ftm.json');
  await writeFile(file, [...targets, ...MOSCOW].map((one) => `${JSON.stringify(one)}\n`).join(''));
  return file;
}
