import { openIssueExport } from '../adapters/issue-exports/open-issue-export.ts';
import type { Code } from '../engine/code/open-code.ts';
import { readTexts } from '../engine/code/read-texts.ts';
import { coupleFiles } from '../engine/history/couple-files.ts';
import { examineCommit } from '../engine/history/examine-commit.ts';
import {
  type HistoryReader,
  type HistoryWithCode,
  historyReader,
  resolveTarget,
} from '../engine/history/history-reader.ts';
import { rankHotspots } from '../engine/history/rank-hotspots.ts';
import { mendingIndex } from '../engine/index/mending-index.ts';
import type { LocatePlacesOf, SearchSummariesAbout } from '../engine/recall/recall-dependencies.ts';
import { CurrentRepository } from '../engine/repositories/current-repository.ts';
import { pauseRepository, resumeRepository } from '../engine/repositories/pause-repository.ts';
import type { Brief } from '../model/answers/brief.ts';
import type {
  CommitExamination,
  CommitSearch,
  CoupledFiles,
  HotspotList,
  IndexReport,
} from '../model/answers/commit-answers.ts';
import type { FileBrief } from '../model/answers/file-brief.ts';
import type { FileLocation } from '../model/answers/file-location.ts';
import type { FileSummary, SummarySearch } from '../model/answers/file-summary.ts';
import type { GuardrailList } from '../model/answers/guardrail-list.ts';
import type { LearningReport } from '../model/answers/learning-report.ts';
import type { Diagnosis, MemoryStatus } from '../model/answers/memory-status.ts';
import type { MiningPlan, MiningReport } from '../model/answers/mining-report.ts';
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
import type { CodeTraversal, EntityView } from '../model/code-graph.ts';
import type { RecordedFailure } from '../model/recorded-failure.ts';
import type { RepositoryLocation } from '../model/repository.ts';
import type { CodeQuestions } from './code-questions.ts';
import type { ItemQuestions } from './item-questions.ts';
import { locatedFunctions, locateForRecall } from './locate-for-recall.ts';
import { type LocateIndexedAt, locateIndexed } from './locate-indexed.ts';
import type { Memory } from './memory.ts';
import type { MemoryDependencies } from './memory-dependencies.ts';
import type { FeedbackReceipt, FeedbackRequest } from './memory-home.ts';
import type {
  AsOf,
  BriefRequest,
  ExamineCommitOptions,
  ForFileOptions,
  GuardrailsRequest,
  HotspotsOptions,
  IndexOptions,
  LearnOptions,
  LimitOptions,
  LocateOptions,
  MineSessionsOptions,
  MomentRequest,
  ReadOptions,
  RecallRequest,
  RecordFailureRequest,
  RememberRequest,
  SearchCommitsOptions,
  TopKOptions,
  TraverseOptions,
} from './memory-requests.ts';
import { commitsForRecall, defaultTopK, type HistorySearching, searchHistory } from './search-history.ts';
import { summariesForRecall } from './summaries-for-recall.ts';

const defaultHotspots = 20;
const defaultCoupled = 10;
const defaultListed = 50;
const defaultPatchBytes = 65_536;
/** A file's patch may fill at most this part of the whole. */
const fileShareOfPatch = 4;

/** The engine's use cases on one set of adapters. */
export class WiredMemory implements Memory {
  readonly #dependencies: MemoryDependencies;
  readonly #current: CurrentRepository;
  readonly #histories: HistoryReader;
  #opened: Promise<CodeQuestions> | undefined;
  #items: Promise<ItemQuestions> | undefined;
  readonly #locateIndexed: LocateIndexedAt;
  readonly #locatePlacesOf: LocatePlacesOf;
  readonly #searchSummariesAbout: SearchSummariesAbout;

  readonly repositories: Memory['repositories'] = {
    current: async () => this.#current.known,
    all: async () => this.#dependencies.store.read((reader) => reader.repositories()),
    lookalike: async () => {
      const found = this.#current.lookalike();
      return found && { ...found, isNew: this.#current.isNewAndAlike };
    },
    link: async (repositoryId, { speaker = this.#dependencies.speaker } = {}) =>
      await this.#current.link(repositoryId, speaker),
    split: async ({ speaker = this.#dependencies.speaker } = {}) => await this.#current.split(speaker),
  };

  constructor(dependencies: MemoryDependencies) {
    this.#dependencies = dependencies;
    this.#current = new CurrentRepository({ ...dependencies, onChange: () => this.#histories.forget() });
    this.#histories = historyReader({
      ...dependencies,
      indexStore: () => this.#current.indexStore,
      update: (target) => this.#current.update(target, dependencies),
      readCode: async (...request) => (await this.#questions()).readCode(...request),
      readWorkingCode: async (...request) => (await this.#questions()).readWorkingCode(...request),
    });
    const { git, logger } = dependencies;
    this.#locateIndexed = locateIndexed({
      ...{ git, logger, histories: this.#histories, indexStore: () => this.#current.indexStore },
    });
    this.#locatePlacesOf = locateForRecall(this.#locateIndexed, (history, text) =>
      this.#locateCommitted(history, text, { functions: locatedFunctions }),
    );
    this.#searchSummariesAbout = summariesForRecall(this.#locateIndexed, async (history, query, topK) => {
      const { view: code } = await history.code(false);
      return await (await this.#questions()).searchSummaries({ history, code, query, topK, coupled: false });
    });
  }

  /** Changes of the working tree left out: to read them takes time. */
  async #locateCommitted(
    history: HistoryWithCode,
    text: string,
    options: Omit<LocateOptions, 'asOf'>,
  ): Promise<FileLocation> {
    return await this.#locateIn(await this.#questions(), history, await history.code(false), text, options);
  }

  get location(): RepositoryLocation {
    return this.#dependencies.git.location;
  }

  async index({ asOf, rebuild, ...watching }: IndexOptions = {}): Promise<IndexReport> {
    const { git, clock } = this.#dependencies;
    await git.refresh();
    this.#histories.forget();
    const target = await resolveTarget(git, asOf);
    return await this.#current.update(target, { clock, rebuild, ...this.#watching(watching) });
  }

  async status(): Promise<MemoryStatus> {
    const { git, logger } = this.#dependencies;
    const { currentStatus } = await import('./health-questions.ts');
    return await mendingIndex(
      () => this.#current.indexStore,
      logger,
      async (replaced) => {
        const { head } = git.location;
        if (replaced !== undefined && head !== undefined)
          await this.#current.update(head, this.#dependencies);
        return currentStatus(this.#dependencies, this.#current);
      },
    );
  }

  async diagnose(): Promise<Diagnosis> {
    const { currentDiagnosis } = await import('./health-questions.ts');
    return await currentDiagnosis(this.#dependencies, this.#current);
  }

  async searchCommits(
    query: string | readonly string[],
    options: SearchCommitsOptions = {},
  ): Promise<CommitSearch> {
    return await this.#histories.read(options.asOf, (history) =>
      searchHistory(history, query, options, this.#searching),
    );
  }

  async examineCommit(name: string, options: ExamineCommitOptions = {}): Promise<CommitExamination> {
    const { git, issues } = this.#dependencies;
    const commit = await git.resolveCommit(name);
    const totalBytes = options.patchBytes ?? defaultPatchBytes;
    return await this.#histories.read(options.asOf, async ({ snapshot }) => {
      return await examineCommit({
        git,
        snapshot,
        commit,
        patchLimits: { totalBytes, fileBytes: Math.ceil(totalBytes / fileShareOfPatch) },
        issues: options.issueExport === undefined ? issues : openIssueExport(options.issueExport),
        ownSlug: this.#current.ownSlug,
      });
    });
  }

  async hotspots({ asOf, limit = defaultHotspots, all }: HotspotsOptions = {}): Promise<HotspotList> {
    const { settings } = this.#dependencies;
    return await this.#histories.read(asOf, (history) => rankHotspots(history, settings.history, limit, all));
  }

  async coupledFiles(
    path: string,
    { asOf, limit = defaultCoupled }: AsOf & LimitOptions = {},
  ): Promise<CoupledFiles> {
    const { settings } = this.#dependencies;
    return await this.#histories.read(asOf, (history) => coupleFiles(history, path, settings.history, limit));
  }

  async locate(issue: string, { asOf, ...options }: LocateOptions = {}): Promise<FileLocation> {
    return await this.#withCode(asOf, (questions, history, code) =>
      this.#locateIn(questions, history, code, issue, options),
    );
  }

  async #locateIn(
    questions: CodeQuestions,
    history: HistoryWithCode,
    code: Code,
    issue: string,
    { topK = defaultTopK, explain = false, weights = 'learned', ...rest }: Omit<LocateOptions, 'asOf'>,
  ): Promise<FileLocation> {
    return await questions.locate({
      history,
      code: code.snapshot,
      readTexts: (paths) => readTexts(code.view, code, paths),
      skipped: code.skipped,
      issue,
      topK,
      explain,
      learned: weights === 'learned' ? questions.learnedWeights(this.#current.indexStore.open()) : undefined,
      ...rest,
      ownSlug: this.#current.ownSlug,
    });
  }

  async learn(options: LearnOptions = {}): Promise<LearningReport> {
    const { learn } = await import('./learning.ts');
    return await learn({
      dependencies: this.#dependencies,
      indexStore: () => this.#current.indexStore,
      update: (target) =>
        this.#current.update(target, { clock: this.#dependencies.clock, ...this.#watching(options) }),
      options,
      ownSlug: this.#current.ownSlug,
    });
  }

  async forgetLearned(): Promise<boolean> {
    const work = async () => this.#current.indexStore.existing()?.forgetLearnedWeights() ?? false;
    return await mendingIndex(() => this.#current.indexStore, this.#dependencies.logger, work);
  }

  async viewSummary(path: string, { asOf }: AsOf = {}): Promise<FileSummary> {
    return await this.#withCode(asOf, (questions, history, { view: code }) =>
      questions.viewSummary({ history, code, path }),
    );
  }

  async searchSummaries(
    query: string,
    { asOf, topK = defaultTopK }: AsOf & TopKOptions = {},
  ): Promise<SummarySearch> {
    return await this.#withCode(asOf, (questions, history, { view: code }) =>
      questions.searchSummaries({ history, code, query, topK }),
    );
  }

  async traverse(node: string, { asOf, ...options }: TraverseOptions = {}): Promise<CodeTraversal> {
    return await this.#withCode(asOf, async (questions, _, { view: code }) =>
      questions.traverse({ ...options, code, node }),
    );
  }

  async entity(name: string, { asOf }: AsOf = {}): Promise<EntityView> {
    return await this.#withCode(asOf, (questions, _, { view: code, readBlobs }) =>
      questions.entity({ code, git: { readBlobs }, name }),
    );
  }

  async record(request: RecordFailureRequest): Promise<RecordedFailure> {
    return await (await this.#settledQuestions()).record(request);
  }

  async remember(request: RememberRequest): Promise<RememberedItem> {
    return await (await this.#settledQuestions()).remember(request);
  }

  async recall(request: RecallRequest): Promise<Recollection> {
    const questions = await this.#settledQuestions();
    return await questions.recall(request, {
      searchCommitsAbout: commitsForRecall(this.#histories, this.#dependencies.logger, this.#searching),
      locatePlacesOf: this.#locatePlacesOf,
      searchSummariesAbout: this.#searchSummariesAbout,
    });
  }

  async brief(request: BriefRequest = {}): Promise<Brief> {
    return await (await this.#settledQuestions()).brief(request);
  }

  async forFile(path: string, options: ForFileOptions = {}): Promise<FileBrief> {
    const questions = await this.#settledQuestions();
    const { readFileHistory } = await import('../engine/history/read-file-history.ts');
    return await questions.forFile(path, options, (relative) =>
      this.#histories.read(undefined, (history) => readFileHistory(history, relative, this.#searching)),
    );
  }

  async atMoment(request: MomentRequest): Promise<MomentAnswer> {
    await this.#current.confirmDirectory();
    const questions = await this.#settledQuestions();
    const { git } = this.#dependencies;
    const { readFileHistory } = await import('../engine/history/read-file-history.ts');
    return await questions.atMoment(
      request,
      commitsForRecall(this.#histories, this.#dependencies.logger, this.#searching),
      {
        locate: (text, { head, topK }) =>
          this.#locateIndexed(head, (history) => this.#locateCommitted(history, text, { topK }), {
            earlier: true,
          }),
        readHistory: (path, head) =>
          this.#histories.readIndexed(
            head,
            (commit) => git.isAncestor(commit, head),
            (history) => readFileHistory(history, path, this.#searching),
          ),
      },
    );
  }

  async read(id: string, options: ReadOptions = {}): Promise<MemoryText> {
    return (await this.#settledQuestions()).read(id, options);
  }

  async readable({ limit = defaultListed }: LimitOptions = {}): Promise<ReadableMemories> {
    return (await this.#settledQuestions()).readable(limit);
  }

  async why(decision?: string): Promise<DecisionExplanation> {
    return (await this.#settledQuestions()).why(decision);
  }

  async review({ limit = defaultListed }: LimitOptions = {}): Promise<ReviewQueue> {
    return (await this.#settledQuestions()).review(limit);
  }

  async feedback(request: FeedbackRequest): Promise<FeedbackReceipt> {
    return await (await this.#settledQuestions()).feedback(request);
  }

  async guardrails(request: GuardrailsRequest): Promise<GuardrailList> {
    return (await this.#settledQuestions()).guardrails(request);
  }

  async planMining(options: Pick<MineSessionsOptions, 'places' | 'folders'> = {}): Promise<MiningPlan> {
    return (await this.#settledQuestions()).planMining(options);
  }

  async mineSessions(options: MineSessionsOptions = {}): Promise<MiningReport> {
    const questions = await this.#settledQuestions();
    return await questions.mineSessions({ ...options, ...this.#watching(options) });
  }

  async importRules(options: { readonly preview?: boolean | undefined } = {}): Promise<RulesReport> {
    return await (await this.#settledQuestions()).importRules(options);
  }

  async pause(): Promise<{ readonly sinceMs: number }> {
    await this.#current.settle();
    return await pauseRepository({ ...this.#dependencies, repositoryId: this.#current.known.id });
  }

  async resume(): Promise<boolean> {
    const { id: repositoryId } = this.#current.known;
    return await resumeRepository({ ...this.#dependencies, repositoryId });
  }

  async close(): Promise<void> {
    (await this.#items)?.close();
    (await this.#opened)?.close();
    this.#current.close();
    this.#dependencies.store.close();
    await this.#dependencies.logger.flush();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  get #searching(): HistorySearching {
    return { settings: this.#dependencies.settings.history, ownSlug: this.#current.ownSlug };
  }

  /** Who watches work of a call: as the call says, else as whoever opened this memory did. */
  #watching(call: Pick<IndexOptions, 'signal' | 'onProgress'>) {
    const { signal, onProgress } = this.#dependencies;
    return { signal: call.signal ?? signal, onProgress: call.onProgress ?? onProgress };
  }

  /** Answers from the code of a commit; without one named, of HEAD as it is changed in the working tree. */
  async #withCode<T>(
    asOf: string | undefined,
    answer: (questions: CodeQuestions, history: HistoryWithCode, code: Code) => Promise<T>,
  ): Promise<T> {
    const questions = await this.#questions();
    return await this.#histories.read(asOf, async (history) =>
      answer(questions, history, await history.code(asOf === undefined)),
    );
  }

  /** Loaded on first use: it takes 15 ms, which a query about commits alone does not need. */
  #questions(): Promise<CodeQuestions> {
    this.#opened ??= import('./code-questions.ts').then(({ openCodeQuestions }) =>
      openCodeQuestions(this.#dependencies),
    );
    return this.#opened;
  }

  /** Memories are told to, and asked of, the repository that lies here now, in the memory that is there now. */
  async #settledQuestions(): Promise<ItemQuestions> {
    const questions = await this.#itemQuestions();
    await this.#current.settle();
    return questions;
  }

  #itemQuestions(): Promise<ItemQuestions> {
    this.#items ??= import('./item-questions.ts').then(({ openItemQuestions }) =>
      openItemQuestions(this.#dependencies, () => this.#current.known.id),
    );
    return this.#items;
  }
}
