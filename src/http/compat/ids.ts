import type { ListEntry } from '../../domain/list-entry.ts';
import { isOwnSource } from '../../domain/own-list.ts';
import { SOURCES } from '../../watchlists/registry.ts';

const OPENSANCTIONS = 'opensanctions';

/**
 * Ids of OpenSanctions stay as they are: clients keep them. None has a dot, since FollowTheMoney would take what
 * follows it for a signature, and none begins as an id of another list does.
 */
function isOfOpenSanctions(id: string): boolean {
  return /^[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?$/.test(id) && listOf(id) === undefined;
}

/** Names that OpenSanctions has for lists, and what they are called here. */
const ALIASES: Readonly<Record<string, readonly string[]>> = {
  us_ofac_cons: ['us_ofac_consolidated'],
  un_sc_sanctions: ['un_sc'],
  gb_hmt_sanctions: ['uk_ofsi', 'uk_sanctions'],
  gb_fcdo_sanctions: ['uk_sanctions'],
  ca_dfatd_sema_sanctions: ['ca_sema'],
  au_dfat_sanctions: ['au_dfat'],
  us_fbi_most_wanted: ['fbi_wanted'],
  interpol_red_notices: ['interpol_red'],
  wd_peps: ['wikidata_pep'],
  wikidata: ['wikidata_pep'],
  crime: ['wanted'],
  all: ['default'],
  securities: ['sanctions'],
};

/** A dataset as it is called here, by that name or by the one of OpenSanctions: one, or several together. */
export function datasetsCalled(name: string): readonly string[] {
  return Object.hasOwn(ALIASES, name) ? ALIASES[name]! : [name];
}

/** A list as the catalogue of yente names it: datasets there have no hyphens. */
export function datasetOf(source: string): string {
  return source.replaceAll(/[-:]/g, '_');
}

/**
 * The id of an entity by the first of its entries: the list, a hyphen, and the list's own id. FollowTheMoney takes
 * letters, digits and hyphens, with a letter or digit at the end; it has dots for itself. Any other byte of UTF-8 is
 * written as two hyphens and two hexadecimal digits. So is a hyphen at either end or before another one.
 */
export function entityId({ source, id }: { readonly source: string; readonly id: string }): string {
  if (source === OPENSANCTIONS && isOfOpenSanctions(id)) return id;
  const written = id.replace(/[^0-9A-Za-z-]|^-|-(?=-|$)/gu, escaped);
  return `${isOwnSource(source) ? source.replace(/[^0-9a-z]/g, escaped) : source}-${written}`;
}

const escaped = (sign: string): string =>
  [...Buffer.from(sign)].map((byte) => `--${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');

/** `own:LIST` with every sign escaped, so that the first hyphen that stands alone ends it. */
const OWN_LIST = /^own--3A(?:[0-9a-z]|--2D)+(?=-)/;

/** The list that an id begins with, as `entityId` writes it. */
function listOf(entity: string): string | undefined {
  return OWN_LIST.exec(entity)?.[0] ?? SOURCES.find((one) => entity.startsWith(`${one.id}-`))?.id;
}

/** The list and the list's own id behind an entity's id; undefined for anything that `entityId` never wrote. */
export function entryOf(entity: string): { source: string; id: string } | undefined {
  const source = listOf(entity);
  if (source === undefined) return isOfOpenSanctions(entity) ? { source: OPENSANCTIONS, id: entity } : undefined;
  const entry = { source: unescaped(source), id: unescaped(entity.slice(source.length + 1)) };
  return entry.id !== '' && entityId(entry) === entity ? entry : undefined;
}

function unescaped(written: string): string {
  const bytes = written.replace(/--([0-9A-F]{2})/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  return Buffer.from(bytes, 'latin1').toString();
}

/** Every id of an entry: its own, and those that OpenSanctions merged into it. */
export function idsOf(entry: ListEntry & { readonly source: string }): string[] {
  const merged = (entry.references ?? []).filter(({ to }) => to === OPENSANCTIONS).map(({ id }) => id);
  return [entityId(entry), ...merged];
}
