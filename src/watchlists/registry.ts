import type { Config } from '../config.ts';
import { TouchstoneError } from '../errors.ts';
import type { Source } from './source.ts';
import { source as auDfat } from './sources/au-dfat/source.ts';
import { source as caSema } from './sources/ca-sema/source.ts';
import { source as chSeco } from './sources/ch-seco/source.ts';
import { source as euFsf } from './sources/eu-fsf/source.ts';
import { source as everypolitician } from './sources/everypolitician/source.ts';
import { source as fbiWanted } from './sources/fbi-wanted/source.ts';
import { source as frGels } from './sources/fr-gels/source.ts';
import { source as interpolRed } from './sources/interpol-red/source.ts';
import { source as jpMof } from './sources/jp-mof/source.ts';
import { source as opensanctions } from './sources/opensanctions/source.ts';
import { source as plMswia } from './sources/pl-mswia/source.ts';
import { source as ukOfsi } from './sources/uk-ofsi/source.ts';
import { source as ukSanctions } from './sources/uk-sanctions/source.ts';
import { source as unSc } from './sources/un-sc/source.ts';
import { source as usCongress } from './sources/us-congress/source.ts';
import { source as usCsl } from './sources/us-csl/source.ts';
import { source as usOfacConsolidated } from './sources/us-ofac-consolidated/source.ts';
import { source as usOfacSdn } from './sources/us-ofac-sdn/source.ts';
import { source as wikidataPep } from './sources/wikidata-pep/source.ts';

/** Every source. An entity's entries stand in this order, and its first entry gives the name that is shown. */
export const SOURCES: readonly Source[] = [
  usOfacSdn,
  usOfacConsolidated,
  unSc,
  euFsf,
  ukSanctions,
  ukOfsi,
  caSema,
  auDfat,
  chSeco,
  frGels,
  usCsl,
  jpMof,
  plMswia,
  interpolRed,
  fbiWanted,
  usCongress,
  everypolitician,
  wikidataPep,
  opensanctions,
];

const BY_ID = new Map(SOURCES.map((source) => [source.id, source]));

/** Throws `usage` for an id that no source has. */
export function sourceById(id: string): Source {
  const source = BY_ID.get(id);
  if (source) return source;
  throw new TouchstoneError('usage', `There is no source "${id}". Sources: ${ids()}.`);
}

/**
 * The sources that a sync reads: those of TOUCHSTONE_LISTS_SOURCES, else all except the opt-in ones. Throws `usage` for
 * unknown ids.
 */
export function enabledSources(config: Pick<Config, 'listsSources' | 'listsUrls'>): Source[] {
  checkSettings(config);
  const { listsSources } = config;
  return SOURCES.filter((source) => (listsSources ? listsSources.includes(source.id) : !source.optIn));
}

function checkSettings({ listsSources, listsUrls }: Pick<Config, 'listsSources' | 'listsUrls'>): void {
  for (const id of listsSources ?? []) check('TOUCHSTONE_LISTS_SOURCES', id, id);
  for (const id of Object.keys(listsUrls)) {
    check(`TOUCHSTONE_LISTS_URL_${id.toUpperCase().replaceAll('-', '_')}`, id, id);
  }
}

function check(setting: string, id: string, shown: string): void {
  if (SOURCES.some((source) => source.id === id)) return;
  throw new TouchstoneError('usage', `${setting} names "${shown}", and there is no such source. Sources: ${ids()}.`);
}

const ids = (): string => SOURCES.map((source) => source.id).join(', ');
