import {
  latestFixes,
  type PastCommit,
  type PastFix,
  poseQuestion,
  quotedLines,
  quotedTests,
} from '../../history/past-fixes.ts';
import { type Adaptation, adaptWeights, fewestFixes, makeExample } from '../../locate/adapt-weights.ts';
import { featureNames, nameWeights, rankerVersion, shippedWeights } from '../../locate/features.ts';
import type { LearnedWeights, LearningReport } from '../../model/answers/file-location.ts';
import { AfterwitError, invalidArgument } from '../../model/errors.ts';
import type { CommitId, TreeEntry } from '../../model/repository.ts';
import type { GitReader } from '../../ports/git-reader.ts';
import type { FixExample, HistorySnapshot, RepositoryIndex } from '../../ports/repository-index.ts';
import type { Clock } from '../../ports/system.ts';
import { splitIssue } from '../../query/split-issue.ts';
import { codeEntries, type IndexCodeRequest, indexCode } from '../index/index-code.ts';
import type { HistoryReader, HistoryWithCode } from '../snapshot/history-reader.ts';
import { type CandidatesRequest, filePastOf, scoreCandidates } from './score-candidates.ts';

interface LearnWeightsRequest extends Omit<GatherExamplesRequest, 'index' | 'histories'> {
  readonly histories: Pick<HistoryReader, 'open' | 'read'>;
  /** The index; available after a history was opened. */
  readonly openIndex: () => RepositoryIndex;
  readonly clock: Clock;
  readonly asOf?: string | undefined;
  /** Past fixes to ask about. */
  readonly questions: number;
  readonly seed: number;
}

/**
 * Learns the weights of `locate` from this repository's past fixes. `locate` uses them only if they prove better than
 * the shipped weights on fixes newer than those they were learned from.
 * @throws INVALID_ARGUMENT, HISTORY_TOO_SHORT; INTERRUPTED; finished parts are kept
 */
export async function learnWeights(request: LearnWeightsRequest): Promise<LearningReport> {
  const { clock, questions, seed } = request;
  const startedAtMs = clock.nowMs();
  requireQuestions(questions);
  return await request.histories.read(request.asOf, async (history) => {
    const index = request.openIndex();
    const { snapshot } = history;
    await requireHistory(request, history);
    // The closer they are in time, the fewer files differ between their trees.
    const oldestFirst = latestFixes(latestCommits(snapshot), questions).toReversed();
    requireFixes(oldestFirst);
    const { examples, reused } = await gatherExamples({ ...request, index }, oldestFirst);
    const adaptation = adaptWeights(examples, seed);
    adopt(index, adaptation, { learnedFrom: snapshot.commit, learnedAtMs: clock.nowMs() });
    return {
      ...describe(adaptation),
      reusedFixes: reused,
      seed,
      asOf: snapshot.commit,
      tookMs: clock.nowMs() - startedAtMs,
    };
  });
}

/** The latest run decides: weights adopted by an earlier run are dropped when they no longer prove better. */
function adopt(
  index: RepositoryIndex,
  { own, isBetter }: Adaptation,
  learned: Omit<LearnedWeights, 'weights'>,
): void {
  if (isBetter) index.keepLearnedWeights(rankerVersion, { weights: nameWeights(own), ...learned });
  else index.forgetLearnedWeights();
}

function describe({ own, isBetter, comparison, taughtFixes, heldBackFixes }: Adaptation) {
  const weights = featureNames.map((name, i) => [
    name,
    { shipped: shippedWeights[i] ?? 0, own: own[i] ?? 0 },
  ]);
  return {
    kind: isBetter ? 'learned' : 'kept_shipped',
    taughtFixes,
    heldBackFixes,
    comparison,
    weights: Object.fromEntries(weights) as LearningReport['weights'],
  } as const;
}

/** Children have larger ordinals than their parents, so the last ordinals are the latest commits. */
function* latestCommits(snapshot: HistorySnapshot): Generator<PastCommit> {
  for (let ordinal = snapshot.ordinalCount - 1; ordinal >= 0; ordinal--) {
    if (!snapshot.includes(ordinal) || snapshot.isMerge(ordinal)) continue;
    const { id, message } = snapshot.stored(ordinal);
    yield { id, message, parents: snapshot.parentsOf(ordinal), changes: snapshot.changesOf(ordinal) };
  }
}

async function requireHistory(
  { historySettings, settings }: LearnWeightsRequest,
  history: HistoryWithCode,
): Promise<void> {
  const { snapshot: code } = await history.code(false);
  const { commitCount } = await filePastOf({ history, code, historySettings });
  const needed = settings.youngRepositoryCommits;
  if (commitCount >= needed) return;
  throw tooShort(`it has ${commitCount} usable commits, and ${needed} are needed`);
}

function requireQuestions(questions: number): void {
  if (questions >= fewestFixes) return;
  throw invalidArgument(
    `${questions} past fixes are too few to learn from and test on. Ask for ${fewestFixes} or more.`,
  );
}

function requireFixes({ length }: readonly PastFix[]): void {
  if (length >= fewestFixes) return;
  throw tooShort(
    `only ${length} of its commits have a message that does not name the changed file, and ${fewestFixes} are needed`,
  );
}

function tooShort(why: string): AfterwitError {
  return new AfterwitError(
    'HISTORY_TOO_SHORT',
    `This history is too short to learn from: ${why}. locate keeps the shipped weights; try again when the history has grown, or deepen the clone if it is shallow.`,
  );
}

interface GatherExamplesRequest
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
 * @throws INTERRUPTED; finished examples are kept
 */
async function gatherExamples(request: GatherExamplesRequest, fixes: readonly PastFix[]) {
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
