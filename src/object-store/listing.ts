import { SaxesParser } from 'saxes';

/** One object of a bucket. */
export interface ListedObject {
  readonly key: string;
  readonly modified: Date;
}

/** A page of `ListObjectsV2`; `next` asks for the page after it. */
export interface Listing {
  readonly objects: readonly ListedObject[];
  readonly next: string | undefined;
}

/** Reads the XML of a page. Throws where it is cut off or is something else. */
export function readListing(xml: string): Listing {
  const objects: ListedObject[] = [];
  const path: string[] = [];
  let next: string | undefined;
  let text = '';
  let key = '';
  let modified = '';
  const ends: Readonly<Record<string, () => void>> = {
    'ListBucketResult/Contents/Key': () => {
      key = text;
    },
    'ListBucketResult/Contents/LastModified': () => {
      modified = text;
    },
    'ListBucketResult/Contents': () => objects.push({ key, modified: new Date(modified) }),
    'ListBucketResult/NextContinuationToken': () => {
      next = text;
    },
  };
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name }) => {
    path.push(name);
    if (path[0] !== 'ListBucketResult') throw new Error(`The object store answered with ${name} and no listing.`);
    text = '';
  });
  parser.on('text', (part) => {
    text += part;
  });
  parser.on('closetag', () => {
    ends[path.join('/')]?.();
    path.pop();
  });
  parser.write(xml).close();
  return { objects, next };
}
