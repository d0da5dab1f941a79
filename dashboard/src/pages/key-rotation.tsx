import { useState } from 'preact/hooks';
import type { KeyRow, NewKey } from '../../../src/http/dashboard/wire.ts';
import { send } from '../api.ts';
import { Name } from '../format.tsx';
import { t } from '../language.ts';
import { FormDialog } from '../ui/dialog.tsx';
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
    <FormDialog title={t('keys.rotateTitle')} action={t('keys.rotateAction')} deed={rotate} onClose={onClose}>
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
    </FormDialog>
  );
}
