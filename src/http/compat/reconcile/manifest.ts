import type { FastifyRequest } from 'fastify';
import { TYPES } from './model.ts';

/** Queries of one request; each is a screening, and one that cannot be asked refuses its request. */
const BATCH_SIZE = 3;
/** As yente has it, so that a project of OpenRefine knows its former service in this one. */
const SPACE = 'https://www.opensanctions.org/reference/#schema';

/** What the service can do (Reconciliation Service API 0.2, §4). The query goes along: it may have the key. */
export function manifestOf({ host, url }: Pick<FastifyRequest, 'host' | 'url'>, scope: string, title: string) {
  const base = `https://${host}/reconcile/${scope}`;
  const [, query] = url.split('?', 2);
  const at = (path: string) => ({ service_url: base, service_path: query ? `${path}?${query}` : path });
  return {
    versions: ['0.2'],
    name: `${title} (Touchstone)`,
    identifierSpace: SPACE,
    schemaSpace: SPACE,
    documentation: 'https://www.w3.org/community/reports/reconciliation/CG-FINAL-specs-0.2-20230410/',
    batchSize: BATCH_SIZE,
    view: { url: `${base}/view/{{id}}` },
    suggest: { entity: at('/suggest/entity'), type: at('/suggest/type'), property: at('/suggest/property') },
    extend: { propose_properties: at('/extend/property'), property_settings: SETTINGS, propose_settings: SETTINGS },
    defaultTypes: TYPES.map(({ id, name }) => ({ id, name })),
  };
}

/** `property_settings` in the specification; yente calls them `propose_settings`. */
const SETTINGS = [
  {
    name: 'limit',
    label: 'Limit',
    type: 'number',
    default: 0,
    help_text: 'The most values of a row; 0 for all.',
    choices: [],
  },
  {
    name: 'render',
    label: 'Values',
    type: 'select',
    default: 'caption',
    help_text: 'Names of countries, or their codes.',
    choices: [
      { id: 'caption', name: 'For people' },
      { id: 'raw', name: 'As they are stored' },
    ],
  },
];
