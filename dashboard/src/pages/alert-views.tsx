import { useState } from 'preact/hooks';
import type { SavedView } from '../../../src/domain/saved-view.ts';
import { MAX_VIEWS } from '../../../src/domain/saved-view.ts';
import { send } from '../api.ts';
import { t } from '../language.ts';
import { announce } from '../ui/announce.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { Problem } from '../ui/states.tsx';
import { useAction, useResource } from '../use.ts';

type Filter = Readonly<Record<string, string>>;

interface Props {
  readonly filter: Filter;
  /** The filters that a view keeps. */
  readonly names: readonly string[];
  change(changes: Filter): void;
}

/** Filters that somebody saved under a name. */
export function SavedViews({ filter, names, change }: Props) {
  const { data: views, set } = useResource<readonly SavedView[]>('/views');
  const [saving, setSaving] = useState(false);
  const used = Object.fromEntries(names.flatMap((name) => (filter[name] ? [[name, filter[name]]] : [])));
  const keep = useAction(async (next: readonly SavedView[], said?: string) => {
    set(await send<readonly SavedView[]>('POST', '/views', { views: next }));
    setSaving(false);
    if (said) announce(said);
  });
  const same = (view: SavedView) => JSON.stringify(view.filter) === JSON.stringify(used);
  const show = (view: SavedView) => change({ ...Object.fromEntries(names.map((name) => [name, ''])), ...view.filter });
  // A save replaces all views, so it waits until they are known.
  if (!views) return null;
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
              onClick={() => keep.run(views.filter(({ name }) => name !== view.name))}
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
          problem={keep.problem}
          save={(name) => {
            const others = views.filter((view) => view.name !== name);
            keep.run([...others, { name, filter: used }].slice(-MAX_VIEWS), t('views.saved'));
          }}
        />
      )}
    </>
  );
}

interface SaveProps {
  readonly problem: string | undefined;
  save(name: string): void;
  onClose(): void;
}

function SaveDialog({ problem, save, onClose }: SaveProps) {
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
        <Problem text={problem} />
        <div class="row end">
          <button type="submit" class="button primary">
            {t('views.save')}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
