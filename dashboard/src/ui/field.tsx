import type { ComponentChildren, InputHTMLAttributes, Ref } from 'preact';
import { useId } from 'preact/hooks';
import { t } from '../language.ts';

interface About {
  readonly label: string;
  readonly hint?: ComponentChildren;
  readonly error?: string | undefined;
}

interface Described extends About {
  children(attributes: { id: string; 'aria-describedby'?: string; 'aria-invalid'?: 'true' }): ComponentChildren;
}

/** Label, hint and problem around one control, tied to it for whoever hears the page. */
export function Field({ label, hint, error, children }: Described) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({ id, ...(described && { 'aria-describedby': described }), ...(error && { 'aria-invalid': 'true' }) })}
      {hint && (
        <div class="hint" id={`${id}-hint`}>
          {hint}
        </div>
      )}
      {error && (
        <div class="problem" id={`${id}-error`} role="alert">
          {error}
        </div>
      )}
    </div>
  );
}

interface TextProps extends About {
  readonly value: string;
  readonly type?: 'text' | 'email' | 'password' | 'date' | 'number' | 'search';
  readonly autoComplete?: string;
  readonly inputMode?: 'numeric';
  readonly required?: boolean;
  readonly readOnly?: boolean;
  readonly autoFocus?: boolean;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly min?: number | string;
  readonly max?: number | string;
  readonly step?: number;
  readonly pattern?: string;
  readonly placeholder?: string;
  readonly inputRef?: Ref<HTMLInputElement>;
  onText(text: string): void;
}

/** One line of text; its direction follows what is typed. */
export function TextField({ label, hint, error, onText, inputRef, type = 'text', ...rest }: TextProps) {
  const given = { ...rest, type, ...(type === 'text' && { dir: 'auto' }) } as InputHTMLAttributes<HTMLInputElement>;
  return (
    <Field label={label} hint={hint} error={error}>
      {(attributes) => (
        <input {...given} {...attributes} ref={inputRef} onInput={(event) => onText(event.currentTarget.value)} />
      )}
    </Field>
  );
}

interface CommentProps {
  readonly label: string;
  readonly value: string;
  readonly rows: number;
  readonly areaRef?: Ref<HTMLTextAreaElement>;
  onText(text: string): void;
}

/** What somebody writes about an alert or a customer. */
export function CommentField({ label, value, rows, areaRef, onText }: CommentProps) {
  return (
    <Field label={label}>
      {(attributes) => (
        <textarea
          {...attributes}
          ref={areaRef}
          rows={rows}
          dir="auto"
          maxLength={4000}
          value={value}
          onInput={(event) => onText(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

interface LinesProps extends About {
  readonly value: string;
  readonly rows: number;
  onText(text: string): void;
}

/** Several texts, one on each line: `linesOf` reads them. */
export function LinesField({ label, hint, error, value, rows, onText }: LinesProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(attributes) => (
        <textarea
          {...attributes}
          rows={rows}
          dir="auto"
          value={value}
          onInput={(event) => onText(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

interface CheckboxesProps<One extends string> {
  readonly options: readonly One[];
  readonly chosen: readonly string[];
  labelOf(option: One): string;
  choose(chosen: NoInfer<One>[]): void;
}

/** One box for each option; what is chosen keeps the order of the options. */
export function Checkboxes<One extends string>({ options, chosen, labelOf, choose }: CheckboxesProps<One>) {
  return (
    <>
      {options.map((option) => (
        <label key={option} class="choice">
          <input
            type="checkbox"
            checked={chosen.includes(option)}
            onChange={({ currentTarget: { checked } }) =>
              choose(options.filter((one) => (one === option ? checked : chosen.includes(one))))
            }
          />
          <span>{labelOf(option)}</span>
        </label>
      ))}
    </>
  );
}

/** The name of who is screened: 200 characters at most, each of one or two units of UTF-16. */
export function SubjectNameField(props: Omit<TextProps, 'label' | 'maxLength' | 'required'>) {
  return <TextField label={t('screen.name')} maxLength={400} required {...props} />;
}

/** Who can be screened, as options. */
export function entityTypes(): (readonly [value: string, label: string])[] {
  return (['Individual', 'Organization'] as const).map((type) => [type, t(`type.${type}`)]);
}

interface SelectProps extends About {
  readonly value: string;
  readonly options: readonly (readonly [value: string, label: string])[];
  onChoose(value: string): void;
}

export function SelectField({ label, hint, error, options, value, onChoose }: SelectProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(attributes) => (
        <select {...attributes} value={value} onChange={(event) => onChoose(event.currentTarget.value)}>
          {options.map(([option, text]) => (
            <option key={option} value={option}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** What stands on the lines of a text field, each once trimmed; empty lines are none. */
export function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}
