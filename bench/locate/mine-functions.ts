import type { CodeNode, Memory } from '../../src/index.ts';
import { cutFunctions, touchedFunctions } from '../../src/locate/cut-functions.ts';
import type { ReplayIssue } from '../datasets/replay-issues.ts';
import { mineCases } from './mine-cases.ts';
import { runGit } from './run-git.ts';

const idPrefix = 'history-';
const deepest = 5;
const mostNodes = 10_000;

/**
 * Questions made of a repository's own past fixes, for languages without issues: the message asks, the functions that the
 * fix changed are the answer. Fixes that changed no function are left out.
 *
 * @param gitDirectory of the repository that the memory is about
 */
export async function mineFunctions(
  memory: Memory,
  gitDirectory: string,
  slug: string,
  count: number,
): Promise<readonly ReplayIssue[]> {
  const head = runGit(gitDirectory, ['rev-parse', 'HEAD']).trim();
  const mined: ReplayIssue[] = [];
  for (const one of mineCases(gitDirectory, slug, head, count)) {
    const { instance_id, repo, base_commit, problem_statement: issue, gold_files: files } = one;
    const fix = instance_id.slice(idPrefix.length);
    const functions: string[] = [];
    for (const path of files) functions.push(...(await changedFunctions(memory, gitDirectory, fix, path)));
    if (functions.length > 0) mined.push({ instance_id, repo, base_commit, issue, files, functions });
  }
  return mined;
}

async function changedFunctions(
  memory: Memory,
  gitDirectory: string,
  fix: string,
  path: string,
): Promise<readonly string[]> {
  const { nodes } = await memory.traverse(`file:${path}`, {
    asOf: fix,
    kinds: ['contains'],
    direction: 'out',
    depth: deepest,
    limit: mostNodes,
  });
  const text = runGit(gitDirectory, ['show', `${fix}:${path}`]);
  const patch = runGit(gitDirectory, ['diff', '--unified=0', `${fix}^`, fix, '--', path]);
  const functions = cutFunctions(nodes.flatMap(outlineOf));
  return touchedFunctions(functions, readHunks(patch), text.split('\n')).map(
    ({ cut }) => `${path}::${cut.name}`,
  );
}

function outlineOf({ kind, name: whole, startLine, endLine }: CodeNode) {
  if (kind === 'file' || kind === 'directory' || startLine === undefined || endLine === undefined) return [];
  const dot = whole.lastIndexOf('.');
  const place = { kind, startLine, endLine, name: whole.slice(dot + 1) };
  return [dot < 0 ? place : { ...place, container: whole.slice(0, dot) }];
}

/** Hunks of a patch without context, of one file. */
function readHunks(patch: string) {
  return patch
    .split(/^(?=@@ )/m)
    .slice(1)
    .map((hunk) => {
      const [head = '', ...lines] = hunk.split('\n');
      const taken = (sign: string) => lines.filter((line) => line[0] === sign).map((line) => line.slice(1));
      const startLine = Number(/^@@ -\S+ \+(\d+)/.exec(head)?.[1] ?? 0);
      return { startLine, removed: taken('-'), added: taken('+') };
    });
}
