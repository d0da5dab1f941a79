// Checks the English of documents and comments: npm run prose.
// `--list` prints every finding, also the allowed ones, and the sentences that may be passive.
// `--tighten` lowers the counts in exceptions.json to what is there.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { commentPassages, wideCommentLines } from './comments.ts';
import { markdownPassages } from './markdown.ts';
import { isPassive, type Passage, sentencesOf, wordCount } from './sentences.ts';
import { unwantedWords } from './words.ts';

type Rule = 'sentences' | 'words' | 'columns';
interface Finding {
  readonly rule: Rule;
  readonly at: Passage;
  readonly message: string;
}
/** What a folder or file may still have of each rule. The longest path that fits counts. */
type Exceptions = Record<string, Partial<Record<Rule, number>> & { readonly reason: string }>;

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const EXCEPTIONS_FILE = fileURLToPath(new URL('exceptions.json', import.meta.url));
const MAX_WORDS = 25;
const RULES: readonly Rule[] = ['sentences', 'words', 'columns'];

const listing = process.argv.includes('--list');
const exceptions = JSON.parse(readFileSync(EXCEPTIONS_FILE, 'utf8')) as Exceptions;
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: ROOT, encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.(?:md|tsx?|js)$/.test(file) && existsSync(join(ROOT, file)));

const findings: Finding[] = [];
let passive = 0;
for (const file of files) check(file, readFileSync(join(ROOT, file), 'utf8'));
if (process.argv.includes('--tighten')) tighten();
report();

function check(file: string, source: string): void {
  const isMarkdown = file.endsWith('.md');
  const passages = isMarkdown ? markdownPassages(file, source) : commentPassages(file, source);
  for (const passage of passages) checkPassage(passage, isMarkdown);
  if (isMarkdown) return;
  for (const at of wideCommentLines(file, source)) {
    findings.push({ rule: 'columns', at, message: `a comment line of ${at.text.length} columns` });
  }
}

function checkPassage(at: Passage, isMarkdown: boolean): void {
  for (const sentence of sentencesOf(at.text)) {
    const words = wordCount(sentence);
    if (words > MAX_WORDS) {
      findings.push({ rule: 'sentences', at, message: `${words} words in a sentence: ${sentence.slice(0, 70)}…` });
    }
    if (isMarkdown && isPassive(sentence)) {
      passive++;
      if (listing) process.stdout.write(`${at.file}:${at.line} may be passive: ${sentence}\n`);
    }
  }
  for (const { word, instead } of unwantedWords(at.text)) {
    findings.push({ rule: 'words', at, message: `"${word}": write ${instead}` });
  }
}

function exceptionFor(file: string): string | undefined {
  return Object.keys(exceptions)
    .filter((path) => file === path || file.startsWith(`${path}/`))
    .sort((a, b) => b.length - a.length)[0];
}

function countsByException(): Map<string, Record<Rule, Finding[]>> {
  const counts = new Map<string, Record<Rule, Finding[]>>();
  for (const finding of findings) {
    const path = exceptionFor(finding.at.file) ?? finding.at.file;
    const byRule = counts.get(path) ?? { sentences: [], words: [], columns: [] };
    byRule[finding.rule].push(finding);
    counts.set(path, byRule);
  }
  return counts;
}

function tighten(): void {
  const counts = countsByException();
  for (const [path, allowed] of Object.entries(exceptions)) {
    for (const rule of RULES) {
      const found = counts.get(path)?.[rule].length ?? 0;
      if (allowed[rule] === undefined) continue;
      if (found === 0) delete allowed[rule];
      else allowed[rule] = Math.min(allowed[rule], found);
    }
    if (RULES.every((rule) => allowed[rule] === undefined)) delete exceptions[path];
  }
  writeFileSync(EXCEPTIONS_FILE, `${JSON.stringify(exceptions, null, 2)}\n`);
}

function report(): void {
  let refused = 0;
  for (const [path, byRule] of countsByException()) {
    for (const rule of RULES) {
      const found = byRule[rule];
      const allowed = exceptions[path]?.[rule] ?? 0;
      const tooMany = found.length > allowed;
      if (tooMany || listing) printFindings(found);
      if (!tooMany) continue;
      refused++;
      process.stdout.write(`${path}: ${found.length} ${rule}, ${allowed} allowed\n`);
    }
  }
  process.stdout.write(
    `prose: ${files.length} files; ${findings.length} exceptions in force; warning: ${passive} sentences of documents may be passive (npm run prose -- --list)\n`,
  );
  if (refused > 0) process.exitCode = 1;
}

function printFindings(found: readonly Finding[]): void {
  for (const { at, message } of found) process.stdout.write(`${at.file}:${at.line} ${message}\n`);
}
