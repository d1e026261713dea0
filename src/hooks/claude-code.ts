// What Claude Code starts after each Bash command of an agent: `node claude-code.js [--home DIR] < input`. It prints an
// answer or nothing, never a warning, and always ends with exit status 0. A Node that afterwit does not support must be
// able to run this file up to the version check, so no file in this folder imports a module of Node at its top.

import { isSupportedNode } from '../open/supported-node.ts';
import { openCompileCache } from './compile-cache.ts';
import { runHook } from './run-hook.ts';
import { withoutOptimising } from './without-optimising.ts';

process.emitWarning = () => {};

if (isSupportedNode(process.versions.node)) {
  runHook(async (request) => {
    const cache = await openCompileCache(request.environment);
    const { hookRecall } = await import('../open/hook-recall.ts');
    const answer = await withoutOptimising(request.output, () => hookRecall(request));
    // All code that most hooks need has run, and nobody waits for an answer: there is none, or it comes too late. Without the
    // cache, every hook of a slow machine would be too late.
    const isAwaited = answer.kind === 'card' && request.isTooLate?.() !== true;
    if (!isAwaited && (answer.decisionId !== undefined || request.isTooLate?.() === true)) cache?.save();
    return answer;
  });
}
