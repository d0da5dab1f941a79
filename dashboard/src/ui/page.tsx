import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { announce } from './announce.tsx';

let visited = 0;

/**
 * The heading that every page begins with. Where a page replaces another one, its heading gets the focus. A keyboard
 * goes on from there, and a screen reader says which page it is.
 */
export function PageHeading({ title, children }: { title: string; children?: ComponentChildren }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (visited++ > 0) heading.current?.focus({ preventScroll: true });
  }, []);
  useEffect(() => {
    document.title = `${title} · Touchstone`;
    announce(title);
  }, [title]);
  return (
    <header class="page-heading">
      <h1 ref={heading} tabIndex={-1}>
        <bdi>{title}</bdi>
      </h1>
      {children && <div class="row">{children}</div>}
    </header>
  );
}
