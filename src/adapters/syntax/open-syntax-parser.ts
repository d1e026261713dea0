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
}

/** A parser that can tell why a language is not read. */
export interface OpenSyntaxParser extends SyntaxParser {
  /** Languages whose grammar could not be loaded, with the reason. */
  readonly unavailable: ReadonlyMap<SyntaxLanguage, string>;
}

/** Longer texts are data, and would take gigabytes to parse. */
const longestTextCharacters = 4_000_000;
/** With so many texts waiting at every thread, one more thread is worth its start. */
const busyLoad = 2;

/**
 * Opens the syntax parser. Threads and grammars are started and loaded when they are first needed; nothing needs to be
 * awaited or warmed. Texts given at once are read at once, so hand over a few dozen before waiting for the first.
 */
export function openSyntaxParser(options: SyntaxParserOptions = {}): OpenSyntaxParser {
  const mostThreads = options.threads ?? Math.max(1, Math.min(4, availableParallelism() - 1));
  const settings = { limitMs: options.limitMs ?? 5000, grammarFolder: options.grammarFolder };
  const unavailable = new Map<SyntaxLanguage, string>();
  let threads: readonly SyntaxThread[] = [];
  let isClosed = false;

  function chooseThread(): SyntaxThread {
    threads = threads.filter((thread) => !thread.isSpent);
    const idlest = threads.reduce<SyntaxThread | undefined>(
      (best, thread) => (best === undefined || thread.load < best.load ? thread : best),
      undefined,
    );
    if (idlest !== undefined && (idlest.load < busyLoad || threads.length >= mostThreads)) return idlest;
    const thread = new SyntaxThread(settings);
    threads = [...threads, thread];
    return thread;
  }

  async function parse(text: string, language: SyntaxLanguage): Promise<CodeStructure> {
    if (isClosed || text.length > longestTextCharacters) return unread(true);
    if (unavailable.has(language)) return unread(false);
    const answer = await chooseThread().read({ text, language });
    if (answer.kind === 'abandoned') return parse(text, language);
    if (answer.kind === 'read') return JSON.parse(answer.structure) as CodeStructure;
    if (answer.kind === 'given-up') return unread(true);
    unavailable.set(language, answer.reason);
    return unread(false);
  }

  return {
    unavailable,
    parse,
    close: () => {
      isClosed = true;
      for (const thread of threads) void thread.close();
    },
  };
}
