import type { DocumentSide } from '../capture/document-look.ts';
import type { FrameEffort } from '../faces/frames/frame-reader.ts';
import { noteFromChild, serveFromChild } from '../threads/serve.ts';
import { type EngineOptions, VerificationEngine } from './engine.ts';
import type { Movement, Uploads } from './outcome.ts';
import type { StoredPicture } from './renditions.ts';

// The process that holds the models. Two uploads come in and an outcome goes out; pixels stay here, in memory that its
// threads share. A thread that ends unexpectedly ends the process: the service starts another one. In between the
// service hears what each account's work took of the threads.
const options = JSON.parse(process.argv[2]!) as EngineOptions;
const engine = new VerificationEngine(options, {
  interrupted: () => process.kill(process.pid, 'SIGKILL'),
  spent: noteFromChild,
});

async function load() {
  await engine.load();
  return {
    verify: (uploads: Uploads, today: string, account: number, movement?: Movement) =>
      engine.verify(uploads, today, account, movement),
    readDocument: (bytes: Uint8Array, side: DocumentSide, account: number) => engine.readDocument(bytes, side, account),
    readFrame: (bytes: Uint8Array, effort: FrameEffort, account: number) => engine.readFrame(bytes, effort, account),
    renditions: (pictures: readonly StoredPicture[], mark: string, account: number) =>
      engine.renditions(pictures, mark, account),
  };
}

/** What the process that holds the models can do. */
export type VerificationOperations = Awaited<ReturnType<typeof load>>;

serveFromChild(load());
