import { AfterwitError } from '../../model/errors.ts';
import { type CommitId, isCommitId } from '../../model/repository.ts';
import type { Git } from './git.ts';
import { gitFailed } from './git-process.ts';

interface ResolveRequest {
  readonly revision: string;
  /** Reads objects, through the shim. */
  readonly git: Git;
  /** Reads refs, in the real repository. */
  readonly realGit: Git;
  /** HEAD as of now. */
  readonly currentHead: () => Promise<CommitId | undefined>;
}

const hexadecimal = /^[0-9a-f]{4,64}$/i;
const shownCandidates = 20;

/** @throws COMMIT_NOT_FOUND, AMBIGUOUS_COMMIT, EMPTY_REPOSITORY */
export async function resolveCommit(request: ResolveRequest): Promise<CommitId> {
  const revision = parseRevision(request.revision);
  if (revision === undefined) throw notFound(request.revision, 'that is not the name of a commit');
  const base = await resolveBase(request, revision);
  const peeled = await peel(request.git, `${base}^{commit}${revision.steps}`);
  if (peeled !== undefined) return peeled;
  if (hexadecimal.test(base)) await refuseAmbiguous(request, base.toLowerCase());
  throw notFound(request.revision, 'no commit in this clone has that name');
}

/** An object id, possibly abbreviated, in lower case. */
async function resolveBase(request: ResolveRequest, { base }: Revision): Promise<string> {
  if (base === 'HEAD') {
    const head = await request.currentHead();
    if (head !== undefined) return head;
    throw new AfterwitError(
      'EMPTY_REPOSITORY',
      'The repository has no commit yet. Make a first commit and try again.',
    );
  }
  const lowerCase = base.toLowerCase();
  if (isCommitId(lowerCase)) return lowerCase;
  const named = await resolveRef(request.realGit, base);
  if (named !== undefined) return named;
  if (hexadecimal.test(base)) return lowerCase;
  throw notFound(request.revision, 'there is no branch, tag or commit of that name');
}

/** The ref of exactly that name, looked for in git's own order. */
async function resolveRef(realGit: Git, name: string): Promise<CommitId | undefined> {
  const places = [
    ...(name.startsWith('refs/') ? [name] : []),
    ...[
      `refs/${name}`,
      `refs/tags/${name}`,
      `refs/heads/${name}`,
      `refs/remotes/${name}`,
      `refs/remotes/${name}/HEAD`,
    ],
  ];
  const listed = await realGit.read({
    arguments: ['for-each-ref', '--format=%(objectname) %(refname)', '--', ...places],
  });
  const ids = new Map<string, string>();
  for (const line of listed.toString('utf8').split('\n')) {
    const space = line.indexOf(' ');
    ids.set(line.slice(space + 1), line.slice(0, space));
  }
  return places.map((place) => ids.get(place)).find((id) => id !== undefined && isCommitId(id));
}

/** `expression` begins with an object id, so that no name can be mistaken for an option. */
async function peel(git: Git, expression: string): Promise<CommitId | undefined> {
  const { text } = await git.run({
    arguments: ['rev-parse', '--verify', '--quiet', '--end-of-options', expression],
  });
  const id = text.toString('latin1').trimEnd();
  return isCommitId(id) ? id : undefined;
}

/** @throws AMBIGUOUS_COMMIT when several commits begin with `prefix` */
async function refuseAmbiguous(request: ResolveRequest, prefix: string): Promise<void> {
  const found = await request.git.run({ arguments: ['rev-parse', `--disambiguate=${prefix}`] });
  const ids = found.text.toString('latin1').split('\n').filter(isCommitId);
  const { text, exit } = await request.git.run({
    arguments: ['cat-file', '--batch-check=%(objectname) %(objecttype)'],
    input: ids.map((id) => `${id}\n`).join(''),
  });
  if (exit.code !== 0) throw gitFailed('cat-file', exit);
  const lines = text.toString('latin1').split('\n');
  const candidates = lines
    .filter((line) => line.endsWith(' commit'))
    .map((line) => line.slice(0, -' commit'.length));
  if (candidates.length < 2) return;
  throw new AfterwitError(
    'AMBIGUOUS_COMMIT',
    `${prefix} fits ${candidates.length} commits. Write more digits of the one you mean.`,
    { data: { revision: request.revision, candidates: candidates.slice(0, shownCandidates) } },
  );
}

function notFound(revision: string, reason: string): AfterwitError {
  return new AfterwitError(
    'COMMIT_NOT_FOUND',
    `${JSON.stringify(revision.slice(0, 200))}: ${reason}. Name a branch, a tag, a commit id of at least 4 digits or HEAD, each with ~n or ^n if need be.`,
    { data: { revision, reason } },
  );
}

/** A name for a commit: a base, and steps from it to an ancestor. */
interface Revision {
  /** `HEAD`, a ref or a hexadecimal id; holds nothing that git or a shell would take for more than a name. */
  readonly base: string;
  /** `~2^1`, or empty. */
  readonly steps: string;
}

const shape = /^([^~^]+)((?:[~^]\d{0,9})*)$/;
/** Parts that git forbids in a ref name, and `-` in front, which would make it an option. */
const forbidden = /^-|^\/|^\.|\/\.|\.\.|\/\/|@\{|\.lock(?:\/|$)|[/.]$|[\s*?:[\\]/;
const longestName = 1_024;

/** A plain name with steps; undefined for ranges, options, searches (`:/text`) and reflogs. */
export function parseRevision(text: string): Revision | undefined {
  if (text.length > longestName || !text.isWellFormed() || hasControlCharacter(text)) return undefined;
  const [, base, steps = ''] = shape.exec(text) ?? [];
  if (base === undefined || forbidden.test(base)) return undefined;
  return { base: base === '@' ? 'HEAD' : base, steps };
}

function hasControlCharacter(text: string): boolean {
  return /\p{Cc}/u.test(text);
}

/** Whether a commit is another one or among its ancestors; undefined when git cannot tell, for want of objects. */
export async function isAncestor(
  git: Git,
  ancestor: CommitId,
  descendant: CommitId,
): Promise<boolean | undefined> {
  if (ancestor === descendant) return true;
  const { exit } = await git.run({ arguments: ['merge-base', '--is-ancestor', ancestor, descendant] });
  if (exit.code === 0) return true;
  return exit.code === 1 ? false : undefined;
}
