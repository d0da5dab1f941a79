import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { MediaEvent } from '../events.ts';

/** What nearly every event has in it. Changing it makes stored events unreadable: raise the form of the index. */
const DICTIONARY = Buffer.from(
  '"core":{"names":["],"offences":["corruption","fraud","money-laundering","terrorism","sanctions","organised-crime",' +
    '"drugs","human-trafficking","arms","cybercrime","environment","violence","other-crime"]},"countries":["us","gb",' +
    '"],"organisations":["united nations","supreme court","ministry of ","],"persons":["],"articleCount":1,"tone":-' +
    '.000Z","last":"20,"first":"20,"articles":[{"url":"https://www..com/news/2026/","site":".com","date":"202' +
    '","language":"eng","title":"{"id":"202',
);
const OPTIONS = { dictionary: DICTIONARY, level: 5 };

/** An event as the index stores it: the same event is the same bytes. */
export function packed(event: MediaEvent): Buffer {
  return deflateRawSync(JSON.stringify(event), OPTIONS);
}

/** Throws where the bytes are not what `packed` made. */
export function unpacked(body: Uint8Array): MediaEvent {
  return JSON.parse(inflateRawSync(body, OPTIONS).toString()) as MediaEvent;
}
