import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { t } from '../language.ts';
import { PageHeading } from '../ui/page.tsx';
import { Loading, Trouble } from '../ui/states.tsx';

/** The API reference comes when it is asked for: who screens never loads it. */
export function Reference() {
  const [Loaded, setLoaded] = useState<{ Page: ComponentType }>();
  const [error, setError] = useState<unknown>();
  useEffect(() => {
    import('../docs/reference.tsx').then(({ ApiReference }) => setLoaded({ Page: ApiReference }), setError);
  }, []);
  return (
    <>
      <PageHeading title={t('nav.docs')} />
      {Loaded ? <Loaded.Page /> : error ? <Trouble error={error} /> : <Loading lines={8} />}
    </>
  );
}
