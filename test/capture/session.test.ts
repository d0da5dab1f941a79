import { expectTypeOf, test } from 'vitest';
import type { FrameAnswer, PictureAnswer, SessionView } from '../../capture/src/session.ts';
import type * as service from '../../src/use-cases/capture/person.ts';
import type { CaptureView } from '../../src/use-cases/capture/view.ts';

test('what the service answers is what the page reads', () => {
  expectTypeOf<CaptureView>().toExtend<SessionView>();
  expectTypeOf<service.PictureAnswer>().toExtend<PictureAnswer>();
  expectTypeOf<service.FrameAnswer>().toExtend<FrameAnswer>();
});
