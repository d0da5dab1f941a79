import { Type } from 'typebox';
import { CAPTURE_LANGUAGES, MAX_ATTEMPTS } from '../../../domain/capture-session.ts';
import { count, nullable, nullableText, oneOf, time } from '../members.ts';

const STEP_NAMES = ['left', 'right', 'up', 'closer'] as const;
const MOST_LISTED = 40;

/** How a verification came about whose pictures a person took from a link. */
export const CAPTURE_EXPLAINED = Type.Object(
  {
    session: Type.String({ format: 'uuid', description: 'Id of the session; it may be forgotten by now.' }),
    startedAt: nullableText('When the person opened the link.', 'date-time'),
    consent: Type.Object(
      {
        at: time('When the person agreed.'),
        language: oneOf(CAPTURE_LANGUAGES, 'In which they read it.'),
        textHash: Type.String({ description: 'SHA-256 of the words that were shown, hex.' }),
      },
      { description: 'What the person agreed to.' },
    ),
    movement: oneOf(
      ['none', 'passed', 'cannot'],
      '`passed`: they did what they were told. `cannot`: they said that they cannot move. `none`: none was asked for.',
    ),
    steps: Type.Array(
      Type.Object({
        step: oneOf(STEP_NAMES, 'To the person’s own left or right, up, or closer to the camera.'),
        ms: nullable<number>('integer', 'Milliseconds from being told to being seen.', { minimum: 0 }),
      }),
      { maxItems: 3, description: 'The movements, in the order in which they were told.' },
    ),
    attempts: Type.Integer({ minimum: 0, maximum: MAX_ATTEMPTS, description: 'Attempts at the movements.' }),
    pictures: Type.Object(
      { front: count('Pictures of the front that were sent.'), back: count('Pictures of the back.') },
      { description: 'How often the document was photographed.' },
    ),
    camera: Type.Unsafe<{ width: number; height: number } | null>({
      type: ['object', 'null'],
      required: ['width', 'height'],
      properties: {
        width: { type: 'integer', description: 'Pixels.' },
        height: { type: 'integer', description: 'Pixels.' },
      },
      description: 'Size of the frames; null where no camera took them.',
    }),
    times: Type.Array(
      Type.Object({ step: Type.String({ description: 'What the page showed.' }), at: time('When first.') }),
      { maxItems: MOST_LISTED, description: 'When each step was reached.' },
    ),
    hints: Type.Array(
      Type.Object({ code: Type.String({ description: 'What the page said.' }), count: count('How often.') }),
      { maxItems: MOST_LISTED, description: 'What the person was told to do better, or what the camera refused.' },
    ),
  },
  { description: 'How it came about; only where a person took the pictures from a link.' },
);
