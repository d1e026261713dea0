interface AskedProgram {
  readonly file: string;
  readonly words: readonly string[];
  /** Written to its standard input. */
  readonly input: string;
  readonly timeoutMs: number;
}

/** What a program prints; empty where it cannot be started. Ended after the time limit. Never rejects. */
export function askProgram({ file, words, input, timeoutMs }: AskedProgram): Promise<string> {
  const { spawn } = process.getBuiltinModule('node:child_process');
  return new Promise((resolve) => {
    let printed = '';
    try {
      const child = spawn(file, words, {
        // Whichever folder it was started in, it may be removed meanwhile.
        cwd: process.getBuiltinModule('node:path').dirname(file),
        stdio: ['pipe', 'pipe', 'ignore'],
        timeout: timeoutMs,
        windowsHide: true,
      });
      child.on('error', () => resolve('')).on('close', () => resolve(printed));
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        printed += text;
      });
      child.stdin.on('error', () => {}).end(input);
    } catch {
      resolve('');
    }
  });
}
