import type { ReportedMoment } from '../engine/moments/read-moment.ts';
import { tellAtStart } from '../engine/moments/tell-unasked.ts';
import { answerMoment, type MomentDependencies, openHookStore } from './answer-moment.ts';
import type { HookAnswer } from './hook-answer.ts';
import { memoryAlone } from './memory-alone.ts';

/**
 * Answers a start of a session in a process that ends afterwards. Every session waits for it, so it opens the memory once, no
 * index, and no git where git's files tell enough.
 */
export async function tellStart(
  moment: ReportedMoment,
  { home, environment, agent }: Pick<MomentDependencies, 'home' | 'environment' | 'agent'>,
): Promise<HookAnswer> {
  const store = openHookStore(home);
  return await answerMoment(moment, {
    ...{ home, environment, agent, store },
    workingDirectory: process.cwd,
    useMemory: async (folder, work, settings) =>
      await work({
        atMoment: async (request) =>
          await tellAtStart(
            {
              mayRepeat: request.kind === 'session_start' && request.mayRepeat,
              budgetTokens: request.budgetTokens ?? settings.hooks.sessionStartTokens,
              speaker: request.speaker ?? { kind: 'agent', name: agent, source: 'hook' },
            },
            memoryAlone(folder, { home, store, settings }),
          ),
      }),
  });
}
