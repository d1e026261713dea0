import { execFile } from 'node:child_process';

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
