import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Failure } from '../api.ts';
import { known, t } from '../language.ts';
import { inLanguage } from '../said.tsx';
import { Icon, type IconName } from './icon.tsx';

type Tone = 'info' | 'warning' | 'danger' | 'good';
const TONE_ICONS: Readonly<Record<Tone, IconName>> = {
  info: 'info',
  warning: 'warning',
  danger: 'warning',
  good: 'check',
};

/** A sentence that has to be seen. `urgent` ones are read out at once. */
export function Notice({ tone, urgent, children }: { tone: Tone; urgent?: boolean; children: ComponentChildren }) {
  return (
    <div class={`notice ${tone}`} {...(urgent && { role: 'alert' })}>
      <Icon name={TONE_ICONS[tone]} />
      <div class="grow">{children}</div>
    </div>
  );
}

/** Why something was refused, told at once; nothing where nothing was. */
export function Problem({ text }: { text: string | undefined }) {
  return text ? (
    <Notice tone="danger" urgent>
      {text}
    </Notice>
  ) : null;
}

/** What a person can do about a failure, in their own language where the service had no sentence. */
export function sentenceOf(error: unknown): string {
  if (!(error instanceof Failure)) return t('error.unexpected');
  if (error.status === 0) return t(navigator.onLine ? 'error.unreachable' : 'error.offline');
  if (error.status === 403 && !error.message) return t('error.role');
  const { code, seconds } = error;
  const translated = code && known(`failed.${code}`, seconds === undefined ? {} : { count: seconds });
  return (
    translated || (inLanguage(error.message) ?? error.message) || t('error.status', { status: String(error.status) })
  );
}

export function Trouble({ error, retry }: { error: unknown; retry?: (() => void) | undefined }) {
  return (
    <Notice tone="danger" urgent>
      <p>{sentenceOf(error)}</p>
      {retry && (
        <button type="button" class="button small" onClick={retry}>
          {t('action.retry')}
        </button>
      )}
    </Notice>
  );
}

/** Shown only where waiting takes long enough to be noticed, so that quick answers do not flicker. */
export function Loading({ lines = 3 }: { lines?: number }) {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), 150);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div class="loading" role="status" aria-busy="true">
      <span class="unseen">{t('state.loading')}</span>
      {slow && Array.from({ length: lines }, (_, index) => <div key={index} class="bone" />)}
    </div>
  );
}

export function Empty({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="empty">
      <svg viewBox="0 0 48 48" aria-hidden="true" focusable="false">
        <path d="M8 30h9c1 4 3 6 7 6s6-2 7-6h9M8 30l6-16h20l6 16v10H8Z" />
      </svg>
      <p class="strong">{title}</p>
      {children && <div class="muted">{children}</div>}
    </div>
  );
}

/** True while the browser says that there is no network, or the service did not answer. */
export function OfflineBanner() {
  const [offline, setOffline] = useState(!navigator.onLine);
  useEffect(() => {
    const update = () => setOffline(!navigator.onLine);
    addEventListener('online', update);
    addEventListener('offline', update);
    return () => {
      removeEventListener('online', update);
      removeEventListener('offline', update);
    };
  }, []);
  return offline ? (
    <Notice tone="warning" urgent>
      {t('error.offline')}
    </Notice>
  ) : null;
}
