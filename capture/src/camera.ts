/** Why there is no camera; the words for it are `<trouble>.title` and `.text`. */
export type CameraTrouble = 'camera-none' | 'camera-denied' | 'camera-busy' | 'camera-in-app' | 'camera-failed';

export class CameraError extends Error {
  readonly trouble: CameraTrouble;

  constructor(trouble: CameraTrouble, cause?: unknown) {
    super(trouble, { cause });
    this.trouble = trouble;
  }
}

/** Names of errors (Media Capture and Streams, 10.2; older browsers have names of their own). */
const TROUBLES: Readonly<Record<string, CameraTrouble>> = {
  NotAllowedError: 'camera-denied',
  PermissionDeniedError: 'camera-denied',
  SecurityError: 'camera-denied',
  NotFoundError: 'camera-none',
  DevicesNotFoundError: 'camera-none',
  OverconstrainedError: 'camera-none',
  NotReadableError: 'camera-busy',
  TrackStartError: 'camera-busy',
  AbortError: 'camera-busy',
};
/** A document needs every pixel, a face has enough of few. */
const SIZES = { environment: { width: 2560, height: 1440 }, user: { width: 1280, height: 960 } };
const START_MS = 12_000;
const RELEASE_MS = 600;

/** Which camera: that at the back for documents, that at the front for faces. */
export type Facing = keyof typeof SIZES;

/** A camera that shows itself in a video element until it is closed. */
export class Camera {
  readonly video: HTMLVideoElement;
  readonly #stream: MediaStream;
  readonly #interrupted: () => void;

  private constructor(video: HTMLVideoElement, stream: MediaStream, interrupted: () => void) {
    this.video = video;
    this.#stream = stream;
    this.#interrupted = interrupted;
    for (const track of stream.getVideoTracks()) {
      track.addEventListener('ended', interrupted);
      // A call or another app takes the camera away: iOS mutes the track, and never sounds it again by itself.
      track.addEventListener('mute', this.#muted);
    }
    document.addEventListener('visibilitychange', this.#hidden);
  }

  /** `interrupted`: called when something takes the camera away. Throws a `CameraError`. */
  static async open(facing: Facing, video: HTMLVideoElement, interrupted: () => void): Promise<Camera> {
    const stream = await streamOf(facing);
    const camera = new Camera(video, stream, interrupted);
    try {
      video.srcObject = stream;
      await Promise.race([playing(video), rejectLater()]);
      return camera;
    } catch (error) {
      camera.close();
      throw new CameraError('camera-failed', error);
    }
  }

  close(): void {
    document.removeEventListener('visibilitychange', this.#hidden);
    for (const track of this.#stream.getTracks()) {
      track.removeEventListener('ended', this.#interrupted);
      track.removeEventListener('mute', this.#muted);
      track.stop();
    }
    this.video.srcObject = null;
  }

  /** The camera goes off with the page: nobody is filmed who looks elsewhere. */
  #hidden = (): void => {
    if (document.hidden) this.#interrupted();
  };

  /** Some cameras are silent for a moment when they turn. */
  #muted = (event: Event): void => {
    const track = event.target as MediaStreamTrack;
    setTimeout(() => track.muted && this.#interrupted(), 1_500);
  };
}

async function streamOf(facing: Facing): Promise<MediaStream> {
  if (!navigator.mediaDevices?.getUserMedia) throw new CameraError('camera-in-app');
  const { width, height } = SIZES[facing];
  const video = { facingMode: { ideal: facing }, width: { ideal: width }, height: { ideal: height } };
  const asked = () => navigator.mediaDevices.getUserMedia({ audio: false, video });
  try {
    return await asked().catch((error: Error) =>
      isBusy(error) ? later(RELEASE_MS).then(asked) : Promise.reject(error),
    );
  } catch (error) {
    throw new CameraError(TROUBLES[(error as Error).name] ?? 'camera-failed', error);
  }
}

/** Some phones take a moment to give up the camera that was open before. */
const isBusy = ({ name }: Error) => TROUBLES[name] === 'camera-busy';

async function playing(video: HTMLVideoElement): Promise<void> {
  await video.play();
  while (!video.videoWidth) await later(50);
}

async function rejectLater(): Promise<never> {
  await later(START_MS);
  throw new Error('The camera shows nothing.');
}

function later(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
