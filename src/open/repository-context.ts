import { openWorkingFiles } from '../adapters/git/working-tree.ts';
import { openIssueExport } from '../adapters/issue-exports/open-issue-export.ts';
import { readTexts } from '../engine/code/code-graph.ts';
import { tellMeter } from '../engine/decisions/count-rates.ts';
import type { LocateFilesRequest } from '../engine/locate/locate-files.ts';
import type { RememberDependencies } from '../engine/memory/draft-item.ts';
import type { RecallDependencies } from '../engine/memory/recall-dependencies.ts';
import { resolveScopes } from '../engine/memory/where-it-holds.ts';
import { CurrentRepository } from '../engine/repositories/current-repository.ts';
import {
  type HistoryReader,
  type HistoryWithCode,
  historyReader,
} from '../engine/snapshot/history-reader.ts';
import type { Code } from '../engine/snapshot/open-code.ts';
import type { FileLocation } from '../model/answers/file-location.ts';
import type { Scope } from '../model/provenance.ts';
import type { RepositoryId, RepositoryLocation } from '../model/repository.ts';
import type { SessionSummary } from '../model/session.ts';
import type { IssueSource } from '../ports/git-reader.ts';
import type { SyntaxParser } from '../ports/syntax-parser.ts';
import { AskedModels } from './asked-models.ts';
import type { CodeQuestions } from './code-questions.ts';
import { gitAncestry, type KnownAncestry } from './git-ancestry.ts';
import type { HomeContext, MemoryDependencies, Watching } from './home-context.ts';
import {
  type LocateIndexedAt,
  locateForRecall,
  locateIndexed,
  summariesForRecall,
} from './locate-indexed.ts';
import { commitsForRecall, defaultTopK, type HistorySearching } from './search-history.ts';

/** How a text is located, where a caller says so. */
interface LocateOptions
  extends Pick<
    LocateFilesRequest,
    'functions' | 'functionsFrom' | 'reasons' | 'pastFixes' | 'opened' | 'edited' | 'judging'
  > {
  readonly topK?: number | undefined;
  readonly explain?: boolean | undefined;
  readonly weights?: 'learned' | 'shipped' | undefined;
}

/** Banks beside the memories, which a recall looks into. */
type Banks = Pick<RecallDependencies, 'searchCommitsAbout' | 'locatePlacesOf' | 'searchSummariesAbout'>;

/** The place of the readings of sessions. */
export interface MiningPlace {
  readonly home: string;
  readonly repositoryId: RepositoryId;
  readonly location: RepositoryLocation;
}

/** The shared parts of one repository's operations: its history, its code, and the dependencies of use cases. */
export class RepositoryContext {
  readonly dependencies: MemoryDependencies;
  readonly current: CurrentRepository;
  readonly histories: HistoryReader;
  readonly models: AskedModels;
  #codeQuestions: Promise<CodeQuestions> | undefined;
  readonly locateAt: LocateIndexedAt;
  readonly #locatePlacesOf: Banks['locatePlacesOf'];
  readonly #ancestry: KnownAncestry = new Map();
  readonly #tellMetrics: RecallDependencies['tellMetrics'];
  #parser: SyntaxParser | undefined;

  constructor(dependencies: MemoryDependencies) {
    this.dependencies = dependencies;
    this.models = new AskedModels(dependencies);
    this.current = new CurrentRepository({ ...dependencies, onChange: () => this.histories.forget() });
    this.histories = historyReader({
      ...dependencies,
      indexStore: () => this.current.indexStore,
      update: (target) => this.current.update(target, dependencies),
      readCodeAhead: async (...request) => (await this.codeQuestions()).readCodeAhead?.(...request),
      readCode: async (...request) => (await this.codeQuestions()).readCode(...request),
      readCodeSoFar: async (...request) => (await this.codeQuestions()).readCodeSoFar(...request),
      readWorkingCode: async (...request) => (await this.codeQuestions()).readWorkingCode(...request),
    });
    const { git, logger, meter } = dependencies;
    this.#tellMetrics = meter && tellMeter(meter);
    const indexStore = () => this.current.indexStore;
    this.locateAt = locateIndexed({ git, logger, histories: this.histories, indexStore });
    this.#locatePlacesOf = locateForRecall(this.locateAt, (...asked) => this.locateCommitted(...asked));
  }

  get searching(): HistorySearching {
    return { settings: this.dependencies.settings.history, ownSlug: this.current.ownSlug };
  }

  /** The observers of a call: those it names, else those of this memory. */
  watching(call: Watching) {
    const { signal, onProgress } = this.dependencies;
    return { signal: call.signal ?? signal, onProgress: call.onProgress ?? onProgress };
  }

  /** Loaded on first use: it takes 15 ms, which a query about commits alone does not need. */
  codeQuestions(): Promise<CodeQuestions> {
    this.#codeQuestions ??= import('./code-questions.ts').then(({ openCodeQuestions }) =>
      openCodeQuestions(this.dependencies),
    );
    return this.#codeQuestions;
  }

  get scopes(): readonly Scope[] {
    const { settings, userName } = this.dependencies;
    return resolveScopes({ repositoryId: this.current.known.id, userName }, settings.memory.v3.scope);
  }

  /** Returns the dependencies of recalls: the repository that lies here now, and the memory that is there now. */
  async recalling(): Promise<RecallDependencies> {
    await this.current.settle();
    const { store, clock, random, git, settings } = this.dependencies;
    const { worktree } = git.location;
    return {
      ...{ store, clock, random, settings, worktree, scopes: this.scopes },
      repositoryId: this.current.known.id,
      files: worktree === undefined ? undefined : openWorkingFiles(worktree),
      ancestry: gitAncestry(git.location, async () => git, this.#ancestry),
      lastSessions: () => this.lastSessions(),
      tellMetrics: this.#tellMetrics,
    };
  }

  get banks(): Banks {
    return {
      searchCommitsAbout: commitsForRecall(this.histories, this.dependencies.logger, this.searching),
      locatePlacesOf: this.#locatePlacesOf,
      searchSummariesAbout: summariesForRecall(this.locateAt, async (history, query, topK) => {
        const { view: code } = await history.code(false);
        const request = { history, code, query, topK, coupled: false };
        return await (await this.codeQuestions()).searchSummaries(request);
      }),
    };
  }

  async remembering(): Promise<RememberDependencies> {
    const { tokens, userName, settings } = this.dependencies;
    return {
      ...(await this.recalling()),
      ...{ tokens, userName, settings: settings.memory, openParser: () => this.#openParser() },
    };
  }

  /** Texts of issues in a file that a call names. */
  issuesOf(path: string): IssueSource {
    return openIssueExport(path);
  }

  async miningPlace(): Promise<MiningPlace> {
    await this.current.settle();
    const { home, git } = this.dependencies;
    return { home, repositoryId: this.current.known.id, location: git.location };
  }

  /** The memories of the home, as far as they are those of this repository. */
  async asHome(): Promise<HomeContext> {
    await this.current.settle();
    const { git, settings } = this.dependencies;
    const { worktree } = git.location;
    return {
      ...this.dependencies,
      confined: true,
      settings: () => settings,
      here: () => ({
        ...{ scopes: this.scopes, repositoryId: this.current.known.id, worktree },
        files: worktree === undefined ? undefined : openWorkingFiles(worktree),
      }),
    };
  }

  async lastSessions(): Promise<readonly SessionSummary[]> {
    const { lastSessions } = await import('../engine/sessions/last-sessions.ts');
    const { miningLogOf } = await import('./mining-log-of.ts');
    return lastSessions(miningLogOf(this.dependencies.home, this.current.known.id));
  }

  async #openParser(): Promise<SyntaxParser> {
    const { openSyntaxParser } = await import('../adapters/syntax/open-syntax-parser.ts');
    this.#parser ??= openSyntaxParser();
    return this.#parser;
  }

  /** Answers from the code of a commit; without one named, of HEAD as it is changed in the working tree. */
  async withCode<T>(
    asOf: string | undefined,
    answer: (questions: CodeQuestions, history: HistoryWithCode, code: Code) => Promise<T>,
  ): Promise<T> {
    const questions = await this.codeQuestions();
    return await this.histories.read(
      asOf,
      async (history) => answer(questions, history, await history.code(asOf === undefined)),
      true,
    );
  }

  /** Answers a caller that does not wait for the code from the part that is read, and says so. */
  async locate(asOf: string | undefined, issue: string, options: LocateOptions): Promise<FileLocation> {
    const { waitForCodeMs } = this.dependencies;
    const questions = await this.codeQuestions();
    const judge = await this.models.judge();
    const { judging: settings } = this.dependencies.settings;
    const judged = { ...options, ...(judge === undefined ? {} : { judging: { judge, settings } }) };
    const answer = async (history: HistoryWithCode): Promise<FileLocation> => {
      const read = waitForCodeMs === undefined ? undefined : await history.codeWithin(waitForCodeMs);
      if (read === undefined || read.isWhole)
        return this.locateIn(questions, history, await history.code(asOf === undefined), issue, judged);
      const found = await this.locateIn(questions, history, read.code, issue, judged);
      return { ...found, warnings: ['code_unread', ...found.warnings] };
    };
    return await this.histories.read(asOf, answer, waitForCodeMs === undefined);
  }

  async locateIn(
    questions: CodeQuestions,
    history: HistoryWithCode,
    code: Code,
    issue: string,
    { topK = defaultTopK, explain = false, weights = 'learned', opened, edited, ...rest }: LocateOptions,
  ): Promise<FileLocation> {
    const { worktree } = this.dependencies.git.location;
    const files = worktree === undefined ? undefined : openWorkingFiles(worktree);
    const fromTop = (paths: readonly string[] = []) => paths.map((path) => files?.relative(path) ?? path);
    return await questions.locate({
      ...{ history, code: code.snapshot, issue },
      readTexts: (paths) => readTexts(code.view, code, paths),
      skipped: code.skipped,
      topK,
      explain,
      learned: weights === 'learned' ? questions.learnedWeights(this.current.indexStore.open()) : undefined,
      ...rest,
      opened: fromTop(opened),
      edited: fromTop(edited),
      ownSlug: this.current.ownSlug,
    });
  }

  /** Changes of the working tree left out: to read them takes time. */
  async locateCommitted(
    history: HistoryWithCode,
    text: string,
    options: LocateOptions,
  ): Promise<FileLocation> {
    return await this.locateIn(await this.codeQuestions(), history, await history.code(false), text, options);
  }

  async close(): Promise<void> {
    this.#parser?.close();
    this.models.close();
    (await this.#codeQuestions)?.close();
    this.current.close();
    this.dependencies.store.close();
    await this.dependencies.logger.flush();
  }
}
