import { pathToFileURL } from 'node:url';
import { builtFile } from './built-file.ts';
import { programFile } from './run-program.ts';
import { type Ended, type ProcessOptions, startProcess } from './start-process.ts';

export interface HookRunOptions extends Pick<ProcessOptions, 'cwd' | 'launcher'> {
  /** Written to standard input; `open`: nothing is, and it is not closed. */
  readonly input: string | Buffer | 'open';
  readonly home: string;
  /** Words for Node. Default: the built hook. */
  readonly words?: readonly string[] | undefined;
}

/** Time for a hook that is to be in time on any machine, and for one that is to be late without much waiting. */
export const ampleMs = 120_000;
export const scantMs = 500;

/**
 * Words for Node that run the hook over a recall of ours, written as JavaScript.
 *
 * @param recall - May name `spent`: what the process has spent until the hook begins, in milliseconds.
 * @param limits - May name it as well: loading the hook alone takes a slow machine longer than a hook may take.
 */
export function wordsWithRecall(
  recall: string,
  limits = `{ softMs: ${ampleMs}, hardMs: ${ampleMs} }`,
): readonly string[] {
  const code = `import { runHook } from ${programUrl('run-hook')};
process.emitWarning = () => {};
const { user, system } = process.cpuUsage();
const spent = { cpuMs: (user + system) / 1_000, wallMs: process.uptime() * 1_000 };
runHook(${recall}, ${limits});`;
  return ['--input-type=module', '--eval', code];
}

/**
 * Words for Node that run the hook over the real memory with ample time: on a slow machine the built hook is too late, as it
 * should be, and says nothing.
 */
export function wordsWithTime(): readonly string[] {
  const recall = `async (request) => {
    const { hookRecall } = await import(${programUrl('hook-recall')});
    return hookRecall({ ...request, home: request.environment.AFTERWIT_HOME });
  }`;
  const ample = `{ softMs: ${ampleMs}, hardMs: ${ampleMs} }`;
  const work = `{
    mining: () => async () => 'sessions are not read',
    telling: (environment, agent) => async (moment) => {
      const { tellMoment } = await import(${programUrl('tell-moment')});
      return tellMoment(moment, environment, agent);
    },
    tellingLimits: ${ample},
  }`;
  return wordsWithRecall(recall, `${ample}, ${work}`);
}

function programUrl(name: string): string {
  return JSON.stringify(pathToFileURL(programFile(name)));
}

/** Runs the hook as Claude Code would. Streams are closed whether it reads them or not. */
export function runHookProcess(options: HookRunOptions): Promise<Ended> {
  const { home, words = [builtFile('hooks/claude-code.js')], ...process } = options;
  return startProcess(words, { ...process, environment: { HOME: home, AFTERWIT_HOME: home } }).ended;
}
