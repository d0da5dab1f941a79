import { photograph } from '../../specimens/photograph.ts';
import { selfie } from '../../specimens/selfie.ts';
import { drawSpecimen } from '../../specimens/specimen.ts';
import type { DocumentKind } from '../../specimens/truth.ts';

const KINDS: readonly DocumentKind[] = ['passport', 'national_id', 'driving_licence', 'residence_permit'];

/** A multipart form as bytes, with the header that goes with it. */
export interface Form {
  readonly body: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
}

/** Verifications of drawn people, each with a document and a selfie. */
export async function verificationForms(people: number): Promise<Form[]> {
  const forms: Form[] = [];
  for (let person = 0; person < people; person += 1) {
    const specimen = await drawSpecimen(200_000 + person, { kind: KINDS[person % KINDS.length]! });
    const sides = specimen.sides[0]!.mrz ? 'front' : 'both';
    const document = photograph(specimen, person, [], { sides }).jpeg;
    forms.push(await formOf(document, selfie(specimen.holder, person)));
  }
  return forms;
}

export async function formOf(document: Uint8Array, selfie: Uint8Array): Promise<Form> {
  const data = new FormData();
  data.append('IdCardImage', new Blob([new Uint8Array(document)]), 'document.jpg');
  data.append('SelfieImage', new Blob([new Uint8Array(selfie)]), 'selfie.jpg');
  const encoded = new Response(data);
  const body = new Uint8Array(await encoded.arrayBuffer());
  return { body, headers: { 'content-type': encoded.headers.get('content-type')! } };
}
