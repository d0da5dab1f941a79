import type { DocumentReading } from '../document-reader.ts';
import type { MrzReading } from '../mrz/mrz-reader.ts';
import type { DocumentSource } from './document-source.ts';
import { fuse, refusalOf } from './fuse.ts';
import { besidePrint } from './sources.ts';

/**
 * One answer from the two sides of a card that were photographed apart. What stands on both has to agree: a back of
 * another card shows as conflicts. The picture of the front speaks for the quality.
 */
export function readTogether(front: DocumentReading, back: DocumentReading): DocumentReading {
  const sources = [...front.sources, ...back.sources.map((source) => zoneBeside(source, back.mrz, front.sources))];
  const fused = fuse(sources);
  const mrz = better(front.mrz, back.mrz);
  return {
    ...front,
    ...fused,
    sources,
    mrz,
    barcode: front.barcode ?? back.barcode,
    specimenWords: [...front.specimenWords, ...back.specimenWords],
    isCut: front.isCut || back.isCut,
    isLegible: front.isLegible && back.isLegible,
    refusal: refusalOf(fused, front.quality.refusal, front.isLegible && back.isLegible),
  };
}

/** The zone of the back with what it leaves open, as the print of the front tells. */
function zoneBeside(source: DocumentSource, zone: MrzReading | null, front: readonly DocumentSource[]): DocumentSource {
  const print = front.find(({ kind }) => kind === 'visual');
  return source.kind === 'mrz' && zone && print ? besidePrint(source, zone, print) : source;
}

function better(front: MrzReading | null, back: MrzReading | null): MrzReading | null {
  if (!front || !back) return front ?? back;
  return back.valid && !front.valid ? back : front;
}
