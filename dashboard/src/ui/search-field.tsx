import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { withQuery } from '../api.ts';
import { t } from '../language.ts';

/** As long as the service takes a text. */
const MAX_TEXT = 200;

/** One field for customers, alerts, screenings and listed entries; the key `/` leads to it. */
export function SearchField() {
  const { query, path, route } = useLocation();
  const here = path === '/find' ? (query.text ?? '') : '';
  const [text, setText] = useState(here);
  useEffect(() => setText(here), [here]);
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { target } = event;
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
      if (target instanceof Element && target.closest('input, textarea, select, dialog')) return;
      event.preventDefault();
      field.current?.focus();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
  return (
    <search>
      <form
        class="search-field"
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim()) route(withQuery('/find', { text: text.trim() }));
        }}
      >
        <label for={id} class="unseen">
          {t('search.everywhere')}
        </label>
        <input
          id={id}
          ref={field}
          type="search"
          dir="auto"
          maxLength={MAX_TEXT}
          placeholder={t('search.placeholder')}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
        />
      </form>
    </search>
  );
}
