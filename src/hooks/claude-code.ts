// What Claude Code starts after each Bash command of an agent: `node claude-code.js [--home DIR] < input`. It prints an
// answer or nothing, never a warning, and always ends with exit status 0. A Node that afterwit does not support must be
// able to run this file up to the version check, so no file in this folder imports a module of Node at its top.

import { isSupportedNode } from '../open/supported-node.ts';
import { openCompileCache, type RunExtent } from './compile-cache.ts';
import { underOwnFlags, withRunFlags } from './run-flags.ts';
import { runHook } from './run-hook.ts';

process.emitWarning = () => {};

if (isSupportedNode(process.versions.node)) {
  runHook(async (request) => {
    const cache = await openCompileCache(request.environment);
    let extent: RunExtent = 'start';
    // After the answer was printed, whatever it is: a first hook of a slow machine is too late, and so would be all after it.
    process.once('exit', () => cache?.save(extent));
    const { hookRecall } = await import('../open/hook-recall.ts');
    const answer = await withRunFlags(request.output, () =>
      hookRecall({ ...request, loadModules: underOwnFlags }),
    );
    if (answer.decisionId !== undefined) extent = answer.kind === 'card' ? 'card' : 'decision';
    return answer;
  });
}
