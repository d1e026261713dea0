import { openIssueExport } from '../adapters/issue-exports/open-issue-export.ts';
import { coupleFiles } from '../engine/couple-files.ts';
import { diagnose } from '../engine/diagnose.ts';
import { examinations } from '../engine/examinations.ts';
import { examineCommit } from '../engine/examine-commit.ts';
import { mendingIndex } from '../engine/healthy-index.ts';
import type { Code } from '../engine/open-code.ts';
import {
  type HistoryReader,
  type HistoryWithCode,
  historyReader,
  resolveTarget,
} from '../engine/open-history.ts';
import { pauseRepository, resumeRepository } from '../engine/pause-repository.ts';
import { rankHotspots } from '../engine/rank-hotspots.ts';
import { reportStatus } from '../engine/report-status.ts';
import { confirmRepository, type RepositoryIdentity } from '../engine/repositories/identify-repository.ts';
import { linkRepository } from '../engine/repositories/link-repository.ts';
import { splitRepository } from '../engine/repositories/split-repository.ts';
import { searchCommits } from '../engine/search-commits.ts';
import { updateIndex } from '../engine/update-index.ts';
import type { CodeTraversal, EntityView } from '../model/code-graph.ts';
import type { CommitId } from '../model/commit.ts';
import type {
  CommitExamination,
  CommitSearch,
  CoupledFiles,
  HotspotList,
  IndexReport,
} from '../model/commit-memory.ts';
import type { FileLocation } from '../model/file-location.ts';
import type { FileSummary, SummarySearch } from '../model/file-summary.ts';
import type { GuardrailList } from '../model/guardrail.ts';
import type { RecordedIssue } from '../model/issue.ts';
import type { LearningReport } from '../model/learning.ts';
import type { Diagnosis, MemoryStatus } from '../model/memory-status.ts';
import type { Recollection, RememberedItem } from '../model/recollection.ts';
import type { KnownRepository, RepositoryLocation } from '../model/repository.ts';
import type { IndexStore } from '../ports/repository-index.ts';
import type { CodeQuestions } from './code-questions.ts';
import type { ItemQuestions } from './item-questions.ts';
import type {
  AsOf,
  ExamineCommitOptions,
  GuardrailsRequest,
  IndexOptions,
  LearnOptions,
  LimitOptions,
  LocateOptions,
  Memory,
  RecallRequest,
  RecordIssueRequest,
  RememberRequest,
  SearchCommitsOptions,
  TopKOptions,
  TraverseOptions,
} from './memory.ts';
import type { MemoryWiring } from './memory-wiring.ts';
import { readVersion } from './read-version.ts';

const defaultTopK = 10;
const defaultHotspots = 20;
const defaultCoupled = 10;
const defaultPatchBytes = 65_536;
/** A file's patch may fill at most this part of the whole. */
const fileShareOfPatch = 4;

/** The engine's use cases on one set of adapters. */
export class WiredMemory implements Memory {
  readonly #wiring: MemoryWiring;
  #identity: RepositoryIdentity;
  #indexStore: IndexStore;
  readonly #histories: HistoryReader;
  #opened: Promise<CodeQuestions> | undefined;
  #items: Promise<ItemQuestions> | undefined;

  readonly repositories: Memory['repositories'] = {
    current: async () => this.#identity.repository,
    all: async () => this.#wiring.store.read((reader) => reader.repositories()),
    link: async (repositoryId) => this.#become(await linkRepository({ ...this.#wiring, id: repositoryId })),
    split: async () => this.#become(await splitRepository(this.#wiring)),
  };

  constructor(wiring: MemoryWiring) {
    this.#wiring = wiring;
    this.#identity = wiring.identity;
    this.#indexStore = wiring.openIndexStore(wiring.identity.repository.id);
    this.#histories = historyReader({
      ...wiring,
      indexStore: () => this.#indexStore,
      update: (target) => this.#update(target),
      readCode: async (...request) => (await this.#questions()).readCode(...request),
      readWorkingCode: async (...request) => (await this.#questions()).readWorkingCode(...request),
    });
  }

  get location(): RepositoryLocation {
    return this.#wiring.git.location;
  }

  async index({ asOf, ...options }: IndexOptions = {}): Promise<IndexReport> {
    await this.#wiring.git.refresh();
    this.#histories.forget();
    return await this.#update(await resolveTarget(this.#wiring.git, asOf), options);
  }

  async status(): Promise<MemoryStatus> {
    const { git, home, logger, settingWarnings } = this.#wiring;
    return await mendingIndex(
      () => this.#indexStore,
      logger,
      async (replaced) => {
        if (replaced !== undefined && git.location.head !== undefined) await this.#update(git.location.head);
        const { repository } = this.#identity;
        return reportStatus({
          ...{ git, home, repository, settingWarnings },
          indexStore: this.#indexStore,
          version: readVersion(),
        });
      },
    );
  }

  async diagnose(): Promise<Diagnosis> {
    return await diagnose(
      examinations({
        ...this.#wiring,
        indexStore: this.#indexStore,
        identify: async () => {
          await this.#confirm();
          return this.#identity;
        },
        nodeVersion: process.versions.node,
      }),
    );
  }

  async searchCommits(
    query: string | readonly string[],
    options: SearchCommitsOptions = {},
  ): Promise<CommitSearch> {
    const settings = this.#wiring.settings.history;
    return await this.#histories.read(options.asOf, async (history) => {
      const ownSlug = slugOf(this.#identity.repository);
      return await searchCommits({
        history,
        queries: typeof query === 'string' ? [query] : query,
        settings,
        topK: options.topK ?? defaultTopK,
        minimumConfidence: options.minimumConfidence ?? settings.search.minimumConfidence,
        fileCount: options.files ?? 0,
        explain: options.explain ?? false,
        ...(ownSlug === undefined ? {} : { ownSlug }),
      });
    });
  }

  async examineCommit(name: string, options: ExamineCommitOptions = {}): Promise<CommitExamination> {
    const { git } = this.#wiring;
    const commit = await git.resolveCommit(name);
    const totalBytes = options.patchBytes ?? defaultPatchBytes;
    return await this.#histories.read(options.asOf, async ({ snapshot }) => {
      const ownSlug = slugOf(this.#identity.repository);
      return await examineCommit({
        git,
        snapshot,
        commit,
        patchLimits: { totalBytes, fileBytes: Math.ceil(totalBytes / fileShareOfPatch) },
        ...(options.issueExport === undefined ? {} : { issues: openIssueExport(options.issueExport) }),
        ...(ownSlug === undefined ? {} : { ownSlug }),
      });
    });
  }

  async hotspots({ asOf, limit = defaultHotspots }: AsOf & LimitOptions = {}): Promise<HotspotList> {
    const { settings } = this.#wiring;
    return await this.#histories.read(asOf, (history) => rankHotspots(history, settings.history, limit));
  }

  async coupledFiles(
    path: string,
    { asOf, limit = defaultCoupled }: AsOf & LimitOptions = {},
  ): Promise<CoupledFiles> {
    const { settings } = this.#wiring;
    return await this.#histories.read(asOf, (history) => coupleFiles(history, path, settings.history, limit));
  }

  async locate(
    issue: string,
    { asOf, topK = defaultTopK, explain = false, weights = 'learned', historyDepth }: LocateOptions = {},
  ): Promise<FileLocation> {
    const ownSlug = slugOf(this.#identity.repository);
    return await this.#withCode(asOf, (questions, history, code) =>
      questions.locate({
        history,
        code: code.snapshot,
        skipped: code.skipped,
        issue,
        topK,
        explain,
        learned: weights === 'learned' ? questions.learnedWeights(this.#indexStore.open()) : undefined,
        ...(historyDepth === undefined ? {} : { historyDepth }),
        ...(ownSlug === undefined ? {} : { ownSlug }),
      }),
    );
  }

  async learn(options: LearnOptions = {}): Promise<LearningReport> {
    const { learn } = await import('./learning.ts');
    const ownSlug = slugOf(this.#identity.repository);
    return await learn({
      wiring: this.#wiring,
      indexStore: () => this.#indexStore,
      update: (target) => this.#update(target, options),
      options,
      ...(ownSlug === undefined ? {} : { ownSlug }),
    });
  }

  async forgetLearned(): Promise<boolean> {
    const work = async () => this.#indexStore.existing()?.forgetLearnedWeights() ?? false;
    return await mendingIndex(() => this.#indexStore, this.#wiring.logger, work);
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

  async record(request: RecordIssueRequest): Promise<RecordedIssue> {
    return await (await this.#itemQuestions()).record(request);
  }

  async remember(request: RememberRequest): Promise<RememberedItem> {
    return await (await this.#itemQuestions()).remember(request);
  }

  async recall(request: RecallRequest): Promise<Recollection> {
    return await (await this.#itemQuestions()).recall(request);
  }

  async guardrails(request: GuardrailsRequest): Promise<GuardrailList> {
    return (await this.#itemQuestions()).guardrails(request);
  }

  async pause(): Promise<{ readonly sinceMs: number }> {
    return await pauseRepository({ ...this.#wiring, repositoryId: this.#identity.repository.id });
  }

  async resume(): Promise<boolean> {
    return await resumeRepository({ ...this.#wiring, repositoryId: this.#identity.repository.id });
  }

  async close(): Promise<void> {
    (await this.#items)?.close();
    (await this.#opened)?.close();
    this.#indexStore.close();
    this.#wiring.store.close();
    await this.#wiring.logger.flush();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
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

  /** Loaded when first needed: a question about commits alone would wait 15 ms for it. */
  #questions(): Promise<CodeQuestions> {
    this.#opened ??= import('./code-questions.ts').then(({ openCodeQuestions }) =>
      openCodeQuestions(this.#wiring),
    );
    return this.#opened;
  }

  #itemQuestions(): Promise<ItemQuestions> {
    this.#items ??= import('./item-questions.ts').then(({ openItemQuestions }) =>
      openItemQuestions(this.#wiring, () => this.#identity.repository.id),
    );
    return this.#items;
  }

  async #update(
    target: CommitId,
    options: Pick<IndexOptions, 'rebuild' | 'signal' | 'onProgress'> = {},
  ): Promise<IndexReport> {
    if (await this.#isUnfamiliar()) await this.#confirm();
    const ownSlug = slugOf(this.#identity.repository);
    const request = { ...this.#wiring, ...options, indexStore: this.#indexStore, target };
    return await updateIndex(ownSlug === undefined ? request : { ...request, ownSlug });
  }

  /** Nothing is indexed, or nothing of what is: then another repository may lie at this path than once did. */
  async #isUnfamiliar(): Promise<boolean> {
    try {
      const [newest] = this.#indexStore.existing()?.state().heads ?? [];
      if (newest === undefined) return true;
      return (await this.#wiring.git.resolveCommit(newest)) !== newest;
    } catch {
      return true;
    }
  }

  async #confirm(): Promise<void> {
    const { repository, hint } = await confirmRepository(this.#wiring);
    if (repository.id !== this.#identity.repository.id) this.#become(repository);
    this.#identity = hint === undefined ? { repository } : { repository, hint };
  }

  /** This clone belongs to another repository from now on, and so to another index. */
  #become(repository: KnownRepository): KnownRepository {
    this.#identity = { repository };
    this.#indexStore.close();
    this.#indexStore = this.#wiring.openIndexStore(repository.id);
    this.#histories.forget();
    return repository;
  }
}

/** `owner/name` at the forge, from the repository's first remote there. */
function slugOf({ evidence }: KnownRepository): string | undefined {
  const remote = evidence.find(({ kind, value }) => kind === 'remote' && !value.startsWith('file:'))?.value;
  return remote === undefined ? undefined : /^[^/]+\/(.+)$/.exec(remote)?.[1];
}
