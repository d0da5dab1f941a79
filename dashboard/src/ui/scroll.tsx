import type { ComponentChildren } from 'preact';

/** What is wider than a narrow screen scrolls by itself, by keyboard too. */
export function Scroll({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard.
    <section class="table-frame scroll" tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}
