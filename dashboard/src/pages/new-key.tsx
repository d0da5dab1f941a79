import { useEffect, useRef, useState } from 'preact/hooks';
import { KEY_SCOPES, type KeyScope } from '../../../src/domain/key-scope.ts';
import type { NewKey } from '../../../src/http/dashboard/wire.ts';
import { send } from '../api.ts';
import { screeningSample } from '../docs/samples.ts';
import { instantOf } from '../filters.ts';
import { t } from '../language.ts';
import { inLanguage } from '../said.tsx';
import { Code, CopyButton } from '../ui/copy.tsx';
import { FormDialog } from '../ui/dialog.tsx';
import { Checkboxes, Field, TextField } from '../ui/field.tsx';
import { Notice, Problem } from '../ui/states.tsx';
import { useAction } from '../use.ts';

const TYPING_MS = 250;

/** Addresses and ranges, separated by commas, spaces or lines. */
function rangesOf(text: string): string[] {
  return text.split(/[\s,;]+/).filter(Boolean);
}

export function NewKeyForm({ made, onClose }: { made(key: NewKey): void; onClose(): void }) {
  const [name, setName] = useState('');
  const [allow, setAllow] = useState('');
  const [scopes, setScopes] = useState<readonly KeyScope[] | null>(null);
  const [expires, setExpires] = useState('');
  const problems = useAllowCheck(allow);
  const create = useAction(async () => {
    const body = { name, allow: rangesOf(allow), scopes, ...(expires && { expiresAt: instantOf(expires, true) }) };
    made(await send<NewKey>('POST', '/keys', body));
  });
  return (
    <FormDialog
      title={t('keys.make')}
      action={t('keys.create')}
      deed={create}
      isUnready={problems !== undefined}
      onClose={onClose}
    >
      <TextField
        label={t('keys.name')}
        hint={t('keys.nameHint')}
        value={name}
        onText={setName}
        required
        autoFocus
        maxLength={100}
        autoComplete="off"
        error={create.fields.name}
      />
      <Field label={t('keys.allow')} hint={t('keys.allowHint')} error={problems ?? create.fields.allow}>
        {(attributes) => (
          <textarea
            {...attributes}
            rows={3}
            class="mono"
            spellcheck={false}
            value={allow}
            onInput={(event) => setAllow(event.currentTarget.value)}
          />
        )}
      </Field>
      <ScopeChoice scopes={scopes} choose={setScopes} error={create.fields.scopes} />
      <TextField
        label={t('keys.expires')}
        hint={t('keys.expiresHint')}
        type="date"
        min={tomorrow()}
        value={expires}
        onText={setExpires}
        error={create.fields.expiresAt}
      />
      <Problem text={create.problem} />
    </FormDialog>
  );
}

interface ScopeChoiceProps {
  /** Null: everything. */
  readonly scopes: readonly KeyScope[] | null;
  choose(scopes: readonly KeyScope[] | null): void;
  readonly error: string | undefined;
}

function ScopeChoice({ scopes, choose, error }: ScopeChoiceProps) {
  return (
    <fieldset class="unframed stack tight">
      <legend class="legend">{t('keys.scopes')}</legend>
      <label class="choice">
        <input
          type="checkbox"
          checked={scopes === null}
          onChange={({ currentTarget: { checked } }) => choose(checked ? null : [])}
        />
        <span>{t('keys.scopesAll')}</span>
      </label>
      {scopes !== null && (
        <Checkboxes options={KEY_SCOPES} chosen={scopes} labelOf={(scope) => t(`scope.${scope}`)} choose={choose} />
      )}
      <div class="hint">{t('keys.scopesHint')}</div>
      <Problem text={error} />
    </fieldset>
  );
}

function tomorrow(): string {
  const day = new Date();
  day.setDate(day.getDate() + 1);
  return [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
}

/** The service checks while one types, by the rules that it will apply. */
function useAllowCheck(text: string): string | undefined {
  const [problem, setProblem] = useState<string>();
  const asked = useRef(0);
  useEffect(() => {
    const ranges = rangesOf(text);
    const round = ++asked.current;
    if (ranges.length === 0) return setProblem(undefined);
    const timer = setTimeout(() => {
      send<{ problems: readonly (string | null)[] }>('POST', '/keys/check-allow', { allow: ranges }).then(
        ({ problems }) => {
          const first = problems.find((one) => one !== null);
          if (round === asked.current) setProblem(first ? (inLanguage(first) ?? first) : undefined);
        },
        () => round === asked.current && setProblem(undefined),
      );
    }, TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return problem;
}

/** The one moment at which the value is there. */
export function NewKeyShown({ made, done }: { made: NewKey; done(): void }) {
  const panel = useRef<HTMLElement>(null);
  useEffect(() => panel.current?.focus(), []);
  return (
    <section class="panel stack made" ref={panel} tabIndex={-1} aria-labelledby="made">
      <h2 id="made">{t('keys.madeTitle')}</h2>
      <Notice tone="warning">{t('keys.once')}</Notice>
      <div class="row">
        <code class="secret wrap">{made.value}</code>
        <CopyButton text={made.value} label={t('keys.copy')} />
      </div>
      <h3>{t('keys.try')}</h3>
      <Code text={screeningSample(location.origin, made.value)} label={t('keys.try')} />
      <p class="hint">
        {t('keys.moreExamples')} <a href="/docs">{t('nav.docs')}</a>
      </p>
      <div>
        <button type="button" class="button" onClick={done}>
          {t('keys.kept')}
        </button>
      </div>
    </section>
  );
}
