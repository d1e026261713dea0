// Runs in a thread of its own: reads texts one after the other and answers in the same order.

import { parentPort, workerData } from 'node:worker_threads';
import type { SyntaxLanguage } from '../../model/code.ts';
import { type Grammar, loadGrammar, readStructure } from './read-structure.ts';
import type { SyntaxAnswer, SyntaxJob, ThreadSettings } from './syntax-thread.ts';

const { limitMs, grammarFolder } = workerData as ThreadSettings;
const grammars = new Map<SyntaxLanguage, Promise<Grammar>>();
let last = Promise.resolve();

parentPort?.on('message', (job: SyntaxJob) => {
  last = last.then(async () => parentPort?.postMessage(await answer(job)));
});

parentPort?.postMessage({ kind: 'ready' } satisfies SyntaxAnswer);

async function answer({ text, language }: SyntaxJob): Promise<SyntaxAnswer> {
  let grammar: Grammar;
  try {
    const loading = grammars.get(language) ?? loadGrammar(language, grammarFolder);
    grammars.set(language, loading);
    grammar = await loading;
  } catch (error) {
    return { kind: 'no-grammar', reason: error instanceof Error ? error.message : String(error) };
  }
  try {
    const structure = readStructure(text, grammar, limitMs);
    return structure === undefined
      ? { kind: 'given-up' }
      : { kind: 'read', structure: JSON.stringify(structure) };
  } catch {
    // The parser ran out of memory or into a fault of its own. The pool replaces this thread.
    return { kind: 'given-up' };
  }
}
