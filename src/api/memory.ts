import type { RepositoryLocation } from '../model/repository.ts';
import type { MiningConsent } from '../model/session.ts';
import type { MomentRequest } from '../open/at-moment.ts';
import type { HomeContext } from '../open/home-context.ts';
import type { OpenMemoryOptions } from '../open/open-repository.ts';
import { redactFault } from '../open/redact-fault.ts';
import type { RepositoryContext } from '../open/repository-context.ts';
import { call } from './call.ts';
import { isObject, readInput } from './check-input.ts';
import { speaker, watching } from './common-fields.ts';
import { count, type Fields, fields, given, text } from './field.ts';
import type { InputOf, Operation } from './operation.ts';
import * as operations from './operations.ts';

type Named = typeof operations;
type In<Name extends keyof Named> = InputOf<Named[Name]>;
type Others<Name extends keyof Named, Taken extends string> = Omit<In<Name>, Taken>;

/**
 * The memory of one repository. Obtained from {@link openMemory}. Reading methods first index missing commits (a new repository takes
 * seconds; ten new commits, a fraction of a second), so that answers cover the requested commit.
 */
export interface Memory extends ReturnType<typeof methodsOn>, AsyncDisposable {
  readonly location: RepositoryLocation;
  close(): Promise<void>;
}

const having = (...methods: readonly string[]) =>
  given<unknown>(`an object with ${methods.map((method) => `${method}()`).join(' and ')}`, (value) =>
    methods.every((method) => isObject(value) && typeof value[method] === 'function'),
  );

/** What `requireJudge` checks by itself, is left out. */
const openFields: Fields = {
  repository: text('Path in it.'),
  home: text('Folder of memories.'),
  settings: fields({}, 'Settings that win.'),
  speaker,
  issueExport: text('Texts of issues.'),
  waitForCodeMs: count('Longest that locate waits for code.'),
  clock: having('nowMs'),
  meter: having('createCounter', 'createHistogram'),
  random: having('uuid'),
  ...watching,
};

/**
 * Opens the memory of a repository. Does not index, and nothing is ever written into the repository.
 *
 * @throws INVALID_ARGUMENT, NOT_A_REPOSITORY, UNREADABLE_REPOSITORY, GIT_NOT_FOUND, INVALID_SETTING, HOME_NOT_WRITABLE (a new repository
 * must be recorded), MEMORY_CORRUPT and the other errors of the memory store
 */
export async function openMemory(options: OpenMemoryOptions = {}): Promise<Memory> {
  try {
    readInput('openMemory', openFields, options);
    const { openRepository } = await import('../open/open-repository.ts');
    return memoryOn(await openRepository(options));
  } catch (fault) {
    throw redactFault(fault);
  }
}

function memoryOn(context: RepositoryContext): Memory {
  const close = async () => {
    try {
      await context.close();
    } catch (fault) {
      throw redactFault(fault);
    }
  };
  return {
    get location() {
      return context.dependencies.git.location;
    },
    ...methodsOn(context),
    close,
    [Symbol.asyncDispose]: close,
  };
}

function methodsOn(on: RepositoryContext) {
  const ask = <Its extends Fields, Answer>(
    operation: Operation<Its, RepositoryContext, Answer>,
    ...handed: readonly unknown[]
  ): Promise<Awaited<Answer>> => call(operation, on, handed);
  /** What a home can be asked too: here, of this repository alone. */
  const askHere = async <Its extends Fields, Answer>(
    operation: Operation<Its, HomeContext, Answer>,
    ...handed: readonly unknown[]
  ): Promise<Awaited<Answer>> => await call(operation, await on.asHome(), handed);
  return {
    /** Brings the index up to date. Interruptible, resumable; safe to run in several processes. */
    index: (options?: In<'index'>) => ask(operations.index, options),
    /** Does not index. */
    status: () => ask(operations.status),
    /** Does not index. Never throws for a damaged repository or home: it reports what is wrong. */
    diagnose: () => ask(operations.diagnose),
    /**
     * search_commits of the repository-memory paper. Several queries are treated as descriptions of one need, and their results are
     * fused.
     */
    searchCommits: (query: string | readonly string[], options?: Others<'searchCommits', 'query'>) =>
      ask(operations.searchCommits, query, options),
    /** examine_commit of the repository-memory paper. */
    examineCommit: (commit: string, options?: Others<'examineCommit', 'commit'>) =>
      ask(operations.examineCommit, commit, options),
    /** Most actively developed source files. Default limit: 20. */
    hotspots: (options?: In<'hotspots'>) => ask(operations.hotspots, options),
    /** Files that change together with one. `path` is relative to the top of the repository. Default limit: 10. */
    coupledFiles: (path: string, options?: Others<'coupledFiles', 'path'>) =>
      ask(operations.coupledFiles, path, options),
    /**
     * view_summary of the repository-memory paper: what a file is for. `path` is relative to the top of the repository.
     * @throws FILE_NOT_FOUND
     */
    viewSummary: (path: string, options?: Others<'viewSummary', 'path'>) =>
      ask(operations.viewSummary, path, options),
    /** search_summaries of the repository-memory paper, over the 200 hottest files. */
    searchSummaries: (query: string, options?: Others<'searchSummaries', 'query'>) =>
      ask(operations.searchSummaries, query, options),
    /**
     * TraverseGraph of the repository-memory paper: what a node of the code graph contains, imports, calls and inherits from, and what
     * uses it in these ways. `node` is an id or any name that `entity` takes. Default limit: 50.
     */
    traverse: (node: string, options?: Others<'traverse', 'node'>) => ask(operations.traverse, node, options),
    /**
     * RetrieveEntity of the repository-memory paper: source and neighbours of the nodes with a name, such as `Writer`, `Writer.write`,
     * `src/io.py:Writer`, `io.py` or the id of a node.
     */
    entity: (name: string, options?: Others<'entity', 'name'>) => ask(operations.entity, name, options),
    /** Files that the text of an issue, or any description of a problem, is about. */
    locate: (query: string, options?: Others<'locate', 'query'>) => ask(operations.locate, query, options),
    /**
     * Learns the weights of `locate` from the repository's own past fixes. They are adopted only if they prove better on newer fixes
     * than those they were learned from. An interrupted run is resumed.
     * @throws INVALID_ARGUMENT, HISTORY_TOO_SHORT, INTERRUPTED
     */
    learn: (options?: In<'learn'>) => ask(operations.learn, options),
    /** Returns to the shipped weights. Returns false when there are no learned weights. */
    forgetLearned: () => ask(operations.forgetLearned),
    /**
     * Remembers a lesson, or a failure with its fix. Remembering the same again confirms it.
     * @throws INVALID_ARGUMENT, TEXT_TOO_LARGE, FILE_NOT_FOUND for a file that is not in the working tree
     */
    remember: (request: In<'remember'>) => ask(operations.remember, request),
    /**
     * Records a failure and its fix as pattern, variant and episode, in one transaction; recording the same again adds nothing.
     * @throws INVALID_ARGUMENT, TEXT_TOO_LARGE, FILE_NOT_FOUND
     */
    record: (request: In<'record'>) => ask(operations.record, request),
    /**
     * Memories about a query or a failure, as cards within a token budget. Leaves a receipt (`why`). Does not index: commits beside
     * them are of the history as far as it is indexed. @throws INVALID_ARGUMENT
     */
    recall: (request: In<'recall'>) => ask(operations.recall, request),
    /**
     * What must be known before a plan: constraints, decisions, open tasks and preferences that hold here, the newest of each kind
     * first, within a token budget. Stale and superseded ones stay out. Leaves a receipt (`why`). @throws INVALID_ARGUMENT
     */
    brief: (request?: In<'brief'>) => ask(operations.brief, request),
    /**
     * What must be known before a file is edited: rules and decisions about it, past fixes and reverts, what changes with it. Leaves a
     * receipt of the memories. `path` is relative to the top of the working tree or absolute. @throws INVALID_ARGUMENT
     */
    forFile: (path: string, options?: Others<'forFile', 'path'>) => ask(operations.forFile, path, options),
    /**
     * What an agent is told at a moment of its session without having asked, or why it is told nothing: what may be shown unasked, and
     * is new to the session. Leaves a receipt (`why`) where something was considered. Does not index.
     */
    atMoment: (request: MomentRequest) => ask(operations.atMoment, request),
    /**
     * One memory that holds here, as it is written: the rest of what a card shows. Long ones come in parts.
     * @throws ITEM_NOT_FOUND also for one that is not shown here, INVALID_ARGUMENT
     */
    read: (id: string, options?: Others<'read', 'id'>) => ask(operations.read, id, options),
    /** The memories that `read` gives, newest first. Default limit: 50. */
    readable: (options?: In<'readable'>) => ask(operations.readable, options),
    /**
     * How a decision in this repository came about, shown or not; without an id, the latest.
     * @throws DECISION_NOT_FOUND also for one of another repository
     */
    why: (decision?: string) => askHere(operations.why, decision),
    /** What of this repository, or of all, waits for a person. Default limit: 50. */
    review: (options?: Others<'review', 'where'>) => askHere(operations.review, options),
    /** What `mineSessions` would read. Only the first lines of transcripts are read for it. */
    planMining: (options?: In<'planMining'>) => ask(operations.planMining, options),
    /**
     * Learns from the sessions of agents in this repository: failures with what fixed them, rules and decisions that the user stated.
     * Everything is kept as said by the agent; of fixes, what tools recorded may be shown unasked (`capture.unconfirmedFixes`).
     * Resumable; mining again adds nothing.
     * @throws HOME_NOT_WRITABLE, DISK_FULL, INTERRUPTED
     */
    mineSessions: (options?: In<'mineSessions'>) => ask(operations.mineSessions, options),
    /** What the last sessions here did, left open and learned; empty where none may be read. Default limit: 5. */
    sessions: (options?: In<'sessions'>) => ask(operations.sessions, options),
    /**
     * Keeps what the user answered when asked whether sessions here may be read. Hooks read them only after `yes`.
     * @throws HOME_NOT_WRITABLE, DISK_FULL
     */
    keepMiningConsent: (consent: MiningConsent) => ask(operations.keepMiningConsent, consent),
    /**
     * Reads the rule files of the working tree (AGENTS.md, CLAUDE.md, GEMINI.md, Cursor's and Copilot's) and keeps the memory in step
     * with them: new rules are remembered, a rule that is gone is superseded by the one in its place, or archived.
     */
    importRules: (options?: In<'importRules'>) => ask(operations.importRules, options),
    /**
     * Says what became of a recall's cards: the trust of a memory and later decisions follow it.
     * @throws DECISION_NOT_FOUND, ITEM_NOT_FOUND, INVALID_ARGUMENT when it does not fit the decision
     */
    feedback: (request: In<'feedback'>) => askHere(operations.feedback, request),
    /**
     * Constraints about the files of the planned work, and rules that would have prevented failures close to it; leaves no receipt.
     * @throws INVALID_ARGUMENT
     */
    guardrails: (request: In<'guardrails'>) => ask(operations.guardrails, request),
    /** No memory is shown unasked in this repository until `resume`. Returns the time of the pause. */
    pause: () => ask(operations.pause),
    /** Returns false when it was not paused. @throws NEEDS_PERSON when it was, and no person asks */
    resume: () => ask(operations.resume),
    /** The repository of this path, and all others that the home knows. */
    repositories: {
      current: () => ask(operations.currentRepository),
      all: () => ask(operations.knownRepositories),
      /**
       * A repository known earlier that this one looks like, whose memories it does not share: what they have in common can be copied
       * by anybody. `isNew`: this clone was seen for the first time when the memory was opened.
       */
      lookalike: () => ask(operations.lookalike),
      /**
       * A person says that this clone belongs to that repository, and shares its memories. Returns the joined repository.
       * @throws NEEDS_PERSON, REPOSITORY_NOT_FOUND
       */
      link: (id: string, options?: Others<'linkRepository', 'id'>) =>
        ask(operations.linkRepository, id, options),
      /** A person says that this clone is a repository of its own from now on. @throws NEEDS_PERSON */
      split: (options?: In<'splitRepository'>) => ask(operations.splitRepository, options),
    },
  };
}
