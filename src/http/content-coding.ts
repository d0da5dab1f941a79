/** How an answer is compressed; `identity` is as it is. */
export type ContentCoding = 'identity' | 'br' | 'gzip';

/** The best of the codings that are there and that `Accept-Encoding` names without refusing it (`;q=0`). */
export function chosenCoding(header: string | string[] | undefined, there: readonly ContentCoding[]): ContentCoding {
  const accepted = String(header ?? '');
  return (['br', 'gzip'] as const).find((one) => there.includes(one) && accepts(accepted, one)) ?? 'identity';
}

function accepts(header: string, coding: string): boolean {
  return new RegExp(`(^|,)\\s*${coding}\\s*(;\\s*q=(?!0(\\.0*)?\\s*(,|$))|,|$)`, 'i').test(header);
}
