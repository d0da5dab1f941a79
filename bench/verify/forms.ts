import { photograph } from '../../specimens/photograph.ts';
import { selfie } from '../../specimens/selfie.ts';
import { drawSpecimen } from '../../specimens/specimen.ts';
import type { DocumentKind } from '../../specimens/truth.ts';
import { fullOfText } from '../../test/support/full-of-text.ts';

const KINDS: readonly DocumentKind[] = ['passport', 'national_id', 'driving_licence', 'residence_permit'];
const PEOPLE = 12;

/** An upload as it is sent. */
export interface Form {
  readonly body: Uint8Array;
  readonly type: string;
}

/** Uploads of twelve people with drawn documents and selfies. */
export async function forms(): Promise<Form[]> {
  const made: Form[] = [];
  for (let person = 0; person < PEOPLE; person++) {
    const specimen = await drawSpecimen(200_000 + person, { kind: KINDS[person % KINDS.length]! });
    const document = photograph(specimen, person, [], { sides: specimen.sides[0]!.mrz ? 'front' : 'both' }).jpeg;
    made.push(await formOf(document, selfie(specimen.holder, person)));
  }
  return made;
}

/** An upload whose document is a picture full of text: it takes as long as any may, and is refused. */
export async function costlyForm(): Promise<Form> {
  const { holder } = await drawSpecimen(200_000, { kind: 'passport' });
  return formOf(fullOfText(), selfie(holder, 0));
}

async function formOf(document: Uint8Array, selfie: Uint8Array): Promise<Form> {
  const data = new FormData();
  data.append('IdCardImage', new Blob([new Uint8Array(document)]), 'document');
  data.append('SelfieImage', new Blob([new Uint8Array(selfie)]), 'selfie');
  const encoded = new Response(data);
  return { body: new Uint8Array(await encoded.arrayBuffer()), type: encoded.headers.get('content-type')! };
}
