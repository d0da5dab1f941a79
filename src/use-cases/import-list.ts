import type { Records } from '../records/port.ts';
import type { ImportOutcome, ListImports, SentList } from '../watchlists/sync/list-imports.ts';

export interface ImportListPorts {
  readonly imports: Pick<ListImports, 'run'>;
  readonly records: Pick<Records, 'audit'>;
}

/** Replaces a list by files that a user sent. The audit log names the user, also where the files were refused. */
export async function importList(
  { imports, records }: ImportListPorts,
  sent: SentList & { readonly accountId: number },
): Promise<ImportOutcome> {
  const outcome = await imports.run(sent);
  const { source, accountId, userId, files, force } = sent;
  const details = { files: files.length, force };
  const entry = { actor: `user:${userId}`, subject: `list:${source}`, accountId };
  if (outcome.kind === 'refused') {
    await records.audit.append({ ...entry, action: 'list.refused', details });
  } else {
    const { snapshot, entries, skipped } = outcome;
    await records.audit.append({
      ...entry,
      action: 'list.imported',
      details: { ...details, snapshot, entries, skipped },
    });
  }
  return outcome;
}
