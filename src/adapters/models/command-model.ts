import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { type LanguageModel, ModelFault, type ModelPrompt } from '../../ports/language-model.ts';
import { readAnswer } from './dialects.ts';

const mostBytes = 1_000_000;

export interface CommandModelOptions {
  readonly name: string;
  /** Program and its arguments; no shell reads them. */
  readonly command: readonly string[];
}

/**
 * A program as a model: the prompt on its standard input, JSON on its standard output. It runs outside of every
 * repository, so that an agent run this way finds no code and calls no hooks of ours.
 */
export function commandModel({ name, command }: CommandModelOptions): LanguageModel {
  return {
    name,
    ask: async (prompt, signal) => ({
      value: readAnswer(await runCommand(command, promptText(prompt), { mostBytes, signal })),
    }),
  };
}

interface CommandLimits {
  readonly mostBytes: number;
  readonly signal: AbortSignal;
}

/** Returns a program's output for an input. @throws ModelFault */
export async function runCommand(
  [program = '', ...given]: readonly string[],
  input: string,
  limits: CommandLimits,
): Promise<string> {
  const child = spawn(program, given, {
    cwd: tmpdir(),
    stdio: ['pipe', 'pipe', 'ignore'],
    // A group of its own, so that its children end with it.
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
  const stop = () => killGroup(child);
  limits.signal.addEventListener('abort', stop, { once: true });
  try {
    return await outputOf(child, input, limits);
  } finally {
    limits.signal.removeEventListener('abort', stop);
    killGroup(child);
  }
}

/** The whole prompt as one text, for programs that take no schema. */
function promptText({ instructions, text, schema }: ModelPrompt): string {
  return `${instructions}\n\nAnswer with one JSON object of this JSON Schema, and nothing else:\n${JSON.stringify(schema)}\n\n${text}\n`;
}

async function outputOf(
  child: ChildProcess,
  input: string,
  { mostBytes: most, signal }: CommandLimits,
): Promise<string> {
  return await new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    child.on('error', () => reject(new ModelFault('no_program')));
    child.stdout?.on('data', (chunk: Buffer) => {
      bytes += chunk.byteLength;
      if (bytes > most) reject(new ModelFault('too_long'));
      else chunks.push(chunk);
    });
    // A process left running by the program would hold its output open.
    child.on('exit', () => killGroup(child));
    child.on('close', (status) => {
      if (signal.aborted) reject(new ModelFault('timeout'));
      else if (status !== 0) reject(new ModelFault('crashed'));
      else resolve(Buffer.concat(chunks).toString('utf8'));
    });
    signal.addEventListener('abort', () => reject(new ModelFault('timeout')), { once: true });
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
  });
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === 'win32') child.kill('SIGKILL');
    else process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It has ended, and so has all that it started.
  }
}

const timeoutMs = 10_000;

/** The first line that a program prints, such as a key; empty where it fails or takes long. No shell reads it. */
export async function printedBy(program: string, given: readonly string[]): Promise<string> {
  return await new Promise((resolve) => {
    execFile(
      program,
      [...given],
      { timeout: timeoutMs, killSignal: 'SIGKILL', maxBuffer: 64_000, windowsHide: true },
      (fault, printed) => resolve(fault === null ? (printed.split('\n')[0] ?? '').trim() : ''),
    );
  });
}
