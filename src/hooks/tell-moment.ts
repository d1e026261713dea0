import type { ReportingAgent } from '../engine/agents/agent-reports.ts';
import type { ReportedMoment } from '../engine/moments/read-moment.ts';
import { answerMoment, openHookStore } from '../open/answer-moment.ts';
import { chooseHookHome } from '../open/choose-hook-home.ts';
import type { HookAnswer } from '../open/hook-answer.ts';
import { openRepository } from '../open/open-repository.ts';

/**
 * Answers a moment of a session in a process that ends afterwards; most hooks never load this file. It leaves the database
 * open, because the last close waits for the disk.
 */
export async function tellMoment(
  moment: ReportedMoment,
  environment: NodeJS.ProcessEnv,
  agent: ReportingAgent,
): Promise<HookAnswer> {
  const home = chooseHookHome(environment, moment.cwd);
  return await answerMoment(moment, {
    ...{ home, environment, agent, store: openHookStore(home) },
    workingDirectory: process.cwd,
    useMemory: async (repository, work) => {
      const memory = await openRepository({ repository, home });
      const { tellAtMoment } = await import('../open/at-moment.ts');
      return await work({ atMoment: async (request) => await tellAtMoment(request, memory) });
    },
  });
}
