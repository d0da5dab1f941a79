import { SOURCES } from '../../watchlists/registry.ts';

/** A list as the catalogue of yente names it: datasets there have no hyphens. */
export function datasetOf(source: string): string {
  return source.replaceAll('-', '_');
}

/**
 * The id of an entity by the first of its entries: the list, a hyphen, and the list's own id. FollowTheMoney takes
 * letters, digits and hyphens, with a letter or digit at the end; it has dots for itself. Any other byte of UTF-8 is
 * written as two hyphens and two hexadecimal digits. So is a hyphen at the end or before another one.
 */
export function entityId({ source, id }: { readonly source: string; readonly id: string }): string {
  const written = id.replace(/[^0-9A-Za-z-]|-(?=-|$)/gu, (sign) =>
    [...Buffer.from(sign)].map((byte) => `--${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(''),
  );
  return `${source}-${written}`;
}

/** The list and the list's own id behind an entity's id; undefined for anything that `entityId` never wrote. */
export function entryOf(entity: string): { source: string; id: string } | undefined {
  const source = SOURCES.find((one) => entity.startsWith(`${one.id}-`))?.id;
  if (source === undefined) return undefined;
  const written = entity.slice(source.length + 1);
  const bytes = written.replace(/--([0-9A-F]{2})/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  const entry = { source, id: Buffer.from(bytes, 'latin1').toString() };
  return entry.id !== '' && entityId(entry) === entity ? entry : undefined;
}
