import { Type } from 'typebox';
import type { ListEntry } from '../../domain/list-entry.ts';
import { SANDBOX_CHANGES } from '../../domain/sandbox-change.ts';
import { say } from '../../sentences.ts';
import type { SandboxListState } from '../../watchlists/change-sandbox.ts';
import type { App } from '../app-type.ts';
import type { Services } from '../services.ts';
import { ref } from '../wire/schemas.ts';
import { nullableText, oneOf } from './members.ts';
import { Problem } from './problems.ts';
import { extensionRoute } from './route.ts';

const STATES = { sandbox: 'without', 'sandbox-added': 'added', 'sandbox-changed': 'changed' } as const;
const EXAMPLE = {
  snapshot: '20261123T031245Z-1f2e3d4c',
  state: 'added' as const,
  entry: {
    source: 'eu-fsf',
    id: 'sandbox:john-example',
    name: 'John Example',
    entityType: 'Individual',
    dateOfBirth: '1970-01-31',
  },
  next: ['change', 'remove', 'fail'] as const,
};

export const SandboxListView = Type.Object(
  {
    snapshot: Type.String({ description: 'Id of the snapshot in force.' }),
    state: oneOf(Object.values(STATES), 'Which of the three fixed lists is in force, by its entry.'),
    entry: Type.Object(
      {
        source: Type.String({ description: 'The list that has it, or had it.' }),
        id: Type.String({ description: 'Its id there.' }),
        name: Type.String({ description: 'Its first name. A customer of this name is told of each change.' }),
        entityType: Type.String({ description: '`Individual`.' }),
        dateOfBirth: nullableText('Its date of birth.'),
      },
      { description: 'The invented entry that comes, changes and goes.' },
    ),
    next: Type.Array(oneOf(SANDBOX_CHANGES, 'A change.'), { description: 'The changes that can come now.' }),
  },
  { $id: 'SandboxList', examples: [EXAMPLE] },
);

export const SandboxListChange = Type.Object(
  {
    change: oneOf(
      SANDBOX_CHANGES,
      '`add`: the entry comes. `change`: its facts change; a second one brings the former back. `remove`: it goes. `fail`: no list changes, and a refresh fails (`lists.failed`).',
    ),
  },
  { $id: 'SandboxListChange', additionalProperties: false, examples: [{ change: 'add' }] },
);

/** The list of the sandbox, which changes on request. Other environments have none. */
export function sandboxRoutes(app: App, { lists: { sandbox } }: Services): void {
  extensionRoute(
    app,
    {
      method: 'POST',
      url: '/api/Sandbox/lists',
      operationId: 'changeSandboxList',
      scopes: ['customers'],
      tag: 'Sandbox',
      may: 'work',
      summary: 'Change the list of the sandbox',
      description:
        'Puts the next of three fixed lists into force, for all accounts: an invented entry comes, changes and goes. Where it comes, the news tells of it too. Customers are compared, and webhooks are told, as in production. Only the sandbox has it.',
      body: ref(SandboxListChange),
      codes: ['sandbox-only', 'conflict'],
      success: { 200: { description: 'The list as searches use it now.', schema: SandboxListView } },
    },
    async ({ actor, body: { change } }) => {
      if (!sandbox) throw new Problem('sandbox-only', 'Only the sandbox has a list that changes on request.');
      const state = await sandbox.change(change, actor);
      if (state) return sandboxListView(state);
      const { next } = await sandbox.state();
      throw new Problem('conflict', say('refusal.sandbox-change', { change, next: next.join(', ') }));
    },
  );
}

function sandboxListView({ snapshot, lists, source, entry, next }: SandboxListState) {
  return { snapshot, state: STATES[lists], entry: { source, ...entryView(entry) }, next };
}

function entryView({ id, names, birthDates }: ListEntry) {
  const dateOfBirth = birthDates?.[0]?.date ?? null;
  return { id, name: names[0]!.full, entityType: 'Individual', dateOfBirth };
}
