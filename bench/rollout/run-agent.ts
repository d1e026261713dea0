import { spawn } from 'node:child_process';
import { delimiter, dirname } from 'node:path';

export interface AgentRun {
  readonly stdout: string;
  readonly stderr: string;
  /** Null when a signal ended it, ours after the limit among them. */
  readonly status: number | null;
  readonly isTooLate: boolean;
  readonly wallMs: number;
}

interface AgentRequest {
  /** A line of the shell. */
  readonly command: string;
  readonly cwd: string;
  readonly input: string;
  /** Of the memory, handed on as AFTERWIT_HOME. */
  readonly home: string;
  readonly limitMs: number;
}

/** Starts an agent, and ends it with all that it started when the time is over. */
export function runAgent({ command, cwd, input, home, limitMs }: AgentRequest): Promise<AgentRun> {
  const startedAtMs = performance.now();
  const { NODE_TEST_CONTEXT: _, ...own } = process.env;
  const path = [dirname(process.execPath), own.PATH ?? ''].join(delimiter);
  const env = { ...own, PATH: path, AFTERWIT_HOME: home };
  const child = spawn(command, { cwd, env, shell: true, detached: true, stdio: 'pipe' });
  const stdout: Buffer[] = [];
  const stderr: Buffer[] = [];
  let isTooLate = false;
  child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk));
  // It may end before it has read everything.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const limit = setTimeout(() => {
    isTooLate = true;
    endGroup(child.pid);
  }, limitMs);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    // What it left running would keep the streams open.
    child.once('exit', () => endGroup(child.pid));
    child.once('close', (status) => {
      clearTimeout(limit);
      resolve({
        stdout: Buffer.concat(stdout).toString('utf8'),
        stderr: Buffer.concat(stderr).toString('utf8'),
        status,
        isTooLate,
        wallMs: performance.now() - startedAtMs,
      });
    });
  });
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // All of it has ended.
  }
}
