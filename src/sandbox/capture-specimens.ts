import { DOCUMENTS, PICTURES, SELFIES } from './specimens.ts';

const HOLDER = 'selfie-holder';
const PASSPORT = 'passport';

/** `passport-wrong-check-digit` as people read it. */
function titleOf(name: string): string {
  const words = name.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What the page of capture offers in place of a camera: each document, and a passport with each selfie. */
export const CAPTURE_SPECIMENS = {
  all: [...Object.keys(DOCUMENTS), ...Object.keys(SELFIES)].map((id) => ({ id, title: titleOf(id) })),
  of(id: string) {
    const document = id in DOCUMENTS ? id : PASSPORT;
    const selfie = id in SELFIES ? id : HOLDER;
    if (id !== document && id !== selfie) return undefined;
    return { document: PICTURES.get(`${document}.jpg`)!, selfie: PICTURES.get(`${selfie}.jpg`)! };
  },
};
