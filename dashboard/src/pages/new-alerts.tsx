import { useEffect, useState } from 'preact/hooks';
import { t } from '../language.ts';
import { Notice } from '../ui/states.tsx';
import { reopenedHere, useWork } from '../work.ts';

/** Alerts that were open at some moment, and how many this page had opened again until then. */
interface Known {
  readonly open: number;
  readonly again: number;
}

function expectedOf({ open, again }: Known): number {
  return open + reopenedHere() - again;
}

/** Says that alerts opened since the list was loaded, without moving what somebody is working on. */
export function NewAlerts({ show }: { show(): void }) {
  const work = useWork();
  // What was known before the list was loaded says nothing of what the list has.
  const [before] = useState(work);
  const open = work === before ? undefined : work?.open;
  const [known, setKnown] = useState<Known>();
  // Fewer are open after each decision: what opens after that is new again.
  useEffect(() => {
    if (open === undefined) return;
    setKnown((last) => (last && open >= expectedOf(last) ? last : { open, again: reopenedHere() }));
  }, [open]);
  const count = open !== undefined && known ? Math.max(0, open - expectedOf(known)) : 0;
  return (
    <div role="status" class="new-alerts">
      {count > 0 && (
        <Notice tone="info">
          <span class="row between">
            {t('alerts.newOnes', { count })}
            <button
              type="button"
              class="button"
              onClick={() => {
                if (open !== undefined) setKnown({ open, again: reopenedHere() });
                show();
              }}
            >
              {t('alerts.showNew')}
            </button>
          </span>
        </Notice>
      )}
    </div>
  );
}
