import { svg } from '../dom.ts';
import { t } from '../words.ts';

/** Dark squares on white in both colour schemes: readers expect that. The code comes when its module is there. */
export function qrCode(text: string): SVGElement {
  const picture = svg('svg', {
    class: 'qr',
    role: 'img',
    'aria-label': t('desk.code'),
    'shape-rendering': 'crispEdges',
  });
  import('../../../dashboard/src/qr-path.ts').then(({ qrPath }) => {
    const { size, path } = qrPath(text);
    picture.setAttribute('viewBox', `0 0 ${size} ${size}`);
    picture.append(
      svg('rect', { width: String(size), height: String(size), class: 'qr-light' }),
      svg('path', { d: path, class: 'qr-dark' }),
    );
  });
  return picture;
}
