import type { Config } from '../../config.ts';
import { TouchstoneError } from '../../errors.ts';
import type { Source } from '../source.ts';

type AddressSettings = Pick<Config, 'listsUrls' | 'listsEuToken'>;

/**
 * Where a sync asks for a list, in this order: at the operator's mirror, or at the official addresses. Throws
 * `list-download` for a list that is published no more.
 */
export function addressesOf(source: Source, { listsUrls, listsEuToken }: AddressSettings): [string, ...string[]] {
  const mirror = listsUrls[source.id];
  if (mirror !== undefined) return [mirror];
  if (source.closed) throw new TouchstoneError('list-download', `${source.name}: ${source.closed}`);
  const official: [string, ...string[]] = [source.address, ...(source.otherAddresses ?? [])];
  if (!source.tokenParameter || !listsEuToken) return official;
  return [withParameter(official[0], source.tokenParameter, listsEuToken)];
}

/** An address as people and records see it. Tokens stand in the query, so that stays out. */
export function shownAddress(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}

function withParameter(address: string, name: string, value: string): string {
  const url = new URL(address);
  url.searchParams.set(name, value);
  return url.href;
}
