import type { ImportFile } from '../model/answers/exchange-report.ts';
import type { DoubtDecision } from '../model/answers/item-answers.ts';
import type { HomeContext, OpenedHome } from '../open/home-context.ts';
import type { OpenHomeOptions } from '../open/open-home.ts';
import { redactFault } from '../open/redact-fault.ts';
import { call, read } from './call.ts';
import { isObject, readInput } from './check-input.ts';
import { speaker } from './common-fields.ts';
import { type Fields, given, text } from './field.ts';
import type { InputOf, Operation } from './operation.ts';
import * as operations from './operations.ts';

type Named = typeof operations;
type In<Name extends keyof Named> = InputOf<Named[Name]>;
type Others<Name extends keyof Named, Taken extends string> = Omit<In<Name>, Taken>;

/** The memories of a home, usable outside of a repository. Obtained from {@link openHome}. Ids may be cut to 4 digits or more. */
export interface MemoryHome extends ReturnType<typeof methodsOn>, AsyncDisposable {
  close(): Promise<void>;
}

const openFields: Fields = {
  home: text('Folder of memories.'),
  repository: text('Path whose repository is `here`.'),
  speaker,
  clock: given('an object with nowMs()', (value) => isObject(value) && typeof value.nowMs === 'function'),
};

/**
 * Opens the memories of a home, inside or outside of a repository. Opening writes nothing.
 *
 * @throws INVALID_ARGUMENT, MEMORY_CORRUPT and the other errors of the memory store, by its methods
 */
export async function openHome(options: OpenHomeOptions = {}): Promise<MemoryHome> {
  try {
    readInput('openHome', openFields, options);
    const { openHomeContext } = await import('../open/open-home.ts');
    const context = await openHomeContext(options);
    const close = async () => context.store.close();
    return { ...methodsOn(context), close, [Symbol.asyncDispose]: close };
  } catch (fault) {
    throw redactFault(fault);
  }
}

function methodsOn(on: OpenedHome) {
  const ask = <Its extends Fields, Answer>(
    operation: Operation<Its, HomeContext, Answer>,
    ...handed: readonly unknown[]
  ): Promise<Awaited<Answer>> => call(operation, on, handed);
  return {
    /** Memories, newest first. */
    list: (options?: In<'list'>) => ask(operations.list, options),
    /** @throws ITEM_NOT_FOUND */
    show: (id: string) => ask(operations.show, id),
    /**
     * Forgets memories with everything derived from them: terms, links, outcomes, backups. They are named by exactly one of `ids`,
     * `origin` (with its sessions) and `text` (that they hold, case aside).
     * @throws ITEM_NOT_FOUND when an id is unknown, NEEDS_PERSON for what a person said or vouched for; nothing is forgotten then
     */
    forget: (selection: In<'forget'>) => ask(operations.forget, selection),
    /**
     * A person puts a memory away: no answer has it, and `undo` fetches it back, as it does what was archived for its age.
     * @throws ITEM_NOT_FOUND, NEEDS_PERSON, INVALID_ARGUMENT
     */
    archive: (id: string, options?: Others<'archive', 'id'>) => ask(operations.archive, id, options),
    /**
     * Counts what was shown, archives what expired long ago, summarises dense groups of episodic memories, compacts old receipts. One
     * process at a time; killed at any moment it leaves nothing half done, and the next run goes on.
     * @throws INTERRUPTED, and the store's errors
     */
    maintain: (options?: In<'maintain'>) => ask(operations.maintain, options),
    /** Memories that wait for a person, of here or of all repositories. Default limit: 50. */
    review: (options?: In<'review'>) => ask(operations.review, options),
    /**
     * Approves a memory in the name of a person; `content` replaces its text. After a doubtful merge both variants are kept; a
     * contradicting fix replaces the known one.
     * @throws ITEM_NOT_FOUND, NEEDS_PERSON
     */
    approve: (id: string, options?: Others<'approve', 'id'>) => ask(operations.approve, id, options),
    /**
     * Gives a memory another text in the name of a person: new words, or with `restore` those of a version from `history`. The text it
     * had is kept as a version.
     * @throws ITEM_NOT_FOUND, NEEDS_PERSON, INVALID_ARGUMENT when nothing would change, and for what follows a file or is out of use
     */
    edit: (id: string, options: Others<'edit', 'id'>) => ask(operations.edit, id, options),
    /** The texts a memory had, what it replaced and what replaced it, and what came of it. @throws ITEM_NOT_FOUND */
    history: (id: string) => ask(operations.history, id),
    /** A person turns it down: it is archived and never shown again. @throws ITEM_NOT_FOUND, NEEDS_PERSON */
    reject: (id: string, options?: Others<'reject', 'id'>) => ask(operations.reject, id, options),
    /** Patterns of failures, last seen first. Default limit: 50. */
    failures: (options?: In<'failures'>) => ask(operations.failures, options),
    /** A pattern with its variants and episodes, by the id of any of them. @throws ITEM_NOT_FOUND, INVALID_ARGUMENT */
    failure: (id: string) => ask(operations.failure, id),
    /** Variants that may be the same as a known one or contradict it, each with the known one. */
    doubts: () => ask(operations.doubts),
    /**
     * Decides a doubtful variant in the name of a person: `merge` (it is the known one), `split` (both are kept), `supersede` (it
     * replaces the known one) or `reject`. Returns the variant that remains.
     * @throws ITEM_NOT_FOUND, NEEDS_PERSON, INVALID_ARGUMENT when the variant is not doubtful, or the known one was forgotten
     */
    decideDoubt: (id: string, decision: DoubtDecision, options?: Others<'decideDoubt', 'id' | 'decision'>) =>
      ask(operations.decideDoubt, id, decision, options),
    /** Explains a decision; without an id, the latest one of here or of all repositories. @throws DECISION_NOT_FOUND */
    why: (decision?: string, options?: Others<'why', 'decision'>) => ask(operations.why, decision, options),
    /** @throws DECISION_NOT_FOUND, ITEM_NOT_FOUND, INVALID_ARGUMENT when it does not fit the decision */
    feedback: (request: In<'feedback'>) => ask(operations.feedback, request),
    /** What the gate knows: its policy, what it learned, what the ledger of injections holds. */
    gate: () => ask(operations.gate),
    /** Forgets what the gate learned; the ledger and all decisions stay. @throws NEEDS_PERSON */
    resetGate: (options?: In<'resetGate'>) => ask(operations.resetGate, options),
    /** Decides every decision of the log again. Default: with the policy of the settings, which comes to the same. */
    replayGate: (options?: In<'replayGate'>) => ask(operations.replayGate, options),
    /** What each policy would have earned on the log: IPS, SNIPS and doubly robust, with intervals. */
    evaluateGate: () => ask(operations.evaluateGate),
    /** How often something is shown unasked, how often it was wrong, why nothing was. Default: over 30 days. */
    statistics: (options?: In<'statistics'>) => ask(operations.statistics, options),
    /** Memories as lines of JSON, each with its line end. Reads lazily, so keep the home open until the last line. */
    exportLines: (options?: In<'exportLines'>) => read(operations.exportLines, on, [options]),
    /** The same as lines of Memory V2, each with its file in the folder `memory/items` of V2's layout. */
    exportV2: (options?: In<'exportV2'>) => read(operations.exportV2, on, [options]),
    /**
     * Imports lines from `exportLines` or in Memory V2. Idempotent; an invalid line is reported and does not stop the import. Unless
     * `vouched`, no imported memory is shown unasked before a person approves it.
     * @throws INVALID_ARGUMENT, NEEDS_PERSON, INTERRUPTED
     */
    importLines: (lines: AsyncIterable<Uint8Array | string>, options?: Others<'importLines', 'lines'>) =>
      ask(operations.importLines, lines, options),
    /**
     * The same from several files, one after the other; a fault names its file. A layer holds for lines that name none: files of V2's
     * layout hold one each.
     */
    importFiles: (
      files: Iterable<ImportFile> | AsyncIterable<ImportFile>,
      options?: Others<'importFiles', 'files'>,
    ) => ask(operations.importFiles, files, options),
    /**
     * Writes memories that a person chose into the shared file of the repository here (`.afterwit/lessons.jsonl`), for review and
     * commit.
     * @throws NEEDS_PERSON, ITEM_NOT_FOUND, INVALID_ARGUMENT for what nobody vouches for or what holds elsewhere
     */
    share: (options: In<'share'>) => ask(operations.share, options),
    /**
     * Imports what others share in the repository here, as it stands in the working tree. It holds here, and nothing of it is shown
     * unasked before a person approves it. @throws INVALID_ARGUMENT where nothing is shared
     */
    importShared: (options?: In<'importShared'>) => ask(operations.importShared, options),
    /** Default path: a new file in the folder `backups` of the home. */
    backUp: (path?: string) => ask(operations.backUp, path),
    /** @throws BACKUP_UNUSABLE, NEEDS_PERSON */
    restore: (path: string, options?: Others<'restore', 'path'>) => ask(operations.restore, path, options),
    /** Overwrites and removes everything that afterwit keeps: memory, backups, indexes, logs, caches. @throws NEEDS_PERSON */
    purge: (options?: In<'purge'>) => ask(operations.purge, options),
  };
}
