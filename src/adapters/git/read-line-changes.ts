import type { CommitId, RepositoryPath } from '../../model/repository.ts';
import type { FileLineChanges } from '../../ports/git-reader.ts';
import type { Git } from './git.ts';
import { diffFlags } from './git-environment.ts';
import { gitFailed, saysNothingOfObjects } from './git-failure.ts';
import { commitMark, parseLineChanges } from './parse-line-changes.ts';

interface LineChangesRequest {
  readonly commits: readonly CommitId[];
  readonly paths: readonly RepositoryPath[];
  readonly signal: AbortSignal | undefined;
}

/** Git is stopped after this much text; what it said of whole files until then is used. */
const mostBytes = 8_388_608;
/** Paths go to git as arguments, for which the system has limited room. */
const mostPaths = 200;

/**
 * Lines that commits changed in some files, from one git process, in the order asked for. What comes behind an object that
 * cannot be read is left out.
 */
export async function readLineChanges(
  git: Git,
  { commits, paths, signal }: LineChangesRequest,
): Promise<readonly FileLineChanges[]> {
  const named = paths.filter((path) => path.isWellFormed()).slice(0, mostPaths);
  if (commits.length === 0 || named.length === 0) return [];
  const stream = git.stream({
    arguments: [
      ...(['log', '--no-walk=unsorted', '--ignore-missing', '--stdin', '--patch', '--unified=0'] as const),
      ...[`--format=${commitMark}%H`, '--full-index', '--no-renames', '--diff-merges=first-parent'],
      ...['--no-notes', '--no-decorate', '--src-prefix=a/', '--dst-prefix=b/', ...diffFlags],
      ...['--', ...named],
    ],
    input: `${commits.join('\n')}\n`,
    signal,
  });
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > mostBytes) break;
  }
  const log = Buffer.concat(chunks).toString('utf8');
  if (bytes > mostBytes) return parseLineChanges(log, false);
  const exit = await stream.exit();
  if (saysNothingOfObjects(exit)) throw gitFailed('log', exit);
  return parseLineChanges(log, exit.code === 0);
}
