// Claude Code and Codex start this file after an agent's shell command, and at other moments: `node claude-code.js
// [--agent codex] [--home DIR] < input`. It prints an answer or nothing, never a warning, and always ends with exit
// status 0. A Node that afterwit does not support must be able to run it up to the version check, so no file in this
// folder imports a module of Node at its top.

import type { ReportingAgent } from '../engine/agents/agent-reports.ts';
import type { ReportedMoment } from '../engine/moments/read-moment.ts';
import { chooseHookHome } from '../open/choose-hook-home.ts';
import { openCompileCache } from '../open/compile-cache.ts';
import type { HookRecall } from '../open/hook-answer.ts';
import { underOwnFlags, withRunFlags } from '../open/run-flags.ts';
import { isSupportedNode } from '../open/supported-node.ts';
import { budgetLimits, momentLimits, runHook } from './run-hook.ts';

process.emitWarning = () => {};

/**
 * Runs code compiled by an earlier process, and keeps this one's after any answer was printed: on a slow machine a
 * first hook is too late, and so would be all others.
 */
async function fromKeptCode<T>(
  environment: NodeJS.ProcessEnv,
  run: () => Promise<T>,
  useOf: (answer: T) => string,
): Promise<T> {
  const cache = openCompileCache(environment);
  let use = 'start';
  process.once('exit', () => cache?.save([use]));
  const answer = await run();
  use = useOf(answer);
  return answer;
}

const recall: HookRecall = (request) =>
  fromKeptCode(
    request.environment,
    async () => {
      const { hookRecall } = await import('../open/hook-recall.ts');
      const home = chooseHookHome(request.environment, request.cwd);
      return await withRunFlags(request.output, () =>
        hookRecall({ ...request, home, loadModules: underOwnFlags }),
      );
    },
    ({ kind, decisionId }) => (decisionId === undefined ? 'start' : kind === 'card' ? 'card' : 'decision'),
  );

const tell = (environment: NodeJS.ProcessEnv, agent: ReportingAgent) => async (moment: ReportedMoment) => {
  if (moment.about.kind !== 'session_start') {
    return await fromKeptCode(
      environment,
      async () => {
        const { tellMoment } = await import('./tell-moment.ts');
        return await tellMoment(moment, environment, agent);
      },
      () => moment.about.kind,
    );
  }
  return await fromKeptCode(
    environment,
    async () => {
      const { tellStart } = await import('../open/tell-start.ts');
      const home = chooseHookHome(environment, moment.cwd);
      return await withRunFlags('', () => tellStart(moment, { home, environment, agent }));
    },
    ({ kind }) => (kind === 'printed' ? 'card' : 'start'),
  );
};

if (isSupportedNode(process.versions.node)) {
  runHook(recall, budgetLimits, {
    mining: (environment) => async (session) => {
      const { startMining } = await import('../open/start-mining.ts');
      const { dirname, join } = process.getBuiltinModule('node:path');
      const program = join(dirname(process.argv[1] ?? ''), '../programs/mine-session.js');
      return startMining({ session, home: chooseHookHome(environment, session.cwd), program, environment });
    },
    telling: tell,
    tellingLimits: momentLimits,
  });
}
