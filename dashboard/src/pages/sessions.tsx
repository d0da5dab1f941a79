import type { SessionRow } from '../../../src/http/dashboard/wire.ts';
import { send } from '../api.ts';
import { Moment, Name } from '../format.tsx';
import { t } from '../language.ts';
import { useSession } from '../session.tsx';
import { announce } from '../ui/announce.tsx';
import { Loading, Problem, Trouble } from '../ui/states.tsx';
import { useAction, useResource } from '../use.ts';

/** Where one is signed in, and the ways to end that. */
export function Sessions() {
  const { data, error, reload } = useResource<readonly SessionRow[]>('/sessions');
  const { signOut } = useSession();
  const end = useAction(async (row: SessionRow) => {
    if (row.isHere) return signOut();
    await send('DELETE', `/sessions/${row.id}`).finally(reload);
    announce(t('sessions.ended'));
  });
  const endOthers = useAction(async () => {
    await send('DELETE', '/sessions');
    reload();
    announce(t('sessions.ended'));
  });
  return (
    <section class="panel stack" aria-labelledby="sessions">
      <h2 id="sessions">{t('sessions.title')}</h2>
      <p class="hint">{t('sessions.hint')}</p>
      {data ? (
        <ul class="records">
          {data.map((row) => (
            <li key={row.id} class="row between">
              <span class="grow">
                {row.agent ? <Name>{row.agent}</Name> : t('sessions.unnamed')}{' '}
                {row.isHere && <span class="tag good">{t('sessions.here')}</span>}
                <div class="small muted">
                  {t('sessions.since')} <Moment at={row.createdAt} /> · {t('sessions.seen')}{' '}
                  <Moment at={row.seenAt} relative />
                </div>
              </span>
              <button type="button" class="button small" disabled={end.busy} onClick={() => end.run(row)}>
                {t(row.isHere ? 'nav.signOut' : 'sessions.end')}
                <span class="unseen"> {row.agent ?? t('sessions.unnamed')}</span>
              </button>
            </li>
          ))}
        </ul>
      ) : error ? (
        <Trouble error={error} retry={reload} />
      ) : (
        <Loading lines={2} />
      )}
      <Problem text={end.problem ?? endOthers.problem} />
      {data && data.length > 1 && (
        <div>
          <button type="button" class="button" disabled={endOthers.busy} onClick={endOthers.run}>
            {t('sessions.endOthers')}
          </button>
        </div>
      )}
    </section>
  );
}
