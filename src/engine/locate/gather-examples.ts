import type { PastFix } from '../../history/past-fix.ts';
import { poseQuestion, quotedLines, quotedTests } from '../../history/pose-question.ts';
import { makeExample } from '../../locate/make-example.ts';
import { rankerVersion } from '../../locate/ranker-weights.ts';
import { AfterwitError } from '../../model/errors.ts';
import type { CommitId, TreeEntry } from '../../model/repository.ts';
import type { GitReader } from '../../ports/git-reader.ts';
import type { FixExample, RepositoryIndex } from '../../ports/repository-index.ts';
import { splitIssue } from '../../query/split-issue.ts';
import { codeEntries, type IndexCodeRequest, indexCode } from '../index/index-code.ts';
import type { HistoryReader } from '../snapshot/history-reader.ts';
import { type CandidatesRequest, scoreCandidates } from './score-candidates.ts';

export interface GatherExamplesRequest
  extends Omit<IndexCodeRequest, 'git' | 'settings'>,
    Pick<CandidatesRequest, 'historySettings' | 'ownSlug'> {
  readonly git: Pick<GitReader, 'readBlobs' | 'readPatch' | 'listTree'>;
  readonly index: RepositoryIndex;
  readonly histories: Pick<HistoryReader, 'open'>;
  readonly codeSettings: IndexCodeRequest['settings'];
  readonly settings: CandidatesRequest['settings'];
}

const patchLimits = { fileBytes: 65_536, totalBytes: 262_144 } as const;

/**
 * Past fixes as training examples, in order; examples of an earlier run are reused.
 *
 * @throws INTERRUPTED; finished examples are kept
 */
export async function gatherExamples(
  request: GatherExamplesRequest,
  fixes: readonly PastFix[],
): Promise<{ readonly examples: readonly FixExample[]; readonly reused: number }> {
  const { index, onProgress } = request;
  const kept = index.fixExamples(
    rankerVersion,
    fixes.map(({ id }) => id),
  );
  const missing = fixes.filter(({ id }) => !kept.has(id));
  await readCode(request, missing);
  const found = new Map<CommitId, FixExample>(kept);
  for (const fix of missing) {
    refuseWhenStopped(request, found.size, fixes.length);
    const example = await exampleOf(request, fix);
    index.keepFixExamples(rankerVersion, new Map([[fix.id, example]]));
    found.set(fix.id, example);
    onProgress?.({ phase: 'learning', done: found.size, total: fixes.length });
  }
  return { examples: fixes.flatMap(({ id }) => found.get(id) ?? []), reused: kept.size };
}

/** Reads all trees together, because they share most files and the index is then optimised only once. */
async function readCode(request: GatherExamplesRequest, fixes: readonly PastFix[]): Promise<void> {
  const { git, codeSettings, signal } = request;
  const entries = new Map<string, TreeEntry>();
  for (const parent of new Set(fixes.map((fix) => fix.parent))) {
    const tree = await git.listTree(parent, { signal });
    for (const entry of codeEntries(tree)) entries.set(entry.blobId, entry);
  }
  await indexCode({ ...request, settings: codeSettings }, [...entries.values()]);
}

async function exampleOf(request: GatherExamplesRequest, fix: PastFix): Promise<FixExample> {
  const history = await request.histories.open(fix.parent);
  const { snapshot: code } = await history.code(false);
  const issue = await questionOf(request, fix);
  const { sources, values, strengths } = await scoreCandidates(
    { ...request, history, code, issue },
    splitIssue(issue),
  );
  return makeExample(sources, values, fix.sources, strengths);
}

async function questionOf({ git }: GatherExamplesRequest, fix: PastFix): Promise<string> {
  if (quotedLines(fix) === 0) return poseQuestion(fix, '');
  const quoted = quotedTests(fix);
  const { files } = await git.readPatch(fix.id, patchLimits);
  const patches = files.filter(({ change }) => quoted.includes(change.path)).map(({ text }) => text);
  return poseQuestion(fix, patches.join('\n'));
}

function refuseWhenStopped({ signal }: GatherExamplesRequest, done: number, total: number): void {
  if (signal?.aborted !== true) return;
  throw new AfterwitError(
    'INTERRUPTED',
    `Stopped. ${done} of ${total} past fixes were processed and are kept; run the command again to continue.`,
    { data: { done, total } },
  );
}
