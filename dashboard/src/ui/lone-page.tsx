import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { t } from '../language.ts';
import { useSession } from '../session.tsx';
import { Logo } from './logo.tsx';

/** A page without navigation, for whoever does not work yet. `title` is that of the browser's tab. */
export function LonePage({ title, children }: { title: string; children: ComponentChildren }) {
  useEffect(() => {
    document.title = `${title} · Touchstone`;
  }, [title]);
  return (
    <main class="lone-page">
      <div class="brand large">
        <Logo />
      </div>
      {children}
    </main>
  );
}

/** The way out of such a page for whoever is signed in. */
export function SignOutBelow() {
  const { signOut } = useSession();
  return (
    <div>
      <button type="button" class="button quiet" onClick={signOut}>
        {t('nav.signOut')}
      </button>
    </div>
  );
}
