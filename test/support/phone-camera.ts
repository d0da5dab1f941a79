import type { Page } from 'playwright-core';

/** What the camera of a page shows, or why there is none: the name of an error (Media Capture and Streams, 10.2). */
export type Shown = Picture | 'busy-once' | 'silent' | 'none-at-all' | `${string}Error`;
type Picture = 'document' | 'face' | 'dark' | 'away';

/**
 * Puts drawn pictures in place of the cameras of a page, before it is loaded. `pictures`: JPEG files. A phone that is
 * held upright gives upright pictures, here 1080 by 1920.
 */
export async function phoneCamera(page: Page, pictures: { readonly document: Buffer; readonly face: Buffer }) {
  const files = { document: pictures.document.toString('base64'), face: pictures.face.toString('base64') };
  await page.addInitScript(`(${install.toString()})(${JSON.stringify(files)})`);
  return {
    /** From now on; an error counts from the next time that the page asks for a camera. */
    show: (shown: Shown) => page.evaluate(`window.phoneCamera.shown = '${shown}'`),
    /** As a call does that comes in between. */
    take: () => page.evaluate('window.phoneCamera.take()'),
    asked: () => page.evaluate('window.phoneCamera.asked') as Promise<{ facing: string; width: number }[]>,
    open: () => page.evaluate('window.phoneCamera.open()') as Promise<number>,
  };
}

/** Runs in the page. */
function install(files: Record<string, string>): void {
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
    const draw = async () => {
      if (track.readyState !== 'live') return;
      context.fillStyle = camera.shown === 'dark' ? '#050505' : '#3c4a44';
      context.fillRect(0, 0, 1080, 1920);
      const picture = await bitmaps[camera.shown];
      if (picture) {
        const high = (picture.height / picture.width) * 1080;
        context.drawImage(picture, 0, (1920 - high) / 2, 1080, high);
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
