import type { IssueViews } from '../model/answers/file-location.ts';
import { countTerms } from '../text/terms.ts';

const link = /https?:\/\/[^\s)>\]"'`]+/g;
const linkedFile = /\/(?:blob|tree|raw)\/[^/\s]+\/([^#?\s]+)/;
const fence = /^[ \t]*(?:```|~~~)[^\n]*\n([\s\S]*?)(?:^[ \t]*(?:```|~~~)[ \t]*$|$(?![\s\S]))/gm;
const backticks = /`([^`\n]+)`/g;
const indented = /^(?: {4,}|\t|>>>|\.\.\. )\S.*$/gm;
const codeWord =
  /\b(?:[A-Za-z]\w*_\w+|_\w+|[a-z]+[A-Z]\w*|[A-Z][a-z0-9]+[A-Z]\w*|[A-Z]{2,}[a-z]\w+|\w+(?=\())/g;
/** A line that names a package and its version, as issue forms ask for. */
const versionLine = /^\s*[-*]?\s*[\w.\-[\] ]{1,40}(?:==|:|=|\s)\s*v?\d+(?:\.\d+)+\S*\s*$/;
/** Frames of Python, of JavaScript, and of others; their first group is the path. */
const frameShapes = [
  /File "([^"\n]+)", line \d+(?:, in \S+)?/g,
  /^\s*at (?:\S+ \()?(?:file:\/\/)?([^\s()]+\.[cm]?[jt]sx?):\d+:\d+\)?$/gm,
  /^\s*(?:at .*\()?([\w./\\@-]+\.[a-z]{1,4})[:(]\d+/gm,
] as const;
const pathLike =
  /(?<![\w./\\-])[\w./\\-]{0,250}\w\.(?:pyx?|pxd|pyi|c|h|cc|cpp|hpp|cs|js|jsx|mjs|ts|tsx|go|rs|rb|java|kt|php|html|css|cfg|toml|ya?ml|json|ini)\b(?!\w)/g;
const dotted = /(?<![\w/.])[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+/g;
const importFrom = /^[ \t>]*(?:>>> )?from[ \t]+([\w.]+)[ \t]+import[ \t]+\(?([\w., \t]+)/gm;
const importPlain = /^[ \t>]*(?:>>> )?import[ \t]+([\w.]+)/gm;

/** Splits the text of an issue, or any description of a problem, into its {@link IssueViews}. */
export function splitIssue(issue: string): IssueViews {
  const text = issue.replaceAll('\r', '');
  const links = text.match(link) ?? [];
  const full = stripIssueForm(text)
    .replace(link, ' ')
    .split('\n')
    .filter((line) => !versionLine.test(line))
    .join('\n');
  const fenced = [...full.matchAll(fence)].map(([, body]) => body ?? '');
  const body = full.replace(fence, ' ');
  const prose = body.replace(indented, '');
  const code = [
    ...fenced,
    ...(body.match(indented) ?? []),
    ...[...body.matchAll(backticks)].map(([, content]) => content ?? ''),
    ...(prose.match(codeWord) ?? []),
  ];
  return {
    title:
      full
        .split('\n')
        .find((line) => line.trim() !== '')
        ?.trim() ?? '',
    full,
    code: code.join('\n'),
    paths: pathsIn(full, links),
    frames: framesIn(full),
    dottedNames: dottedNamesIn(full),
  };
}

function pathsIn(text: string, links: readonly string[]): readonly string[] {
  const linked = links.flatMap((url) => linkedFile.exec(url)?.[1] ?? []);
  const named = text.replace(frameShapes[0], ' ').match(pathLike) ?? [];
  return [...new Set([...linked, ...named].map((path) => path.replaceAll('\\', '/')))];
}

function framesIn(text: string): readonly string[] {
  const found = frameShapes.map((shape) => [...text.matchAll(shape)].map(([, path = '']) => path));
  return (found.find((paths) => paths.length > 0) ?? []).map((path) => path.replaceAll('\\', '/'));
}

function dottedNamesIn(text: string): readonly string[] {
  const imported = [...text.matchAll(importFrom)].flatMap(([, module = '', names = '']) => [
    module,
    ...names.split(',').map((name) => `${module}.${name.trim().split(/\s/)[0]}`),
  ]);
  const plain = [...text.matchAll(importPlain)].map(([, module = '']) => module);
  return [...new Set([...(text.match(dotted) ?? []), ...imported, ...plain])];
}

const commentStart = '<!--';
const commentEnd = '-->';
const fenceLine = /^\s*(?:```|~~~)/;
/** Lines that a form or a fold brought along: a box to tick, an answer that was not given, the tags of a fold. */
const formLine =
  /^\s*(?:[-*]\s*\[[ xX]\](?:\s.*)?|_No response_\s*|<\/?(?:details|summary)\b[^>]{0,100}>\s*)$/;
const heading = /^\s*(?:#{1,6}\s+(\S.{0,60})|\*\*([^*]{2,60})\*\*:?\s*|__([^_]{2,60})__:?\s*)$/;
/** A line such as `Versions:`: it may begin a section, but as often it is part of a sentence. */
const label = /^\s*([A-Z][\w ()/?'-]{2,40}):\s*$/;
/** Sections about where the problem was seen: packages, systems, searches before asking. */
const aside =
  /environment|versions?\b|system info|checklist|confirmation|before asking|first check|installed|(?:pip|conda) (?:list|freeze)|your project|screenshots?|operating system|platform/i;
/** Sections on what happened stay, with any version: `Behaviour in version 3`. */
const account = /reproduc|expected|actual|current|behaviou?r|happen|describe/i;
/** The list that `show_versions()` of scientific packages prints. */
const installedPackages = /^\s*INSTALLED VERSIONS\b/;

/**
 * The reporter's words in an issue form, without the form: comments, check lists, and whole sections about
 * the environment. Their words say nothing about the fault, and push those that do out of a long query.
 * @param issue its first line is the title and stays; a text that is nothing but form is given back as it is
 */
export function stripIssueForm(issue: string): string {
  const [title = '', ...body] = withoutComments(issue).split('\n');
  const kept = [title];
  let isFenced = false;
  let isAside = false;
  for (const line of body) {
    if (fenceLine.test(line)) isFenced = !isFenced;
    else if (!isFenced) {
      if (formLine.test(line)) continue;
      isAside = beginsAside(line) ?? isAside;
    }
    if (installedPackages.test(line)) isAside = true;
    if (!isAside) kept.push(line);
  }
  const text = kept.join('\n');
  return text.trim() === '' ? issue : text;
}

/** Whether the section that a line begins is an aside; undefined where it begins none. */
function beginsAside(line: string): boolean | undefined {
  const [, hashed, bold, underlined] = heading.exec(line) ?? [];
  const name = hashed ?? bold ?? underlined ?? label.exec(line)?.[1];
  return name === undefined ? undefined : aside.test(name) && !account.test(name);
}

/** A search for both ends: a pattern would read on from each of a thousand comments that are never closed. */
function withoutComments(text: string): string {
  const kept: string[] = [];
  let from = 0;
  for (;;) {
    const start = text.indexOf(commentStart, from);
    const end = start < 0 ? -1 : text.indexOf(commentEnd, start);
    if (end < 0) break;
    kept.push(text.slice(from, start), ' ');
    from = end + commentEnd.length;
  }
  kept.push(text.slice(from));
  return kept.join('');
}

/** Least number of different words: nearly every report of a fault has as many, and few remarks about the work do. */
const fewestTerms = 8;
/** Least number beside a name of code. */
const fewestBesideName = 4;

/**
 * Whether a text says enough to look for its place. The probabilities of files are those of reports, so they do not hold for a
 * text of a word or two such as "try again".
 */
export function describesWork(views: IssueViews): boolean {
  const { full, code, paths, frames, dottedNames } = views;
  if (frames.length > 0) return true;
  const { size } = countTerms(full);
  const namesCode = code.trim() !== '' || paths.length > 0 || dottedNames.length > 0;
  return size >= (namesCode ? fewestBesideName : fewestTerms);
}
