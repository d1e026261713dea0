import type { IssueViews, QuotedFrame } from '../model/answers/file-location.ts';
import { stripIssueForm } from './strip-issue-form.ts';

const link = /https?:\/\/[^\s)>\]"'`]+/g;
const linkedFile = /\/(?:blob|tree|raw)\/[^/\s]+\/([^#?\s]+)/;
const fence = /^[ \t]*(?:```|~~~)[^\n]*\n([\s\S]*?)(?:^[ \t]*(?:```|~~~)[ \t]*$|$(?![\s\S]))/gm;
const backticks = /`([^`\n]+)`/g;
const indented = /^(?: {4,}|\t|>>>|\.\.\. )\S.*$/gm;
const codeWord =
  /\b(?:[A-Za-z]\w*_\w+|_\w+|[a-z]+[A-Z]\w*|[A-Z][a-z0-9]+[A-Z]\w*|[A-Z]{2,}[a-z]\w+|\w+(?=\())/g;
/** A line that names a package and its version, as issue forms ask for. */
const versionLine = /^\s*[-*]?\s*[\w.\-[\] ]{1,40}(?:==|:|=|\s)\s*v?\d+(?:\.\d+)+\S*\s*$/;
const pythonFrame = /File "([^"\n]+)", line (\d+)(?:, in (\S+))?/g;
const plainFrame = /^\s*(?:at .*\()?([\w./\\@-]+\.[a-z]{1,4})[:(](\d+)/gm;
const javascriptFrame = /^\s*at (?:(\S+) \()?(?:file:\/\/)?([^\s()]+\.[cm]?[jt]sx?):(\d+):\d+\)?$/gm;
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
    prose,
    paths: pathsIn(full, links),
    frames: framesIn(full),
    dottedNames: dottedNamesIn(full),
  };
}

function pathsIn(text: string, links: readonly string[]): readonly string[] {
  const linked = links.flatMap((url) => linkedFile.exec(url)?.[1] ?? []);
  const named = text.replace(pythonFrame, ' ').match(pathLike) ?? [];
  return [...new Set([...linked, ...named].map((path) => path.replaceAll('\\', '/')))];
}

function framesIn(text: string): readonly QuotedFrame[] {
  const python = [...text.matchAll(pythonFrame)].map(([, path = '', line, symbol]) =>
    frame(path, line, symbol),
  );
  if (python.length > 0) return python;
  const javascript = [...text.matchAll(javascriptFrame)].map(([, symbol, path = '', line]) =>
    frame(path, line, symbol),
  );
  if (javascript.length > 0) return javascript;
  return [...text.matchAll(plainFrame)].map(([, path = '', line]) => frame(path, line, undefined));
}

function frame(path: string, line: string | undefined, symbol: string | undefined): QuotedFrame {
  return {
    path: path.replaceAll('\\', '/'),
    line: Number(line),
    ...(symbol === undefined ? {} : { symbol }),
  };
}

function dottedNamesIn(text: string): readonly string[] {
  const imported = [...text.matchAll(importFrom)].flatMap(([, module = '', names = '']) => [
    module,
    ...names.split(',').map((name) => `${module}.${name.trim().split(/\s/)[0]}`),
  ]);
  const plain = [...text.matchAll(importPlain)].map(([, module = '']) => module);
  return [...new Set([...(text.match(dotted) ?? []), ...imported, ...plain])];
}
