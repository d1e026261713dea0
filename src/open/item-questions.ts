import { openWorkingFiles } from '../adapters/git/open-working-files.ts';
import { explainDecision } from '../engine/decisions/explain-decision.ts';
import { giveFeedback } from '../engine/decisions/give-feedback.ts';
import { tellMeter } from '../engine/decisions/tell-meter.ts';
import { recordFailure } from '../engine/failures/record-failure.ts';
import type { FileHistory } from '../engine/history/read-file-history.ts';
import { remember } from '../engine/items/remember.ts';
import { reviewQueue } from '../engine/items/review-items.ts';
import type { RememberDependencies } from '../engine/memory/draft-item.ts';
import type { RecallDependencies, SearchCommitsAbout } from '../engine/memory/recall-dependencies.ts';
import { resolveScopes } from '../engine/memory/resolve-scopes.ts';
import { listReadable } from '../engine/recall/list-readable.ts';
import { readMemory } from '../engine/recall/read-memory.ts';
import { recall } from '../engine/recall/recall.ts';
import { lastSessions } from '../engine/sessions/last-sessions.ts';
import type { Brief } from '../model/answers/brief.ts';
import type { FileBrief } from '../model/answers/file-brief.ts';
import type { GuardrailList } from '../model/answers/guardrail-list.ts';
import type { MiningConsent, MiningPlan, MiningReport } from '../model/answers/mining-report.ts';
import type { MomentAnswer } from '../model/answers/moment-answer.ts';
import type { ReadableMemories } from '../model/answers/readable-memories.ts';
import type {
  DecisionExplanation,
  MemoryText,
  Recollection,
  RememberedItem,
} from '../model/answers/recollection.ts';
import type { ReviewQueue } from '../model/answers/review.ts';
import type { RulesReport } from '../model/answers/rules-report.ts';
import type { RecordedFailure } from '../model/recorded-failure.ts';
import type { RepositoryId } from '../model/repository.ts';
import type { SessionList, SessionSummary } from '../model/session-summary.ts';
import type { SyntaxParser } from '../ports/syntax-parser.ts';
import { sessionLines } from '../wording/session-lines.ts';
import type { IndexedNow } from './at-moment.ts';
import { gitAncestry, type KnownAncestry } from './git-ancestry.ts';
import type { MemoryDependencies } from './memory-dependencies.ts';
import type { FeedbackReceipt, FeedbackRequest } from './memory-home.ts';
import type {
  BriefRequest,
  ForFileOptions,
  GuardrailsRequest,
  MineSessionsOptions,
  MomentRequest,
  ReadOptions,
  RecallRequest,
  RecordFailureRequest,
  RememberRequest,
} from './memory-requests.ts';

/** All reads and writes of memories in a repository. */
export interface ItemQuestions {
  remember(request: RememberRequest): Promise<RememberedItem>;
  record(request: RecordFailureRequest): Promise<RecordedFailure>;
  recall(
    request: RecallRequest,
    banks: Pick<RecallDependencies, 'searchCommitsAbout' | 'locatePlacesOf' | 'searchSummariesAbout'>,
  ): Promise<Recollection>;
  brief(request: BriefRequest): Promise<Brief>;
  forFile(
    path: string,
    options: ForFileOptions,
    readHistory: (path: string) => Promise<FileHistory>,
  ): Promise<FileBrief>;
  atMoment(
    request: MomentRequest,
    searchCommitsAbout: SearchCommitsAbout,
    indexed: IndexedNow,
  ): Promise<MomentAnswer>;
  read(id: string, options: ReadOptions): MemoryText;
  readable(limit: number): ReadableMemories;
  why(decision: string | undefined): DecisionExplanation;
  review(limit: number): ReviewQueue;
  feedback(request: FeedbackRequest): Promise<FeedbackReceipt>;
  guardrails(request: GuardrailsRequest): Promise<GuardrailList>;
  planMining(options: MineSessionsOptions): Promise<MiningPlan>;
  mineSessions(options: MineSessionsOptions): Promise<MiningReport>;
  keepMiningConsent(consent: MiningConsent): Promise<void>;
  sessions(limit: number): Promise<SessionList>;
  importRules(options: { readonly preview?: boolean | undefined }): Promise<RulesReport>;
  close(): void;
}

const defaultGuardrails = 5;

export function openItemQuestions(
  dependencies: Omit<MemoryDependencies, 'identity'>,
  repositoryId: () => RepositoryId,
): ItemQuestions {
  const { home, store, clock, random, git, settings, speaker, userName, tokens, meter, judge } = dependencies;
  const tellMetrics = meter && tellMeter(meter);
  // Loaded when it is needed: nothing else reads transcripts.
  const loadMining = () => import('./session-mining.ts');
  const miningPlace = () => ({ home, repositoryId: repositoryId(), location: git.location });
  const readLastSessions = async (): Promise<readonly SessionSummary[]> => {
    const { miningLogOf } = await import('./mining-log-of.ts');
    return lastSessions(miningLogOf(home, repositoryId()));
  };
  const knownAncestry: KnownAncestry = new Map();
  let parser: SyntaxParser | undefined;
  const openParser = async (): Promise<SyntaxParser> => {
    const { openSyntaxParser } = await import('../adapters/syntax/open-syntax-parser.ts');
    parser ??= openSyntaxParser();
    return parser;
  };
  const recallDependencies = (): RecallDependencies => {
    const { worktree } = git.location;
    const id = repositoryId();
    return {
      store,
      clock,
      random,
      repositoryId: id,
      scopes: resolveScopes({ repositoryId: id, userName }, settings.memory.v3.scope),
      worktree,
      files: worktree === undefined ? undefined : openWorkingFiles(worktree),
      ancestry: gitAncestry(git.location, async () => git, knownAncestry),
      settings,
      lastSessions: readLastSessions,
      tellMetrics,
    };
  };
  const rememberDependencies = (): RememberDependencies => ({
    ...recallDependencies(),
    ...{ tokens, openParser, userName, settings: settings.memory },
    learnCircumstance: settings.failures.learnCircumstance,
  });
  return {
    remember: (request) =>
      remember({ ...request, speaker: request.speaker ?? speaker }, rememberDependencies()),
    record: (request) =>
      recordFailure({ ...request, speaker: request.speaker ?? speaker }, rememberDependencies()),
    recall: (request, banks) =>
      recall(
        { ...request, speaker: request.speaker ?? speaker, moment: request.moment ?? 'asked' },
        { ...recallDependencies(), ...banks, judge },
      ),
    brief: async (request) =>
      (await import('../engine/brief/brief.ts')).brief(
        { ...request, speaker: request.speaker ?? speaker },
        recallDependencies(),
      ),
    forFile: async (path, options, readHistory) =>
      (await import('../engine/brief/brief-file.ts')).briefFile(
        { ...options, path, speaker: options.speaker ?? speaker },
        readHistory,
        recallDependencies(),
      ),
    atMoment: async (request, searchCommitsAbout, indexed) =>
      (await import('./at-moment.ts')).tellAtMoment(request, request.speaker ?? speaker, indexed, {
        ...recallDependencies(),
        searchCommitsAbout,
      }),
    read: (id, options) => readMemory({ ...options, id }, recallDependencies()),
    readable: (limit) => listReadable(limit, recallDependencies()),
    why: (decision) => explainDecision(store, decision, recallDependencies().scopes),
    review: (limit) => store.read((reader) => reviewQueue(reader, limit, recallDependencies().scopes)),
    feedback: (request) =>
      giveFeedback({ ...request, speaker: request.speaker ?? speaker, store, nowMs: clock.nowMs() }),
    guardrails: async (request) =>
      (await import('../engine/brief/guard-work.ts')).guardWork(
        { ...request, speaker, limit: request.limit ?? defaultGuardrails },
        recallDependencies(),
      ),
    planMining: async (options) => (await loadMining()).planOwnMining(options, miningPlace()),
    mineSessions: async (options) =>
      (await loadMining()).mineOwnSessions(
        options,
        { ...rememberDependencies(), capture: settings.capture },
        miningPlace(),
      ),
    keepMiningConsent: async (consent) =>
      (await import('./mining-log-of.ts')).miningLogOf(home, repositoryId()).keepConsent(consent),
    sessions: async (limit) => {
      const sessions = (await readLastSessions()).slice(0, limit);
      return { sessions, lines: sessionLines(sessions) };
    },
    importRules: async (options) =>
      (await import('../engine/rules/import-rules.ts')).importRules(options, {
        ...rememberDependencies(),
        git,
      }),
    close: () => parser?.close(),
  };
}
