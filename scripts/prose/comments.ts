import type { Passage } from './sentences.ts';

const MAX_COMMENT_COLUMNS = 120;

/**
 * Comments of a TypeScript or JavaScript file. A blank comment line or a tag such as `@returns` begins a new passage.
 */
export function commentPassages(file: string, source: string): Passage[] {
  const passages: Passage[] = [];
  let open: { line: number; lines: string[] } | undefined;
  const close = () => {
    if (open) passages.push({ file, line: open.line, text: open.lines.join(' ').replace(/`[^`]*`/g, 'CODE') });
    open = undefined;
  };
  for (const [index, line] of source.split('\n').entries()) {
    const text = commentText(line);
    if (text === undefined || text === '') {
      close();
      continue;
    }
    if (/^(?:@\w+|[-*]\s|\d+\.\s)/.test(text) || /^\s*\/\*/.test(line)) close();
    open ??= { line: index + 1, lines: [] };
    open.lines.push(text);
  }
  close();
  return passages;
}

/** Lines that hold a comment and are wider than an editor shows beside another one. */
export function wideCommentLines(file: string, source: string): Passage[] {
  return source
    .split('\n')
    .map((text, index) => ({ file, line: index + 1, text }))
    .filter(({ text }) => text.length > MAX_COMMENT_COLUMNS && commentText(text) !== undefined);
}

/** The text of a line that is a comment; undefined where it is none, or an instruction to a tool. */
function commentText(line: string): string | undefined {
  const text = /^\s*(?:\/\/|\/\*\*?|\*(?=\s|\/))(.*)$/.exec(line)?.[1];
  if (text === undefined || /^\s*(?:biome-ignore|@ts-|\/)/.test(text)) return undefined;
  return text.replace(/\*\/\s*$/, '').trim();
}
