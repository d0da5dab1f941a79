import { useState } from 'preact/hooks';
import { t } from '../language.ts';
import { announce } from '../ui/announce.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';

type Filter = Readonly<Record<string, string>>;

interface View {
  readonly name: string;
  readonly filter: Filter;
}

interface Props {
  readonly filter: Filter;
  /** The filters that a view keeps. */
  readonly names: readonly string[];
  change(changes: Filter): void;
}

const STORED = 'touchstone.views';
const MAX_VIEWS = 20;

function stored(): readonly View[] {
  try {
    return JSON.parse(localStorage.getItem(STORED) ?? '[]') as View[];
  } catch {
    return [];
  }
}

/** Filters that somebody saved under a name, in this browser. */
export function SavedViews({ filter, names, change }: Props) {
  const [views, setViews] = useState(stored);
  const [saving, setSaving] = useState(false);
  const used = Object.fromEntries(names.flatMap((name) => (filter[name] ? [[name, filter[name]]] : [])));
  const keep = (next: readonly View[]) => {
    localStorage.setItem(STORED, JSON.stringify(next));
    setViews(next);
  };
  const same = (view: View) => JSON.stringify(view.filter) === JSON.stringify(used);
  const show = (view: View) => change({ ...Object.fromEntries(names.map((name) => [name, ''])), ...view.filter });
  return (
    <>
      {views.map((view) => (
        <span key={view.name} class="view">
          <button type="button" class="button small" aria-pressed={same(view)} onClick={() => show(view)}>
            <bdi>{view.name}</bdi>
          </button>
          {same(view) && (
            <button
              type="button"
              class="button quiet small"
              onClick={() => keep(views.filter(({ name }) => name !== view.name))}
            >
              {t('views.remove')}
            </button>
          )}
        </span>
      ))}
      {Object.keys(used).length > 0 && !views.some(same) && (
        <button type="button" class="button quiet small" onClick={() => setSaving(true)}>
          {t('views.save')}
        </button>
      )}
      {saving && (
        <SaveDialog
          onClose={() => setSaving(false)}
          save={(name) => {
            keep([...views.filter((view) => view.name !== name), { name, filter: used }].slice(-MAX_VIEWS));
            setSaving(false);
            announce(t('views.saved'));
          }}
        />
      )}
    </>
  );
}

function SaveDialog({ save, onClose }: { save(name: string): void; onClose(): void }) {
  const [name, setName] = useState('');
  return (
    <Dialog title={t('views.save')} onClose={onClose}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim()) save(name.trim());
        }}
      >
        <TextField
          label={t('views.name')}
          hint={t('views.hint')}
          value={name}
          onText={setName}
          maxLength={40}
          required
          autoFocus
        />
        <div class="row end">
          <button type="submit" class="button primary">
            {t('views.save')}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
