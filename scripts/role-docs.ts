// Writes the table of roles in docs/operations.md from what the service checks: npm run roles:docs
// With --check: fails where the table is another.
import { RIGHTS, USER_ROLES } from '../src/domain/role.ts';
import { type DocumentTable, updatePage } from './document-table.ts';

export const ROLE_TABLE: DocumentTable = {
  page: 'operations.md',
  name: 'roles',
  script: 'roles:docs',
  header: ['may', ...USER_ROLES.map((role) => `\`${role}\``)],
  rows: Object.values(RIGHTS).map(({ meaning, roles }) => {
    const having: readonly string[] = roles;
    return [meaning, ...USER_ROLES.map((role) => (having.includes(role) ? 'yes' : ''))];
  }),
};

if (import.meta.main) updatePage(ROLE_TABLE);
