// Writes the table of settings in docs/operations.md from src/settings.ts: npm run settings
// With --check: fails where the table is another.
import { MIRROR, SETTINGS } from '../src/settings.ts';
import { updatePage } from './document-table.ts';

interface Setting {
  readonly variable: string;
  readonly preset?: string;
  readonly otherwise?: string;
  readonly meaning: string;
}

const settings: Setting[] = Object.values(SETTINGS);
settings.splice(settings.indexOf(SETTINGS.listsSources) + 1, 0, MIRROR);

updatePage({
  page: 'operations.md',
  name: 'settings',
  script: 'settings',
  header: ['setting', 'default', 'meaning'],
  rows: settings.map(({ variable, preset, otherwise, meaning }) => {
    return [`\`${variable}\``, preset === undefined ? otherwise! : `\`${preset}\``, meaning];
  }),
});
