import { objectsOf, textAt, wholeJson } from '../../formats/json.ts';
import type { ListFile } from '../../source.ts';

/** A legislature as `countries.json` names it. */
export interface Legislature {
  readonly country: string;
  readonly name: string;
  /** Path of its popolo file in the repository: `data/Ruritania/Diet/ep-popolo-v1.0.json`. */
  readonly path: string;
  /** When it was changed last, in seconds since 1970. */
  readonly changed: number;
}

export const isCountries = (file: ListFile): boolean => /(?:^|\/)countries\.json$/.test(file.name);

export async function readCountries(file: ListFile): Promise<Legislature[]> {
  return objectsOf(await wholeJson(file)).flatMap((country) =>
    objectsOf(country.legislatures).flatMap((legislature) => {
      const path = textAt(legislature, 'popolo');
      // A path that leads out of the repository's data is none of the list's.
      if (!path?.startsWith('data/') || path.includes('..')) return [];
      const name = textAt(legislature, 'name') ?? '';
      const changed = Number(textAt(legislature, 'lastmod')) || 0;
      return [{ country: textAt(country, 'name') ?? '', name, path, changed }];
    }),
  );
}

/** The name that a downloaded popolo file is stored under: its path in one piece. */
export const storedName = (path: string): string => path.replaceAll('/', '--');

/** Whether the file, by its name, is the legislature's. */
export const isFileOf = (file: ListFile, legislature: Legislature): boolean =>
  `/${file.name.replaceAll('--', '/')}`.endsWith(`/${legislature.path}`);

/** The country and legislature that a path tells: `…/Ruritania/Diet/ep-popolo-v1.0.json`. */
export function fromPath(name: string): Pick<Legislature, 'country' | 'name'> | undefined {
  const match = /(?:^|\/)data\/([^/]+)\/([^/]+)\/ep-popolo-v1\.0\.json$/.exec(name.replaceAll('--', '/'));
  return match ? { country: match[1]!.replaceAll('_', ' '), name: match[2]!.replaceAll('_', ' ') } : undefined;
}
