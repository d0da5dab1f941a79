import type { Page } from 'playwright-core';
import type { Moving } from './moving-person.ts';

/** What the camera of a page shows, or why there is none: the name of an error (Media Capture and Streams, 10.2). */
export type Shown = Picture | 'busy-once' | 'silent' | 'none-at-all' | `${string}Error`;
type Picture = 'document' | 'back' | 'face' | 'person' | 'dark' | 'away';

/** JPEG files of what may be before the camera. */
interface CameraPictures {
  readonly document: Buffer;
  readonly back?: Buffer;
  readonly face: Buffer;
  /** Somebody who does what the page tells. */
  readonly person?: Moving;
}

/**
 * Puts pictures in place of the cameras of a page, before it is loaded. A phone that is held upright gives upright
 * pictures, here 1080 by 1920.
 */
export async function phoneCamera(page: Page, { person, ...pictures }: CameraPictures) {
  const files: Record<string, string> = {};
  for (const [name, picture] of Object.entries(pictures)) files[name] = picture.toString('base64');
  for (const [step, frames] of Object.entries(person ?? {})) {
    for (const [at, frame] of frames.entries()) files[`${step}-${at}`] = frame.toString('base64');
  }
  const counts = Object.fromEntries(Object.entries(person ?? {}).map(([step, frames]) => [step, frames.length]));
  await page.addInitScript(`(${install.toString()})(${JSON.stringify(files)}, ${JSON.stringify(counts)})`);
  return {
    /** From now on; an error counts from the next time that the page asks for a camera. */
    show: (shown: Shown) => page.evaluate(`window.phoneCamera.shown = '${shown}'`),
    /** As a call does that comes in between. */
    take: () => page.evaluate('window.phoneCamera.take()'),
    asked: () => page.evaluate('window.phoneCamera.asked') as Promise<{ facing: string; width: number }[]>,
    open: () => page.evaluate('window.phoneCamera.open()') as Promise<number>,
  };
}

/** Runs in the page. `counts`: of the pictures of each movement. */
function install(files: Record<string, string>, counts: Record<string, number>): void {
  // biome-ignore lint/suspicious/noExplicitAny: the page's own world, of which the tests' types know nothing
  const world = globalThis as any;
  const camera = {
    shown: 'document',
    asked: [] as object[],
    tracks: [] as { readyState: string; stop(): void; dispatchEvent(event: object): void }[],
    take: () => {
      for (const track of camera.tracks.splice(0)) {
        track.stop();
        track.dispatchEvent(new world.Event('ended'));
      }
    },
    open: () => camera.tracks.filter(({ readyState }) => readyState === 'live').length,
  };
  world.phoneCamera = camera;
  const bitmaps: Record<string, Promise<{ width: number; height: number }>> = {};
  for (const [name, text] of Object.entries(files)) {
    const bytes = Uint8Array.from(world.atob(text) as string, (sign: string) => sign.charCodeAt(0));
    bitmaps[name] = world.createImageBitmap(new Blob([bytes], { type: 'image/jpeg' }));
  }
  const getUserMedia = async ({ video }: { video: { facingMode: { ideal: string }; width: { ideal: number } } }) => {
    camera.asked.push({ facing: video.facingMode.ideal, width: video.width.ideal });
    if (camera.shown === 'silent') return new Promise(() => {});
    if (camera.shown === 'busy-once') {
      camera.shown = 'document';
      throw new world.DOMException('refused', 'NotReadableError');
    }
    if (camera.shown.endsWith('Error')) throw new world.DOMException('refused', camera.shown);
    const canvas = world.document.createElement('canvas');
    canvas.width = 1080;
    canvas.height = 1920;
    const context = canvas.getContext('2d');
    const stream = canvas.captureStream(15);
    const [track] = stream.getVideoTracks();
    let turn = 0;
    let told = { step: '', since: 0 };
    // Half a second to understand, and another one to do it.
    const acted = (): { name: string; zoom: number } => {
      const step = world.document.querySelector('h1[data-step]')?.dataset.step ?? 'look';
      if (step !== told.step) told = { step, since: world.performance.now() };
      const part = Math.min(1, Math.max(0, (world.performance.now() - told.since - 500) / 900));
      if (step === 'closer') return { name: 'look-0', zoom: 1 + 0.42 * part };
      const count = counts[step] ?? 0;
      if (step === 'look' || count === 0) return { name: `look-${turn % counts.look!}`, zoom: 1 };
      return { name: `${step}-${Math.round(part * (count - 1))}`, zoom: 1 };
    };
    const draw = async () => {
      if (track.readyState !== 'live') return;
      context.fillStyle = camera.shown === 'dark' ? '#050505' : '#3c4a44';
      context.fillRect(0, 0, 1080, 1920);
      const { name, zoom } = camera.shown === 'person' ? acted() : { name: camera.shown, zoom: 1 };
      const picture = await bitmaps[name];
      if (picture) {
        const [wide, high] = [1080 * zoom, (picture.height / picture.width) * 1080 * zoom];
        context.drawImage(picture, (1080 - wide) / 2, (1920 - high) / 2, wide, high);
      }
      // A camera's picture is never the same twice.
      context.fillStyle = turn++ % 2 ? '#3c4a44' : '#3c4a45';
      context.fillRect(0, 0, 4, 4);
      setTimeout(draw, 60);
    };
    await draw();
    camera.tracks.push(track);
    return stream;
  };
  Object.defineProperty(world.navigator, 'mediaDevices', {
    get: () => (camera.shown === 'none-at-all' ? undefined : { getUserMedia }),
  });
}
