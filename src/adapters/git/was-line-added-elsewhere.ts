import { isCommitId } from '../../model/commit.ts';
import type { AbsentLine } from '../../ports/git-reader.ts';
import type { Git } from './git.ts';
import { readBlobs } from './read-blobs.ts';

/** Branches that are looked at, the latest first, and how many of those that have the line are compared with the commit. */
const mostBranches = 20;
const mostCompared = 3;
const largestFileBytes = 1_048_576;
/** Git is asked for files by name on lines of their own. */
const plain = /^[^\s:]+$/;

/**
 * Whether a local branch has the line in that file, and added it after it parted from the commit: so the commit never had it. Where it had it
 * once, somebody took it out again.
 *
 * @param realGit reads the branches
 */
export async function wasLineAddedElsewhere(
  { git, realGit }: { readonly git: Git; readonly realGit: Git },
  { path, line, commit }: AbsentLine,
): Promise<boolean> {
  if (!plain.test(path)) return false;
  const listed = await realGit.read({
    arguments: [
      'for-each-ref',
      `--count=${mostBranches}`,
      '--sort=-committerdate',
      '--format=%(objectname)',
      'refs/heads',
    ],
  });
  const tips = [...new Set(listed.toString('latin1').split('\n'))].filter(
    (tip) => isCommitId(tip) && tip !== commit,
  );
  const having = (await commitsWith(git, tips, { path, line })).slice(0, mostCompared);
  const bases = await Promise.all(having.map((tip) => mergeBase(git, tip, commit)));
  const known = bases.filter((base) => base !== undefined);
  const hadBefore = await commitsWith(git, known, { path, line });
  for (const base of known.filter((one) => !hadBefore.includes(one)))
    if (await neverHad(git, base, { path, line, commit })) return true;
  return false;
}

/** Whether no commit since they parted added the line or took it out, as one does that holds the branch squashed. */
async function neverHad(git: Git, base: string, { path, line, commit }: AbsentLine): Promise<boolean> {
  const { text, exit } = await git.run({
    arguments: ['log', '--max-count=1', '--format=%H', `-S${line}`, `${base}..${commit}`, '--', path],
  });
  return exit.code === 0 && text.length === 0;
}

async function commitsWith(
  git: Git,
  commits: readonly string[],
  { path, line }: Pick<AbsentLine, 'path' | 'line'>,
): Promise<readonly string[]> {
  const ids = commits.map((commit) => `${commit}:${path}`);
  const texts: string[] = [];
  const decoder = new TextDecoder();
  for await (const { bytes } of readBlobs(git, { ids, keepBytes: largestFileBytes, signal: undefined }))
    texts.push(decoder.decode(bytes));
  return commits.filter((_, at) => texts[at]?.split('\n').some((one) => one.trimEnd() === line));
}

async function mergeBase(git: Git, one: string, other: string): Promise<string | undefined> {
  const { text, exit } = await git.run({ arguments: ['merge-base', one, other] });
  return exit.code === 0 ? text.toString('latin1').trim() : undefined;
}
