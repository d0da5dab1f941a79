import { useCallback } from 'preact/hooks';
import { useTyped } from '../filters.ts';
import { t } from '../language.ts';
import { SelectField, TextField } from './field.tsx';

interface Props {
  readonly filter: Readonly<Record<string, string>>;
  readonly results: readonly (readonly [value: string, label: string])[];
  /** Beside newest and oldest first. */
  readonly sorts: readonly (readonly [value: string, label: string])[];
  change(changes: Readonly<Record<string, string>>): void;
}

export function FilterBar({ filter, change, results, sorts }: Props) {
  const settle = useCallback((text: string) => change({ text }), [change]);
  const [text, setText] = useTyped(filter.text ?? '', settle);
  return (
    <search class="filters">
      <TextField label={t('filter.text')} type="search" value={text} onText={setText} />
      <SelectField
        label={t('filter.result')}
        value={filter.result ?? ''}
        onChoose={(result) => change({ result })}
        options={[['', t('filter.all')], ...results]}
      />
      <TextField
        label={t('filter.from')}
        type="date"
        value={filter.from ?? ''}
        max={filter.to}
        onText={(from) => change({ from })}
      />
      <TextField
        label={t('filter.to')}
        type="date"
        value={filter.to ?? ''}
        min={filter.from}
        onText={(to) => change({ to })}
      />
      <SelectField
        label={t('filter.sort')}
        value={filter.sort ?? ''}
        onChoose={(sort) => change({ sort })}
        options={[['', t('filter.newest')], ['oldest', t('filter.oldest')], ...sorts]}
      />
    </search>
  );
}
