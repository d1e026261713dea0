import type { ErrorCode } from '../../src/model/errors.ts';
import { builtFile } from './built-file.ts';
import { type Ended, type ProcessOptions, type Started, startProcess } from './start-process.ts';

export interface CommandOptions extends Omit<ProcessOptions, 'environment'> {
  /** `AFTERWIT_HOME`; left out of the environment when absent. */
  readonly home?: string;
  /** `HOME`; likewise. */
  readonly userHome?: string;
}

/** The command line's door: the built command in a process of its own. */
export function startAfterwit(words: readonly string[], options: CommandOptions = {}): Started {
  const { home, userHome, ...process } = options;
  return startProcess([builtFile('bin.js'), ...words], {
    cwd: '/',
    ...process,
    environment: {
      ...(home === undefined ? {} : { AFTERWIT_HOME: home }),
      ...(userHome === undefined ? {} : { HOME: userHome }),
    },
  });
}

export function runAfterwit(words: readonly string[], options: CommandOptions = {}): Promise<Ended> {
  return startAfterwit(words, options).ended;
}

/** The answer of a command with `--json`. Throws when it is no JSON. */
export function answerOf<T = Record<string, unknown>>({ stdout, stderr }: Ended): T {
  if (stderr !== '') throw new Error(`unexpected on stderr: ${stderr}`);
  return JSON.parse(stdout) as T;
}

/** An error for people: its code, its exit status, and an empty standard output. */
export function failure(status: number, code: ErrorCode, words = '') {
  return { status, code, words };
}

/** The same as {@link failure} says, taken from how a command ended. */
export function failureOf({ status, stdout, stderr }: Ended, words: RegExp) {
  const code = /^([A-Z_]+), exit status \d+$/m.exec(stderr)?.[1];
  return {
    status,
    code,
    words: stdout === '' && words.test(stderr.replaceAll('\n', ' ')) ? '' : `${stdout}${stderr}`,
  };
}
