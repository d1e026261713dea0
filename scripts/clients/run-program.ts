import { spawn } from 'node:child_process';

/** What is asked of a client. */
export interface ClientTry {
  /** Folder that the clients are installed in. */
  readonly folder: string;
  /** For what they write. */
  readonly work: string;
  /** Words after `node` that start the server. */
  readonly server: readonly string[];
}

interface EndedProgram {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const mostMs = 60_000;

/** Runs a program of Node to its end, with no input, and a home of its own. */
export async function runProgram(words: readonly string[], home: string): Promise<EndedProgram> {
  const child = spawn(process.execPath, words, {
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: mostMs,
    env: { ...process.env, HOME: home },
  });
  const printed = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].on('data', (chunk: Buffer) => {
      printed[name] += chunk.toString();
    });
  const status = await new Promise<number | null>((ended) => child.on('close', ended));
  return { status, ...printed };
}
