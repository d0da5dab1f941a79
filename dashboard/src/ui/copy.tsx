import { useEffect, useState } from 'preact/hooks';
import { t } from '../language.ts';
import { announce } from './announce.tsx';
import { Icon } from './icon.tsx';
import { Scroll } from './scroll.tsx';

const SHOWN_MS = 2000;

export function CopyButton({ text, label }: { text: string; label?: string }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    announce(t('action.copied'));
  };
  return (
    <button type="button" class="button small" onClick={copy}>
      <Icon name={copied ? 'check' : 'copy'} />
      {copied ? t('action.copied') : (label ?? t('action.copy'))}
    </button>
  );
}

/** Code with a button that copies it. */
export function Code({ text, label }: { text: string; label: string }) {
  return (
    <div class="code">
      <Scroll label={label}>
        <pre>
          <code>{text}</code>
        </pre>
      </Scroll>
      <CopyButton text={text} />
    </div>
  );
}
