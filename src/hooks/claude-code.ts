// What Claude Code, and Codex, start after a shell command of an agent, and at other moments of a session: `node claude-code.js
// [--agent codex] [--home DIR] < input`. It prints an answer or nothing, never a warning, and always ends with exit status 0. A Node that afterwit does not support must be
// able to run this file up to the version check, so no file in this folder imports a module of Node at its top.

import type { HookRecall } from '../open/answer-command.ts';
import { chooseHookHome } from '../open/choose-hook-home.ts';
import { keepCompiledCode } from '../open/compiled-code-folder.ts';
import { isSupportedNode } from '../open/supported-node.ts';
import { openCompileCache, type RunExtent } from './compile-cache.ts';
import { underOwnFlags, withRunFlags } from './run-flags.ts';
import { runHook } from './run-hook.ts';
import { budgetLimits, momentLimits } from './time-budget.ts';

process.emitWarning = () => {};

if (isSupportedNode(process.versions.node)) {
  const recall: HookRecall = async (request) => {
    const cache = openCompileCache(request.environment);
    let extent: RunExtent = 'start';
    // After the answer was printed, whatever it is: a first hook of a slow machine is too late, and so would be all after it.
    process.once('exit', () => cache?.save(extent));
    const { hookRecall } = await import('../open/hook-recall.ts');
    const answer = await withRunFlags(request.output, () =>
      hookRecall({
        ...request,
        home: chooseHookHome(request.environment, request.cwd),
        loadModules: underOwnFlags,
      }),
    );
    if (answer.decisionId !== undefined) extent = answer.kind === 'card' ? 'card' : 'decision';
    return answer;
  };
  runHook(recall, budgetLimits, {
    mining: (environment) => async (session) => {
      const { startMining } = await import('../open/start-mining.ts');
      const { dirname, join } = process.getBuiltinModule('node:path');
      const program = join(dirname(process.argv[1] ?? ''), '..', 'mine-session.js');
      return startMining({ session, home: chooseHookHome(environment, session.cwd), program, environment });
    },
    telling: (environment, agent) => async (moment) => {
      keepCompiledCode(environment);
      const { tellMoment } = await import('./tell-moment.ts');
      return await tellMoment(moment, environment, agent);
    },
    tellingLimits: momentLimits,
  });
}
