import { silentFor } from '../engine/moments/moment-answers.ts';
import type { ReportedMoment } from '../engine/moments/read-moment.ts';
import { answerMoment, type MomentDependencies, openHookStore } from './answer-moment.ts';
import type { HookAnswer } from './hook-answer.ts';
import { memoryAlone, tellFromMemory } from './memory-alone.ts';

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
          (await tellFromMemory(request, memoryAlone(folder, { home, store, settings }))) ??
          silentFor('nothing to tell'),
      }),
  });
}
