import { useState } from 'preact/hooks';
import type { KeyRow, NewKey } from '../../../src/http/dashboard/wire.ts';
import { send } from '../api.ts';
import { ago, Moment, Name, number } from '../format.tsx';
import { t } from '../language.ts';
import { useMay } from '../session.tsx';
import { announce } from '../ui/announce.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { Scroll } from '../ui/scroll.tsx';
import { Empty, Loading, Trouble } from '../ui/states.tsx';
import { useAction, useResource } from '../use.ts';
import { RotateDialog } from './key-rotation.tsx';
import { NewKeyForm, NewKeyShown } from './new-key.tsx';
import { SettingsPage } from './settings.tsx';

const ROTATE_AFTER_MS = 90 * 86_400_000;

export function Keys() {
  const { data, error, reload } = useResource<readonly KeyRow[]>('/keys');
  const may = useMay('keys');
  const [made, setMade] = useState<NewKey>();
  const [asking, setAsking] = useState(false);
  const [revoking, setRevoking] = useState<KeyRow>();
  const [rotating, setRotating] = useState<KeyRow>();
  return (
    <SettingsPage title="settings.keys">
      <div class="stack">
        {made && <NewKeyShown made={made} done={() => setMade(undefined)} />}
        {may && !made && (
          <div>
            <button type="button" class="button primary" onClick={() => setAsking(true)}>
              {t('keys.make')}
            </button>
          </div>
        )}
        {asking && (
          <NewKeyForm
            onClose={() => setAsking(false)}
            made={(key) => {
              setAsking(false);
              setMade(key);
              reload();
            }}
          />
        )}
        {data ? (
          <KeyTable keys={data} deeds={may ? { revoke: setRevoking, rotate: setRotating } : undefined} />
        ) : error ? (
          <Trouble error={error} retry={reload} />
        ) : (
          <Loading />
        )}
        {rotating && (
          <RotateDialog
            row={rotating}
            onClose={() => setRotating(undefined)}
            rotated={(key) => {
              setRotating(undefined);
              setMade(key);
              reload();
            }}
          />
        )}
        {revoking && (
          <RevokeDialog
            row={revoking}
            onClose={() => setRevoking(undefined)}
            revoked={() => {
              setRevoking(undefined);
              announce(t('keys.revoked'));
              reload();
            }}
          />
        )}
      </div>
    </SettingsPage>
  );
}

interface KeyDeeds {
  revoke(row: KeyRow): void;
  rotate(row: KeyRow): void;
}

function KeyTable({ keys, deeds }: { keys: readonly KeyRow[]; deeds: KeyDeeds | undefined }) {
  if (keys.length === 0) return <Empty title={t('keys.none')}>{t('keys.noneHint')}</Empty>;
  const inForce = (row: KeyRow) => !row.revokedAt && !row.suspendedAt;
  const sorted = [...keys.filter(inForce), ...keys.filter((row) => !inForce(row))];
  return (
    <Scroll label={t('settings.keys')}>
      <table class="table">
        <caption class="unseen">{t('settings.keys')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('keys.name')}</th>
            <th scope="col">{t('keys.allow')}</th>
            <th scope="col">{t('keys.scopes')}</th>
            <th scope="col">{t('keys.created')}</th>
            <th scope="col">{t('keys.lastUsed')}</th>
            <th scope="col" class="numeric">
              {t('keys.requests')}
            </th>
            <th scope="col">{t('keys.state')}</th>
            {deeds && (
              <th scope="col">
                <span class="unseen">{t('action.actions')}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {sorted.map((row) => (
            <tr key={row.id} class={row.revokedAt ? 'over' : ''}>
              <th scope="row">
                <Name>{row.name}</Name>
                <div class="small muted mono">{row.id}</div>
              </th>
              <td>
                {row.allow.length === 0 ? (
                  <span class="muted">{t('keys.anywhere')}</span>
                ) : (
                  <code>{row.allow.join(', ')}</code>
                )}
              </td>
              <td>
                {row.scopes === null ? (
                  <span class="muted">{t('keys.all')}</span>
                ) : (
                  row.scopes.map((scope) => <div key={scope}>{t(`scope.${scope}`)}</div>)
                )}
                <SpareScopes row={row} />
              </td>
              <td>
                <Moment at={row.createdAt} />
              </td>
              <td>
                {row.lastUsedAt ? (
                  <Moment at={row.lastUsedAt} relative />
                ) : (
                  <span class="muted">{t('keys.never')}</span>
                )}
              </td>
              <td class="numeric">{number(row.requests)}</td>
              <td>
                <KeyState row={row} />
              </td>
              {deeds && (
                <td>
                  {!row.revokedAt && (
                    <span class="row tight">
                      <button type="button" class="button small" onClick={() => deeds.rotate(row)}>
                        {t('keys.rotate')}
                        <span class="unseen"> {row.name}</span>
                      </button>
                      <button type="button" class="button danger small" onClick={() => deeds.revoke(row)}>
                        {t('keys.revoke')}
                        <span class="unseen"> {row.name}</span>
                      </button>
                    </span>
                  )}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

/** What of it nobody needed for long. */
function SpareScopes({ row: { spare, revokedAt } }: { row: KeyRow }) {
  if (!spare || spare.length === 0 || revokedAt) return null;
  return (
    <details class="small">
      <summary>{t('keys.spare', { count: spare.length })}</summary>
      {spare.map((scope) => (
        <div key={scope}>{t(`scope.${scope}`)}</div>
      ))}
    </details>
  );
}

function KeyState({ row }: { row: KeyRow }) {
  const now = Date.now();
  if (row.revokedAt) {
    return (
      <span class="tag">
        {t('keys.revoked')} {ago(row.revokedAt)}
      </span>
    );
  }
  if (row.suspendedAt) {
    return (
      <span class="tag warning" title={t('keys.suspendedHint')}>
        {t('keys.suspended')} {ago(row.suspendedAt)}
      </span>
    );
  }
  if (row.expiresAt && new Date(row.expiresAt).getTime() <= now) return <span class="tag">{t('keys.expired')}</span>;
  if (now - new Date(row.rotatedAt ?? row.createdAt).getTime() >= ROTATE_AFTER_MS) {
    return (
      <span class="tag warning" title={t('keys.oldHint')}>
        {t('keys.old')}
      </span>
    );
  }
  return (
    <>
      <span class="tag good">{t('keys.inForce')}</span>
      {row.expiresAt && (
        <div class="small muted">
          {t('keys.until')} <Moment at={row.expiresAt} />
        </div>
      )}
      {row.previousUntil && new Date(row.previousUntil).getTime() > now && (
        <div class="small muted">
          {t('keys.previousUntil')} <Moment at={row.previousUntil} />
        </div>
      )}
    </>
  );
}

function RevokeDialog({ row, onClose, revoked }: { row: KeyRow; onClose(): void; revoked(): void }) {
  const revoke = useAction(async () => {
    await send('POST', `/keys/${encodeURIComponent(row.id)}/revoke`);
    revoked();
  });
  return (
    <ConfirmDialog title={t('keys.revokeTitle')} action={t('keys.revokeAction')} deed={revoke} onClose={onClose}>
      <Name>{row.name}</Name>: {t('keys.revokeText')}
    </ConfirmDialog>
  );
}
