/** Text for a terminal: signs that would steer it (other than line breaks and tabs) are shown as the replacement character. */
export function printable(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]/gu, '\uFFFD');
}
