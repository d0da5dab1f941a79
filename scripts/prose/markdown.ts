import type { Passage } from './sentences.ts';

/** Paragraphs, list items, quotes, headings and table cells of a Markdown file; code blocks are left out. */
export function markdownPassages(file: string, source: string): Passage[] {
  const passages: Passage[] = [];
  let open: { line: number; lines: string[] } | undefined;
  const close = () => {
    if (open) passages.push({ file, line: open.line, text: plain(open.lines.join(' ')) });
    open = undefined;
  };
  for (const [number, line] of linesOutsideCode(source)) {
    if (/^\s*\|/.test(line)) {
      close();
      passages.push(...cells(file, number, line));
    } else if (/^\s*(?:#|<|\[[^\]]+\]:\s|$)/.test(line) || (open === undefined && /^ {4}/.test(line))) {
      close();
    } else {
      if (/^\s*(?:[-*+]|\d+\.|>)\s/.test(line)) close();
      open ??= { line: number, lines: [] };
      open.lines.push(line.replace(/^\s*(?:[-*+]|\d+\.|>)\s+/, ''));
    }
  }
  close();
  return passages;
}

/** Numbered lines. An empty line stands for each fence around a code block. */
function* linesOutsideCode(source: string): Generator<[number, string]> {
  let fence: string | undefined;
  for (const [index, line] of source.split('\n').entries()) {
    const mark = /^\s*(```|~~~)/.exec(line)?.[1];
    if (mark && (fence === undefined || fence === mark)) {
      fence = fence === undefined ? mark : undefined;
      yield [index + 1, ''];
    } else if (fence === undefined) yield [index + 1, line];
  }
}

function cells(file: string, line: number, row: string): Passage[] {
  if (/^[\s|:-]+$/.test(row)) return [];
  return row
    .split(/(?<!\\)\|/)
    .map((cell) => plain(cell.trim()))
    .filter((text) => text !== '')
    .map((text) => ({ file, line, text }));
}

/** Code counts as one word, a link as its text. */
function plain(text: string): string {
  return text
    .replace(/`[^`]*`/g, 'CODE')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/<[^>]+>/g, '')
    .replace(/\*\*|__/g, '');
}
