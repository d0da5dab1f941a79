import { useState } from 'preact/hooks';
import { t } from '../language.ts';
import { DropZone } from '../ui/drop-zone.tsx';
import { Notice } from '../ui/states.tsx';
import { MAX_BYTES, type NamesFile, namesFile } from './names-file.ts';

interface ChosenFileProps {
  readonly busy: boolean;
  take(file: NamesFile): void;
}

/** Where a file of names is dropped or chosen. One that is too large is said to be, and not taken. */
export function ChosenFile({ busy, take }: ChosenFileProps) {
  const [isTooLarge, setTooLarge] = useState(false);
  const look = async (file: File | undefined) => {
    if (!file) return;
    setTooLarge(file.size > MAX_BYTES);
    if (file.size <= MAX_BYTES) take(await namesFile(file));
  };
  return (
    <>
      <DropZone busy={busy} take={look} />
      {isTooLarge && (
        <Notice tone="danger" urgent>
          {t('bulk.tooLarge')}
        </Notice>
      )}
    </>
  );
}
