import { t } from '../language.ts';
import { PageHeading } from '../ui/page.tsx';
import { Loading, Trouble } from '../ui/states.tsx';
import { useLoaded } from '../use.ts';

/** The API reference comes when it is asked for: who screens never loads it. */
export function Reference() {
  const { loaded, error } = useLoaded(() => import('../docs/reference.tsx'));
  return (
    <>
      <PageHeading title={t('nav.docs')} />
      {loaded ? <loaded.ApiReference /> : error ? <Trouble error={error} /> : <Loading lines={8} />}
    </>
  );
}
