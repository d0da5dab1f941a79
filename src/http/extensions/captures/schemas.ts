import { Type } from 'typebox';
import {
  CAPTURE_DOCUMENTS,
  CAPTURE_FAILURES,
  CAPTURE_LANGUAGES,
  CAPTURE_LIFE,
  CAPTURE_STATUSES,
  type CaptureDocument,
  MAX_ATTEMPTS,
} from '../../../domain/capture-session.ts';
import { RECORD_REFERENCE } from '../../../domain/record-reference.ts';
import { nullable, nullableText, oneOf, optional, time } from '../members.ts';

const MAX_URL = 2_048;
const EXAMPLE_ID = '6f0b0d3c-2f6a-4a53-9b1f-7c1e0e5d8a42';

const EXAMPLE = {
  id: EXAMPLE_ID,
  status: 'started' as const,
  reference: 'C-1001',
  createdAt: '2026-11-28T09:12:30.120Z',
  expiresAt: '2026-11-29T09:12:30.120Z',
  attempts: 1,
  verificationId: null,
};

export const NewCaptureSessionBody = Type.Object(
  {
    reference: optional(
      Type.String({
        pattern: RECORD_REFERENCE.source,
        description: 'What you call the person by; kept with the record.',
      }),
    ),
    language: optional(oneOf(CAPTURE_LANGUAGES, 'Of the page; without it the browser says.')),
    country: optional(
      Type.String({
        pattern: '^[A-Za-z]{2,3}$',
        maxLength: 3,
        description: 'ISO 3166-1 code of the country whose documents are taken; without it any.',
      }),
    ),
    documentTypes: optional(
      Type.Unsafe<CaptureDocument[]>({
        type: 'array',
        items: { type: 'string', enum: [...CAPTURE_DOCUMENTS] },
        minItems: 1,
        maxItems: CAPTURE_DOCUMENTS.length,
        uniqueItems: true,
        description: 'Kinds of documents that are taken; without it all.',
      }),
    ),
    redirectUrl: optional(
      Type.String({
        minLength: 1,
        maxLength: MAX_URL,
        format: 'uri',
        description:
          'Where the browser goes at the end, with `?session=ID`. By https; its origin stands with the account.',
      }),
    ),
    expiresIn: optional(
      Type.Integer({
        minimum: CAPTURE_LIFE.least,
        maximum: CAPTURE_LIFE.most,
        default: CAPTURE_LIFE.standard,
        description: 'Seconds that the link holds.',
      }),
    ),
    movement: optional(Type.Boolean({ default: true, description: 'False: a still of the face is enough.' })),
    upload: optional(Type.Boolean({ default: false, description: 'True: pictures may come from files, too.' })),
  },
  { $id: 'NewCaptureSession', examples: [{ reference: EXAMPLE.reference, language: 'de' }] },
);

const MEMBERS = {
  id: Type.String({ format: 'uuid', description: 'Id of the session.' }),
  status: oneOf(
    CAPTURE_STATUSES,
    '`created`: nobody has opened the link. `started`: somebody has. `completed`: the verification is made. `expired`, `cancelled` and `failed`: none will be.',
  ),
  reason: Type.Optional(
    oneOf(
      CAPTURE_FAILURES,
      'Only where it failed. `attempts`: no attempt held. `declined`: the person said no. `quota`: the account had no unit left.',
    ),
  ),
  reference: nullableText('What you call the person by; null where none was sent.'),
  createdAt: time('When the link was made.'),
  expiresAt: time('When it ends.'),
  attempts: Type.Integer({ minimum: 0, maximum: MAX_ATTEMPTS, description: 'Attempts at the movement that began.' }),
  verificationId: nullable<number>('integer', 'Id of the verification; null until it is made.', { minimum: 1 }),
};

export const CaptureSessionView = Type.Object(MEMBERS, { $id: 'CaptureSession', examples: [EXAMPLE] });

export const CaptureSessionWithLink = Type.Object(
  {
    ...MEMBERS,
    url: Type.String({
      description: 'The link for the person. It stands in this answer alone; whoever has it can use it.',
      examples: ['https://verify.example.com/v#q5Zc1vJw0mXh7tYk2sLbR9uNfE4aPoGdKi8TjV3xWyM'],
    }),
  },
  {
    $id: 'CaptureSessionWithLink',
    examples: [
      {
        ...EXAMPLE,
        status: 'created' as const,
        attempts: 0,
        url: 'https://verify.example.com/v#q5Zc1vJw0mXh7tYk2sLbR9uNfE4aPoGdKi8TjV3xWyM',
      },
    ],
  },
);
