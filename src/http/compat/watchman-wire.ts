import { type TSchema, Type } from 'typebox';

/** What goes over the wire on the path of watchman's second version. */

const anything = (description: string) => Type.Unsafe<unknown>({ description });

const entity = {
  name: Type.String({ description: 'Primary name of the entry.' }),
  entityType: Type.String({ description: '`person`, `business` or `organization`; empty where both were asked for.' }),
  sourceList: Type.String({ description: '`us_ofac`, `us_non_sdn`, `eu_csl`, `uk_csl`, `un_csl`, or a name of ours.' }),
  sourceID: Type.String({ description: 'The id that the list gives the entry.' }),
  person: anything('Names, dates and numbers of a person, else null.'),
  business: anything('Null, but for a query that asks for a business.'),
  organization: anything('Names and numbers of an organisation, else null.'),
  aircraft: Type.Null({ description: 'Always null.' }),
  vessel: Type.Null({ description: 'Always null.' }),
  contact: anything('Always empty.'),
  addresses: anything('Each address as one line.'),
  cryptoAddresses: anything('Always null.'),
  affiliations: anything('Always null.'),
  sanctionsInfo: anything('Programmes and remarks.'),
  historicalInfo: anything('Former names.'),
  sourceData: anything('The entry as it was used.'),
};

export const WatchmanAnswer = Type.Object(
  {
    query: Type.Object(entity, { description: 'What was asked for.' }),
    entities: Type.Array(
      Type.Object({
        ...entity,
        match: Type.Number({ minimum: 0, maximum: 1, description: 'The score, divided by 100.' }),
      }),
      { description: 'Entries, the best first. All entries of one entity have its score.' },
    ),
    screenings: Type.Array(Type.Integer(), { description: 'Only here: ids of the screening records.' }),
    notes: Type.Array(Type.String(), { description: 'Only here: what to know about the lists, in sentences.' }),
  },
  { $id: 'WatchmanAnswer', examples: [example()] },
);

export const WatchmanError = Type.Object(
  { error: Type.String({ description: 'What is wrong, in words.' }) },
  { $id: 'WatchmanError', examples: [{ error: 'name: is missing.' }] },
);

export const WATCHMAN_COMPONENTS: readonly TSchema[] = [WatchmanAnswer, WatchmanError];

function example() {
  const none = {
    person: null,
    business: null,
    organization: null,
    aircraft: null,
    vessel: null,
    contact: { emailAddresses: null, phoneNumbers: null, faxNumbers: null, websites: null },
    addresses: null,
    cryptoAddresses: null,
    affiliations: null,
    sanctionsInfo: null,
    historicalInfo: null,
  };
  const query = {
    ...none,
    name: 'Jon Example',
    entityType: 'person',
    sourceList: 'api-request',
    sourceID: '',
    sourceData: null,
  };
  const found = {
    ...none,
    name: 'John Quincy Example',
    entityType: 'person',
    sourceList: 'un_csl',
    sourceID: 'QDi.999',
  };
  return { query, entities: [{ ...found, sourceData: {}, match: 0.9125 }], screenings: [4711], notes: [] };
}
