import { useState } from 'preact/hooks';
import { send } from '../api.ts';
import { t } from '../language.ts';
import { FormDialog } from '../ui/dialog.tsx';
import { CommentField, entityTypes, linesOf, SelectField, SubjectNameField, TextField } from '../ui/field.tsx';
import { Problem } from '../ui/states.tsx';
import { useAction } from '../use.ts';
import type { OwnEntry } from './own-list.tsx';

interface Props {
  readonly list: string;
  /** The one to change; undefined for a new one. */
  readonly entry?: OwnEntry;
  saved(): void;
  onClose(): void;
}

/** `passport:X123` on each line; a number may come without a type. */
const identifierIn = (line: string) => {
  const [, type = '', value] = /^([^:]*):(.+)$/.exec(line) ?? [];
  return value === undefined ? { value: line } : { value: value.trim(), ...(type.trim() && { type: type.trim() }) };
};

/** Adds an entry or changes one. */
export function OwnEntryDialog({ list, entry, saved, onClose }: Props) {
  const [id, setId] = useState(entry?.id ?? '');
  const [name, setName] = useState(entry?.name ?? '');
  const [entityType, setEntityType] = useState<string>(entry?.entityType ?? 'Individual');
  const [otherNames, setOtherNames] = useState(entry?.otherNames.join('\n') ?? '');
  const [born, setBorn] = useState(entry?.dateOfBirth ?? '');
  const [countries, setCountries] = useState(entry?.countries.join(', ') ?? '');
  const [numbers, setNumbers] = useState(
    entry?.identifiers.map(({ type, value }) => (type ? `${type}:${value}` : value)).join('\n') ?? '',
  );
  const [reason, setReason] = useState(entry?.reason ?? '');
  const [until, setUntil] = useState(entry?.until ?? '');
  const path = `/api/OwnLists/${encodeURIComponent(list)}/entries/${encodeURIComponent(id.trim())}`;
  const save = useAction(async () => {
    // What the form does not show of a number stays.
    const known = new Map(entry?.identifiers.map((one) => [`${one.type ?? ''}:${one.value}`, one]));
    const identifiers = linesOf(numbers)
      .map(identifierIn)
      .map((one) => known.get(`${one.type ?? ''}:${one.value}`) ?? one);
    const body = {
      name,
      entityType,
      otherNames: linesOf(otherNames),
      countries: countries
        .split(',')
        .map((one) => one.trim())
        .filter(Boolean),
      identifiers,
      ...(born.trim() && { dateOfBirth: born.trim() }),
      ...(reason.trim() && { reason }),
      ...(until && { until }),
    };
    // A form for a new one never changes an entry that is there.
    const onlyNew: Readonly<Record<string, string>> = entry ? {} : { 'if-none-match': '*' };
    await send('PUT', path, body, onlyNew);
    saved();
  });
  const remove = useAction(async () => {
    await send('DELETE', path);
    saved();
  });
  return (
    <FormDialog
      title={t(entry ? 'own.changeEntry' : 'own.add')}
      action={t('own.save')}
      deed={save}
      beside={
        entry && (
          <button type="button" class="button danger" disabled={remove.busy} onClick={() => remove.run()}>
            {t('own.removeEntry')}
          </button>
        )
      }
      onClose={onClose}
    >
      <TextField
        label={t('own.id')}
        hint={t('own.idHint')}
        value={id}
        onText={setId}
        maxLength={128}
        pattern="[A-Za-z0-9._:@\/\-]+"
        required
        readOnly={entry !== undefined}
        error={save.fields.id}
      />
      <SubjectNameField value={name} onText={setName} error={save.fields.name} />
      <SelectField label={t('match.type')} value={entityType} onChoose={setEntityType} options={entityTypes()} />
      <CommentField label={t('customers.otherNames')} rows={2} value={otherNames} onText={setOtherNames} />
      <TextField
        label={t('screen.born')}
        hint={t('own.bornHint')}
        value={born}
        onText={setBorn}
        maxLength={10}
        error={save.fields.dateOfBirth}
      />
      <TextField
        label={t('own.countries')}
        hint={t('own.countriesHint')}
        value={countries}
        onText={setCountries}
        error={save.fields.countries}
      />
      <CommentField label={t('own.numbers')} rows={2} value={numbers} onText={setNumbers} />
      <CommentField label={t('own.reason')} rows={2} value={reason} onText={setReason} />
      <TextField
        label={t('own.until')}
        hint={t('own.untilHint')}
        type="date"
        value={until}
        onText={setUntil}
        error={save.fields.until}
      />
      <Problem text={save.problem ?? remove.problem} />
    </FormDialog>
  );
}
