import { useState } from 'preact/hooks';
import type { PictureView } from '../../../src/http/dashboard/wire.ts';
import { number } from '../format.tsx';
import { t } from '../language.ts';
import { Dialog } from '../ui/dialog.tsx';

const ZOOMS = [1, 2, 4];

interface Props {
  readonly picture: PictureView;
  readonly title: string;
}

/** A picture with its name, which is enlarged by a press. */
export function Figure({ picture, title }: Props) {
  const [isOpen, open] = useState(false);
  const [turns, turn] = useState(0);
  return (
    <figure class="picture">
      <button type="button" aria-label={t('images.enlarge', { title })} onClick={() => open(true)}>
        <Turned picture={picture} turns={turns} alt={title} />
      </button>
      <figcaption class="row between">
        {title}
        <button type="button" class="button quiet small" onClick={() => turn(turns + 1)}>
          {t('images.turn')} <span class="unseen">{title}</span>
        </button>
      </figcaption>
      {isOpen && <Enlarged picture={picture} title={title} first={turns} onClose={() => open(false)} />}
    </figure>
  );
}

/** Alone on the page, turned and as large as somebody wants it. */
function Enlarged({ picture, title, first, onClose }: Props & { readonly first: number; onClose(): void }) {
  const [zoom, setZoom] = useState(1);
  const [turns, turn] = useState(first);
  return (
    <Dialog title={title} onClose={onClose}>
      <div class="row">
        {ZOOMS.map((one) => (
          <button key={one} type="button" class="button small" aria-pressed={zoom === one} onClick={() => setZoom(one)}>
            {number(one, { style: 'percent' })}
          </button>
        ))}
        <button type="button" class="button small" onClick={() => turn(turns + 1)}>
          {t('images.turn')}
        </button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard */}
      <section class="enlarged" tabIndex={0} aria-label={title}>
        <div style={{ width: `${zoom * 100}%` }}>
          <Turned picture={picture} turns={turns} alt={title} />
        </div>
      </section>
    </Dialog>
  );
}

/** A picture by quarter turns, in a square that holds it however it lies. */
function Turned({ picture, turns, alt }: { picture: PictureView; turns: number; alt: string }) {
  const { data, width, height } = picture;
  const lies = turns % 2 === 1;
  const box = lies ? `${height} / ${width}` : `${width} / ${height}`;
  const wide = lies ? (100 * width) / height : 100;
  const transform = `translate(-50%, -50%) rotate(${turns * 90}deg)`;
  return (
    <span class="turned" style={{ aspectRatio: box }}>
      <img
        src={`data:image/jpeg;base64,${data}`}
        alt={alt}
        draggable={false}
        style={{ width: `${wide}%`, transform }}
      />
    </span>
  );
}
