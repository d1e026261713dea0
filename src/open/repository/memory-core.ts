import { readTexts } from '../../engine/code/read-texts.ts';
import { CurrentRepository } from '../../engine/repositories/current-repository.ts';
import {
  type HistoryReader,
  type HistoryWithCode,
  historyReader,
} from '../../engine/snapshot/history-reader.ts';
import type { Code } from '../../engine/snapshot/open-code.ts';
import type { FileLocation } from '../../model/answers/file-location.ts';
import type { CodeQuestions } from '../code-questions.ts';
import type { ItemQuestions } from '../item-questions.ts';
import type { MemoryDependencies } from '../memory-dependencies.ts';
import type { IndexOptions, LocateOptions } from '../memory-requests.ts';
import { defaultTopK, type HistorySearching } from '../search-history.ts';

/** What the calls of one repository's memory share: its history, and questions that are loaded on first use. */
export class MemoryCore {
  readonly dependencies: MemoryDependencies;
  readonly current: CurrentRepository;
  readonly histories: HistoryReader;
  #codeQuestions: Promise<CodeQuestions> | undefined;
  #itemQuestions: Promise<ItemQuestions> | undefined;

  constructor(dependencies: MemoryDependencies) {
    this.dependencies = dependencies;
    this.current = new CurrentRepository({ ...dependencies, onChange: () => this.histories.forget() });
    this.histories = historyReader({
      ...dependencies,
      indexStore: () => this.current.indexStore,
      update: (target) => this.current.update(target, dependencies),
      readCode: async (...request) => (await this.codeQuestions()).readCode(...request),
      readWorkingCode: async (...request) => (await this.codeQuestions()).readWorkingCode(...request),
    });
  }

  get searching(): HistorySearching {
    return { settings: this.dependencies.settings.history, ownSlug: this.current.ownSlug };
  }

  /** Who watches work of a call: as the call says, else as whoever opened this memory did. */
  watching(call: Pick<IndexOptions, 'signal' | 'onProgress'>) {
    const { signal, onProgress } = this.dependencies;
    return { signal: call.signal ?? signal, onProgress: call.onProgress ?? onProgress };
  }

  /** Loaded on first use: it takes 15 ms, which a query about commits alone does not need. */
  codeQuestions(): Promise<CodeQuestions> {
    this.#codeQuestions ??= import('../code-questions.ts').then(({ openCodeQuestions }) =>
      openCodeQuestions(this.dependencies),
    );
    return this.#codeQuestions;
  }

  /** Memories are told to, and asked of, the repository that lies here now, in the memory that is there now. */
  async itemQuestions(): Promise<ItemQuestions> {
    this.#itemQuestions ??= import('../item-questions.ts').then(({ openItemQuestions }) =>
      openItemQuestions(this.dependencies, () => this.current.known.id),
    );
    const questions = await this.#itemQuestions;
    await this.current.settle();
    return questions;
  }

  /** Answers from the code of a commit; without one named, of HEAD as it is changed in the working tree. */
  async withCode<T>(
    asOf: string | undefined,
    answer: (questions: CodeQuestions, history: HistoryWithCode, code: Code) => Promise<T>,
  ): Promise<T> {
    const questions = await this.codeQuestions();
    return await this.histories.read(asOf, async (history) =>
      answer(questions, history, await history.code(asOf === undefined)),
    );
  }

  async locateIn(
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
      learned: weights === 'learned' ? questions.learnedWeights(this.current.indexStore.open()) : undefined,
      ...rest,
      ownSlug: this.current.ownSlug,
    });
  }

  /** Changes of the working tree left out: to read them takes time. */
  async locateCommitted(
    history: HistoryWithCode,
    text: string,
    options: Omit<LocateOptions, 'asOf'>,
  ): Promise<FileLocation> {
    return await this.locateIn(await this.codeQuestions(), history, await history.code(false), text, options);
  }

  async close(): Promise<void> {
    (await this.#itemQuestions)?.close();
    (await this.#codeQuestions)?.close();
    this.current.close();
    this.dependencies.store.close();
    await this.dependencies.logger.flush();
  }
}
