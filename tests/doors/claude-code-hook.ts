import { join } from 'node:path';
import { builtFile } from './built-file.ts';
import { programEnvironment } from './run-program.ts';
import { type Ended, type ProcessOptions, startProcess } from './start-process.ts';

export interface HookRunOptions extends Pick<ProcessOptions, 'cwd' | 'launcher'> {
  /** Written to standard input; `open`: nothing is, and it is not closed. */
  readonly input: string | Buffer | 'open';
  readonly home: string;
  /** Words for Node. Default: the built hook. */
  readonly words?: readonly string[];
}

/** Words for Node that run the hook over a recall of ours, written as JavaScript, from its sources. */
export function wordsWithRecall(recall: string, deadlineMs = 250): readonly string[] {
  const source = join(import.meta.dirname, '../../src/hooks/run-hook.ts');
  const code = `import { runHook } from ${JSON.stringify(`file://${source}`)};
process.emitWarning = () => {};
runHook(${recall}, ${deadlineMs});`;
  return ['--input-type=module', '--eval', code];
}

/** Runs the hook as Claude Code would. Streams are closed whether it reads them or not. */
export function runHookProcess(options: HookRunOptions): Promise<Ended> {
  const { home, words, ...process } = options;
  const environment = { HOME: home, AFTERWIT_HOME: home };
  return words === undefined
    ? startProcess([builtFile('hooks/claude-code.js')], { ...process, environment }).ended
    : startProcess(words, { ...process, environment: { ...environment, ...programEnvironment() } }).ended;
}
