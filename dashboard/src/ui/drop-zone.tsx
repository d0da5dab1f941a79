import { useState } from 'preact/hooks';
import { t } from '../language.ts';

/** A file of names: dropped here, or chosen. */
export function DropZone({ busy, take }: { busy: boolean; take(file: File | undefined): void }) {
  const [over, setOver] = useState(false);
  return (
    <label
      class={over ? 'drop over' : 'drop'}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer?.files[0]);
      }}
    >
      <span class="strong">{t(busy ? 'bulk.sending' : 'bulk.drop')}</span>
      <span class="muted small">{t('bulk.limit')}</span>
      <input
        type="file"
        accept=".csv,.xlsx,.ods,.ndjson,.jsonl,text/csv"
        disabled={busy}
        onChange={(event) => take(event.currentTarget.files?.[0])}
      />
    </label>
  );
}
