import { useState } from 'preact/hooks';
import type { KeyRow, NewKey } from '../../../src/http/dashboard/wire.ts';
import { send } from '../api.ts';
import { Name } from '../format.tsx';
import { t } from '../language.ts';
import { Dialog } from '../ui/dialog.tsx';
import { SelectField } from '../ui/field.tsx';
import { Problem } from '../ui/states.tsx';
import { useAction } from '../use.ts';

const OVERLAPS = ['0', '1d', '7d', '30d'] as const;

interface RotateProps {
  readonly row: KeyRow;
  rotated(key: NewKey): void;
  onClose(): void;
}

/** Asks how long the value of before works on, and gives the key another. */
export function RotateDialog({ row, rotated, onClose }: RotateProps) {
  const [overlap, setOverlap] = useState<string>('7d');
  const rotate = useAction(async () => {
    rotated(await send<NewKey>('POST', `/keys/${encodeURIComponent(row.id)}/rotate`, { overlap }));
  });
  return (
    <Dialog title={t('keys.rotateTitle')} onClose={onClose}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          rotate.run();
        }}
      >
        <p>
          <Name>{row.name}</Name>: {t('keys.rotateText')}
        </p>
        <SelectField
          label={t('keys.overlap')}
          value={overlap}
          onChoose={setOverlap}
          options={OVERLAPS.map((one) => [one, t(`keys.overlap.${one}`)])}
          hint={t('keys.overlapHint')}
        />
        <Problem text={rotate.problem} />
        <div class="row end">
          <button type="button" class="button" onClick={onClose}>
            {t('action.cancel')}
          </button>
          <button type="submit" class="button primary" disabled={rotate.busy}>
            {t('keys.rotateAction')}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
