import type { Specimen } from '../../capture/answers.ts';
import type { MovementEvidence } from '../../capture/steps.ts';
import type { Verifier } from '../../verification/verifier.ts';
import type { VerificationPorts } from '../verifications.ts';

/** What the page of capture is done with. */
export interface CapturePorts extends VerificationPorts {
  readonly verifier: VerificationPorts['verifier'] & Pick<Verifier, 'readDocument' | 'readFrame'>;
  /** Seals what goes on of a person's movement, since it says who they are. */
  readonly sealing: AttemptSealing;
  /** Days that pictures are kept. */
  readonly retentionDays: number;
  /** Undefined outside the sandbox. */
  readonly specimens: SpecimenPictures | undefined;
}

interface AttemptSealing {
  /** `owner`: the number of the session, which alone opens it. */
  seal(text: string, owner: number): Promise<Uint8Array>;
  /** Throws `damaged` where no master key at hand opens it. */
  open(sealed: Uint8Array, owner: number): Promise<string>;
}

/** Pictures that stand in for a person before a camera. */
interface SpecimenPictures {
  readonly all: readonly Specimen[];
  /** Undefined where there is none of this name. */
  of(id: string): { readonly document: Uint8Array; readonly selfie: Uint8Array } | undefined;
}

/** What was seen of a person who moved; `cannot`: they said that they cannot. */
export type SeenMovement = MovementEvidence | 'cannot';
