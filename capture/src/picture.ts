import { copySize, type Size } from './geometry.ts';
import { type Gray, grayOf, type Rect } from './judge/gray.ts';

const QUALITY = 0.9;

/** Copies of what a video shows, each kind in a canvas of its own. */
export class Copies {
  readonly #video: HTMLVideoElement;
  readonly #canvases = new Map<string, HTMLCanvasElement>();

  constructor(video: HTMLVideoElement) {
    this.#video = video;
  }

  get size(): Size {
    return { width: this.#video.videoWidth, height: this.#video.videoHeight };
  }

  /** In gray, at most `longest` pixels long. `name`: each look of the same kind has the same. */
  gray(name: string, source: Rect, longest: number): Gray {
    const canvas = this.#canvases.get(name) ?? document.createElement('canvas');
    this.#canvases.set(name, canvas);
    const context = draw(canvas, this.#video, source, copySize(source, longest), true);
    return grayOf(context.getImageData(0, 0, canvas.width, canvas.height));
  }

  /** In colour, on a canvas of its own, as the camera gives it. */
  still(source: Rect, longest: number): HTMLCanvasElement {
    const canvas = document.createElement('canvas');
    draw(canvas, this.#video, source, copySize(source, longest), false);
    return canvas;
  }
}

function draw(
  canvas: HTMLCanvasElement,
  from: CanvasImageSource,
  source: Rect,
  { width, height }: Size,
  willReadFrequently: boolean,
): CanvasRenderingContext2D {
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  const context = canvas.getContext('2d', { willReadFrequently })!;
  context.imageSmoothingQuality = 'high';
  context.drawImage(from, source.x, source.y, source.width, source.height, 0, 0, width, height);
  return context;
}

/** Throws where the browser cannot make one. */
export function jpegOf(canvas: HTMLCanvasElement, quality = QUALITY): Promise<Blob> {
  return new Promise((resolve, reject) => {
    const take = (blob: Blob | null) => (blob ? resolve(blob) : reject(new Error('no picture')));
    canvas.toBlob(take, 'image/jpeg', quality);
  });
}

/** A picture that somebody chose, upright. Throws where it is none that the browser can show. */
export async function canvasOfFile(file: File, longest: number): Promise<HTMLCanvasElement> {
  const picture = await createImageBitmap(file);
  const canvas = document.createElement('canvas');
  const { width, height } = picture;
  draw(canvas, picture, { x: 0, y: 0, width, height }, copySize(picture, longest), false);
  picture.close();
  return canvas;
}
