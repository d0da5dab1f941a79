import { useState } from 'preact/hooks';
import { isDecidingRole } from '../../../src/domain/escalation.ts';
import type { AlertState } from '../../../src/http/dashboard/wire.ts';
import { t } from '../language.ts';
import { useMe } from '../session.tsx';
import { byWords } from '../ui/decisions.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { SelectField } from '../ui/field.tsx';
import { Notice, Problem } from '../ui/states.tsx';
import { useWork } from '../work.ts';
import { ReasonField } from './decision.tsx';
import type { ChosenReason } from './reason-first.tsx';

/** Whom an alert can be escalated to: everybody of a role, or one person. */
export function TargetField({ to, choose }: { to: string; choose(to: string): void }) {
  const targets = useTargets();
  if (targets.length === 0) return <p>{t('escalate.nobody')}</p>;
  return (
    <SelectField
      label={t('escalate.to')}
      value={to}
      onChoose={choose}
      options={targets.map((target) => [target, targetWords(target)] as const)}
    />
  );
}

/** Roles that somebody else has, then the other people who decide. */
export function useTargets(): readonly string[] {
  const { email } = useMe();
  const { roles = [], people = [] } = useWork() ?? {};
  return [...roles, ...people.filter((person) => person !== email)];
}

function targetWords(to: string): string {
  return isDecidingRole(to) ? t(`escalate.role.${to}`) : to;
}

interface Props {
  readonly alert: AlertState;
  readonly chosen: ChosenReason;
  readonly problem: string | undefined;
  readonly busy: boolean;
  escalate(to: string, reason: ChosenReason): void;
  onClose(): void;
}

/** To whom, and why. */
export function EscalateDialog({ alert, chosen, problem, busy, escalate, onClose }: Props) {
  const targets = useTargets();
  const [chosenTarget, setTo] = useState<string>();
  const to = chosenTarget ?? targets[0] ?? '';
  const [reason, setReason] = useState<ChosenReason>(chosen || 'needs-information');
  return (
    <Dialog title={t('escalate.title')} onClose={onClose}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          escalate(to, reason);
        }}
      >
        <TargetField to={to} choose={setTo} />
        <ReasonField kind={alert.kind} reason={reason} choose={setReason} />
        <p class="small muted">{t('escalate.hint')}</p>
        <Problem text={problem} />
        <div class="row end">
          <button type="button" class="button" onClick={onClose}>
            {t('action.cancel')}
          </button>
          <button type="submit" class="button primary" disabled={busy || to === ''} data-first>
            {t('decide.escalate')}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

/** Who has to decide, and who no longer may. */
export function Escalated({ alert: { state, escalation } }: { alert: AlertState }) {
  const mine = useIsEscalator({ escalation });
  if (!escalation || (state !== 'escalated' && !mine)) return null;
  return (
    <Notice tone="warning">
      <p class="wrap">{t('escalate.by', { by: byWords(escalation.by), to: targetWords(escalation.to) })}</p>
      {mine && <p>{t('escalate.notYou')}</p>}
    </Notice>
  );
}

/** Whether whoever looks escalated it, so that somebody else has to dismiss it. */
export function useIsEscalator({ escalation }: Pick<AlertState, 'escalation'>): boolean {
  return escalation?.by === useMe().email;
}
