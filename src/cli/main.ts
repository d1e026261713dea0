import type { ServeRequest, Serving } from '../model/server.ts';
import { limitYoungGeneration } from '../open/run-flags.ts';
import { askAtTerminal } from './ask-person.ts';
import { exitStatus } from './report-error.ts';
import { runCli } from './run-cli.ts';

/**
 * The command line on the standard streams of this process. The first Ctrl-C or termination signal stops the work in
 * an orderly way, the second one ends the process at once.
 * @param noteUse told which command runs, for the compiled code that is kept
 * @param serve opens the door for browsers, which this one does not know
 * @returns the exit status
 */
export async function main(
  words: readonly string[],
  noteUse: (what: string) => void,
  serve: (request: ServeRequest) => Promise<Serving>,
): Promise<number> {
  limitYoungGeneration();
  const interruption = new AbortController();
  const stop = (): void => {
    if (interruption.signal.aborted) process.exit(exitStatus('interrupted'));
    interruption.abort();
  };
  process.on('SIGINT', stop).on('SIGTERM', stop);
  const status = await runCli(words, process, {
    openMemory: async (options) => (await import('../api/memory.ts')).openMemory(options),
    openHome: async (options) => (await import('../api/memory.ts')).openHome(options),
    openConfiguration: async (options) =>
      (await import('../open/configuration.ts')).openConfiguration(options),
    setupAgent: async (request) => (await import('../open/setup-agent.ts')).setupAgent(request),
    findAgents: async (repository) => (await import('../open/connected-agents.ts')).findAgents(repository),
    whoSpeaks: async (home) => (await import('../open/who-speaks.ts')).whoSpeaks(home),
    serve,
    ask: askAtTerminal,
    begin: noteUse,
    nowMs: Date.now,
    signal: interruption.signal,
    debug: process.env.AFTERWIT_DEBUG === '1',
  });
  // Exit explicitly: work that did not stop in time would keep the process alive.
  if (status === exitStatus('interrupted')) process.exit(status);
  process.off('SIGINT', stop).off('SIGTERM', stop);
  return status;
}
