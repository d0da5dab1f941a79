import { useEffect, useState } from 'preact/hooks';

let speak: (text: string) => void = () => {};

/** Says a sentence to a screen reader without moving the focus. */
export function announce(text: string): void {
  speak(text);
}

/** The one live region of the page. */
export function Announcer() {
  const [text, setText] = useState('');
  useEffect(() => {
    // The same sentence twice is a change too: a space that is not heard tells them apart.
    speak = (next) => setText((previous) => (previous === next ? `${next}\u00a0` : next));
  }, []);
  return (
    <div class="unseen" role="status" aria-live="polite">
      {text}
    </div>
  );
}
