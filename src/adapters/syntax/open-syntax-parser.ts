import { availableParallelism } from 'node:os';
import type { CodeStructure, SyntaxLanguage } from '../../model/code.ts';
import type { SyntaxParser } from '../../ports/syntax-parser.ts';
import { SyntaxThread, unread } from './syntax-thread.ts';

export interface SyntaxParserOptions {
  /** Most threads that read at once. Default: one for each processor but the caller's, at most four. */
  readonly threads?: number;
  /** Longest time one text may take, in milliseconds. Default: 5,000. */
  readonly limitMs?: number;
  /** Where the WebAssembly files are. Default: where the package has them. */
  readonly grammarFolder?: string;
  /** The file that the threads run. Default: where the package has it. */
  readonly threadFile?: URL;
  /** Told once why a thread that reads ended by itself. */
  readonly onFault?: (reason: string) => void;
}

/** A parser that can tell why a language is not read. */
export interface OpenSyntaxParser extends SyntaxParser {
  /** Languages whose grammar could not be loaded, with the reason. */
  readonly unavailable: ReadonlyMap<SyntaxLanguage, string>;
  /** Why no thread can be started: nothing is read any more. */
  readonly failure: string | undefined;
}

/** Longer texts are data, and would take gigabytes to parse. */
const longestTextCharacters = 4_000_000;
/** With so many texts waiting at every thread, one more thread is worth its start. */
const busyLoad = 2;
/** A machine that is short of memory for a moment may start the next. */
const mostFailedStarts = 3;

/**
 * Opens the syntax parser. Threads and grammars are started and loaded when they are first needed; nothing needs to be
 * awaited or warmed. Texts given at once are read at once, so hand over a few dozen before waiting for the first.
 */
export function openSyntaxParser(options: SyntaxParserOptions = {}): OpenSyntaxParser {
  const mostThreads = options.threads ?? Math.max(1, Math.min(4, availableParallelism() - 1));
  const { limitMs = 5000, grammarFolder, threadFile: file } = options;
  const settings = { limitMs, grammarFolder, file };
  const unavailable = new Map<SyntaxLanguage, string>();
  let threads: readonly SyntaxThread[] = [];
  let isClosed = false;
  const failed = new WeakSet<SyntaxThread>();
  let failedStarts = 0;
  let failure: string | undefined;
  let isTold = false;
  const onFault = (reason: string) => {
    if (!isTold && !isClosed) options.onFault?.(reason);
    isTold = true;
  };

  function chooseThread(): SyntaxThread {
    threads = threads.filter((thread) => !thread.isSpent);
    const idlest = threads.reduce<SyntaxThread | undefined>(
      (best, thread) => (best === undefined || thread.load < best.load ? thread : best),
      undefined,
    );
    if (idlest !== undefined && (idlest.load < busyLoad || threads.length >= mostThreads)) return idlest;
    const thread = new SyntaxThread(settings, onFault);
    threads = [...threads, thread];
    return thread;
  }

  async function parse(text: string, language: SyntaxLanguage): Promise<CodeStructure> {
    if (isClosed || text.length > longestTextCharacters) return unread(true);
    if (unavailable.has(language) || failure !== undefined) return unread(false);
    const thread = chooseThread();
    const answer = await thread.read({ text, language });
    if (answer.kind === 'not-started') {
      if (!failed.has(thread)) failedStarts += 1;
      failed.add(thread);
      if (failedStarts >= mostFailedStarts) failure = answer.reason;
      return parse(text, language);
    }
    failedStarts = 0;
    if (answer.kind === 'abandoned') return parse(text, language);
    if (answer.kind === 'read') return JSON.parse(answer.structure) as CodeStructure;
    if (answer.kind === 'given-up') return unread(true);
    unavailable.set(language, answer.reason);
    return unread(false);
  }

  return {
    unavailable,
    get failure() {
      return failure;
    },
    parse,
    close: () => {
      isClosed = true;
      for (const thread of threads) void thread.close();
    },
  };
}
