import { SANDBOX_CHANGES } from '../../../src/domain/sandbox-change.ts';
import type { ListsView } from '../../../src/http/dashboard/wire.ts';
import { send } from '../api.ts';
import { CalendarDate, Name } from '../format.tsx';
import { t } from '../language.ts';
import { announce } from '../ui/announce.tsx';
import { Problem } from '../ui/states.tsx';
import { useAction } from '../use.ts';

interface Props {
  readonly sandbox: NonNullable<ListsView['sandbox']>;
  changed(): void;
}

/** Changes the list of the sandbox, so that alerts and webhooks of monitoring can be tried. */
export function SandboxPanel({ sandbox: { name, born, next }, changed }: Props) {
  const change = useAction(async (which: string) => {
    await send('POST', '/api/Sandbox/lists', { change: which });
    announce(t('sandbox.changed'));
    changed();
  });
  return (
    <section class="panel stack tight" aria-label={t('sandbox.title')}>
      <h2>{t('sandbox.title')}</h2>
      <p>
        {t('sandbox.hint')} <Name>{name}</Name>, <CalendarDate date={born} />
      </p>
      <div class="row">
        {SANDBOX_CHANGES.map((which) => (
          <button
            key={which}
            type="button"
            class="button small"
            disabled={change.busy || !next.includes(which)}
            onClick={() => change.run(which)}
          >
            {t(`sandbox.change.${which}`)}
          </button>
        ))}
      </div>
      <Problem text={change.problem} />
    </section>
  );
}
