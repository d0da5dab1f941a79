import { useState } from 'preact/hooks';
import { MEDIA_CATEGORY } from '../../../src/domain/adverse-media.ts';
import { CUSTOMER_CATEGORIES, type CustomerCategory } from '../../../src/domain/customer.ts';
import { LIST_CATEGORIES } from '../../../src/domain/list-entry.ts';
import type { CustomerPage } from '../../../src/http/dashboard/wire.ts';
import { get, send } from '../api.ts';
import { t } from '../language.ts';
import { useMe } from '../session.tsx';
import { FormDialog } from '../ui/dialog.tsx';
import {
  Checkboxes,
  entityTypes,
  LinesField,
  linesOf,
  SelectField,
  SubjectNameField,
  TextField,
} from '../ui/field.tsx';
import { useAction } from '../use.ts';
import { QuotaOrProblem } from './screen.tsx';

/** Of a new customer, as the API has it. */
const DEFAULT_MIN_SCORE = 70;

/** The news is offered where it is on, and taken away from whoever has it. */
function offered(hasNews: boolean, chosen: readonly string[]): readonly CustomerCategory[] {
  return hasNews || chosen.includes(MEDIA_CATEGORY) ? CUSTOMER_CATEGORIES : LIST_CATEGORIES;
}

interface Props {
  /** The one to change; undefined for a new one. */
  readonly customer?: CustomerPage;
  saved(customer: CustomerPage): void;
  onClose(): void;
}

/** Makes a customer or changes one; both screen, as the API does. */
export function CustomerDialog({ customer, saved, onClose }: Props) {
  const [reference, setReference] = useState(customer?.reference ?? '');
  const [name, setName] = useState(customer?.name ?? '');
  const [entityType, setEntityType] = useState<string>(customer?.entityType ?? 'Individual');
  const [born, setBorn] = useState(customer?.dateOfBirth?.slice(0, 10) ?? '');
  // A field for days would not show a year or a month alone.
  const [bornAs] = useState<'text' | 'date'>(/^\d{4}(-\d{2})?$/.test(born) ? 'text' : 'date');
  const [otherNames, setOtherNames] = useState(customer?.otherNames.join('\n') ?? '');
  const [monitored, setMonitored] = useState(customer?.monitored ?? true);
  const [categories, setCategories] = useState<readonly string[]>(customer?.categories ?? LIST_CATEGORIES);
  const [minScore, setMinScore] = useState(String(customer?.minScore ?? DEFAULT_MIN_SCORE));
  const { media } = useMe();
  const save = useAction(async () => {
    const body = {
      name,
      entityType,
      monitored,
      categories,
      minScore: Number(minScore),
      otherNames: linesOf(otherNames),
      ...(entityType === 'Individual' && born && { dateOfBirth: born }),
      ...(customer && { identifiers: customer.identifiers }),
    };
    const path = `/customers/${encodeURIComponent(reference.trim())}`;
    // A form for a new one never changes a customer who is there.
    const onlyNew: Readonly<Record<string, string>> = customer ? {} : { 'if-none-match': '*' };
    await send('PUT', path.replace('/customers', '/api/Customers'), body, onlyNew);
    saved(await get<CustomerPage>(path));
  });
  const taken = !customer && save.failure?.code === 'precondition-failed';
  return (
    <FormDialog
      title={t(customer ? 'customers.change' : 'customers.make')}
      action={t('customers.save')}
      deed={save}
      isUnready={categories.length === 0}
      onClose={onClose}
    >
      <TextField
        label={t('customers.reference')}
        hint={t('customers.referenceHint')}
        value={reference}
        onText={setReference}
        maxLength={128}
        pattern="[A-Za-z0-9._:@\-]+"
        required
        readOnly={customer !== undefined}
        error={taken ? t('customers.taken') : save.fields.reference}
        autoFocus={!customer}
      />
      <SubjectNameField hint={t('screen.nameHint')} value={name} onText={setName} error={save.fields.name} />
      <SelectField label={t('match.type')} value={entityType} onChoose={setEntityType} options={entityTypes()} />
      {entityType === 'Individual' && (
        <TextField
          label={t('screen.born')}
          type={bornAs}
          value={born}
          onText={setBorn}
          error={save.fields.dateOfBirth}
        />
      )}
      <LinesField
        label={t('customers.otherNames')}
        hint={t('customers.otherNamesHint')}
        rows={2}
        value={otherNames}
        onText={setOtherNames}
      />
      <fieldset class="unframed stack tight">
        <legend class="legend">{t('customers.lists')}</legend>
        <Checkboxes
          options={offered(media !== null, categories)}
          chosen={categories}
          labelOf={(category) => t(`category.${category}`)}
          choose={setCategories}
        />
      </fieldset>
      <TextField
        label={t('screen.minScore')}
        type="number"
        min={0}
        max={100}
        step={0.1}
        value={minScore}
        onText={setMinScore}
        required
        error={save.fields.minScore}
      />
      <label class="choice">
        <input type="checkbox" checked={monitored} onChange={(event) => setMonitored(event.currentTarget.checked)} />
        <span>{t('customers.monitored')}</span>
      </label>
      <p class="hint">{t('customers.costs')}</p>
      {taken ? (
        <p>
          <a href={`/customers/${encodeURIComponent(reference.trim())}`}>{t('customers.openTaken')}</a>
        </p>
      ) : (
        <QuotaOrProblem action={save} />
      )}
    </FormDialog>
  );
}
