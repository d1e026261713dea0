// What Claude Code starts after each Bash command of an agent: `node claude-code.js [--home DIR] < input`. It prints an
// answer or nothing, never a warning, and always ends with exit status 0. A Node that afterwit does not support must be
// able to run it as far as the check, so nothing in this room imports a module of Node at its top.

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
    // By now everything ran that most hooks run, and nobody waits for an answer.
    if (answer.kind === 'silent' && answer.decisionId !== undefined) cache?.save();
    return answer;
  });
}
