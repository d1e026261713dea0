import { spawn } from 'node:child_process';
import { join } from 'node:path';

export interface HookRun {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly elapsedMs: number;
}

export interface HookRunOptions {
  /** Written to standard input; `open`: nothing is, and it is not closed. */
  readonly input: string | Buffer | 'open';
  readonly home: string;
  readonly cwd?: string;
  /** Words for Node. Default: the entry. */
  readonly words?: readonly string[];
  readonly node?: string;
}

const room = join(import.meta.dirname, '../../src/hooks');

export const entry = join(room, 'claude-code.ts');

/** Words for Node that run the hook over a recall of ours, written as JavaScript. */
export function wordsWithRecall(
  recall: string,
  softMs = 250,
  hardMs = Math.max(softMs, 1_000),
): readonly string[] {
  const code = `import { runHook } from ${JSON.stringify(`file://${join(room, 'run-hook.ts')}`)};
process.emitWarning = () => {};
runHook(${recall}, { softMs: ${softMs}, hardMs: ${hardMs} });`;
  return ['--input-type=module', '--eval', code];
}

/** Runs the hook as Claude Code would. Streams are closed whether it reads them or not. */
export function runHookProcess(options: HookRunOptions): Promise<HookRun> {
  const { input, home, cwd, words = [entry], node = process.execPath } = options;
  const environment = { PATH: process.env.PATH, HOME: home, AFTERWIT_HOME: home };
  const started = performance.now();
  const child = spawn(node, words, { cwd, env: environment });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    stderr += text;
  });
  // The hook may end before it has read everything.
  child.stdin.on('error', () => {});
  if (input !== 'open') child.stdin.end(input);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status) => {
      child.stdin.destroy();
      resolve({ status, stdout, stderr, elapsedMs: performance.now() - started });
    });
  });
}
