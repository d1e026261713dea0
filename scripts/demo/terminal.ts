import { spawnSync } from 'node:child_process';

export interface TerminalOptions {
  /** Folder that commands run in at first. */
  readonly cwd: string;
  readonly environment: NodeJS.ProcessEnv;
  /** Told each line as it comes. */
  readonly show: (line: string) => void;
}

export interface CommandRun {
  readonly output: string;
  readonly status: number | null;
}

/** Runs the commands. */
export const shell = '/bin/sh';

/** Lines of a stack trace in a row that are kept. */
const keptFrames = 2;

/** Runs command lines in a shell and writes them down with what they print, as a terminal would show it. */
export class Terminal {
  readonly lines: string[] = [];
  readonly #options: TerminalOptions;

  constructor(options: TerminalOptions) {
    this.#options = options;
  }

  /** Words of ours between the commands. */
  say(text: string): void {
    this.#write(['', ...text.split('\n').map((line) => `# ${line}`)]);
  }

  /** Runs a command line that must end with `status` and writes both down. */
  run(commandLine: string, { status = 0 }: { readonly status?: number } = {}): CommandRun {
    const run = this.runUnseen(commandLine);
    if (run.status !== status)
      throw new Error(`"${commandLine}" ended with status ${run.status}, not ${status}:\n${run.output}`);
    this.writeRun(commandLine, run);
    return run;
  }

  /** Runs a command line and writes nothing down. */
  runUnseen(commandLine: string): CommandRun {
    const { stdout, status, error } = spawnSync(shell, ['-c', `exec 2>&1; ${commandLine}`], {
      cwd: this.#options.cwd,
      env: this.#options.environment,
      encoding: 'utf8',
    });
    if (error !== undefined) throw error;
    return { output: stdout, status };
  }

  writeRun(commandLine: string, { output, status }: CommandRun): void {
    const printed = output.trim() === '' ? [] : shorten(output.trimEnd().split('\n'));
    this.#write(['', `$ ${commandLine}`, ...printed, ...(status === 0 ? [] : [`(exit status ${status})`])]);
  }

  #write(lines: readonly string[]): void {
    for (const line of lines) {
      this.lines.push(line.trimEnd());
      this.#options.show(line.trimEnd());
    }
  }
}

/** Long stack traces say little to a reader; what is left out is said. */
function shorten(lines: readonly string[]): readonly string[] {
  const shortened: string[] = [];
  let frames = 0;
  for (const line of [...lines, '']) {
    const isFrame = /^\s+at .*[\d)]+( \{)?$/.test(line);
    if (!isFrame && frames > keptFrames) shortened.push(`    … ${frames - keptFrames} more`);
    frames = isFrame ? frames + 1 : 0;
    if (frames <= keptFrames) shortened.push(line);
  }
  return shortened.slice(0, -1);
}
