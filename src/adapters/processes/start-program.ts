/** Loaded when something is started: most hooks start nothing. */
const childProcess = () => process.getBuiltinModule('node:child_process');
/** Programs start in their own folder: the folder that we were started in may be removed meanwhile. */
const folderOf = (file: string) => process.getBuiltinModule('node:path').dirname(file);

interface DetachedProgram {
  /** A file of JavaScript, run by the Node that runs this. */
  readonly file: string;
  readonly words: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Starts a program that goes on by itself, and does not wait for it. It hears and says nothing. */
export function startDetached({ file, words, environment }: DetachedProgram): void {
  const child = childProcess().spawn(process.execPath, [file, ...words], {
    cwd: folderOf(file),
    detached: true,
    stdio: 'ignore',
    windowsHide: true,
    env: { ...environment },
  });
  // A failed start is ignored, as no caller waits for the program.
  child.on('error', () => {});
  child.unref();
}

/** Has a program of the platform open an address, and does not wait for it. */
export function openAddress(program: string, address: string): void {
  const child = childProcess().spawn(program, [address], {
    detached: true,
    stdio: 'ignore',
    windowsHide: true,
  });
  // Where there is none, the address is printed, too.
  child.on('error', () => {});
  child.unref();
}

interface AskedProgram {
  readonly file: string;
  readonly words: readonly string[];
  /** Written to its standard input. */
  readonly input: string;
  readonly timeoutMs: number;
}

/** Returns the output of a program; empty where it cannot be started. Ended after the time limit. Never rejects. */
export function askProgram({ file, words, input, timeoutMs }: AskedProgram): Promise<string> {
  return new Promise((resolve) => {
    let printed = '';
    try {
      const child = childProcess().spawn(file, words, {
        cwd: folderOf(file),
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

/** A program of an agent with its arguments, or a line for the shell of the platform. */
export type Call = readonly [program: string, ...words: string[]] | string;

interface Conversation {
  readonly call: Call;
  readonly workingDirectory: string;
  readonly mostMs: number;
  /** The text told to the program at the beginning. */
  readonly input: string;
  /** Told each line that it prints; returns the next text for it, or `end` when no more is expected of it. */
  readonly onLine?: (line: string) => string | 'end' | undefined;
}

/** How a program ended that was started as an agent starts it. */
interface CallEnd {
  readonly tookMs: number;
  readonly output: string;
  /** Why it gave no answer, as a clause. */
  readonly fault?: string;
}

/** No answer of ours to a first question is longer. */
const mostCharacters = 1_000_000;

/** Starts a program as an agent does, talks to it on its standard streams, and stops it when the time is over. */
export async function callProgram({
  call,
  workingDirectory,
  mostMs,
  input,
  onLine,
}: Conversation): Promise<CallEnd> {
  const startedAtMs = performance.now();
  const options = { cwd: workingDirectory, windowsHide: true };
  const child =
    typeof call === 'string'
      ? childProcess().spawn(call, { ...options, shell: true })
      : childProcess().spawn(call[0], call.slice(1), options);
  let output = '';
  let errors = '';
  let unread = '';
  return await new Promise((resolve) => {
    const end = (fault?: string): void => {
      clearTimeout(timer);
      child.kill('SIGKILL');
      resolve({ tookMs: performance.now() - startedAtMs, output, ...(fault === undefined ? {} : { fault }) });
    };
    const timer = setTimeout(() => end(`it did not answer within ${mostMs / 1_000} s`), mostMs);
    const hear = (piece: string): void => {
      output = (output + piece).slice(0, mostCharacters);
      const lines = (unread + piece).split('\n');
      unread = lines.pop() ?? '';
      for (const line of lines) {
        const next = onLine?.(line);
        if (next === 'end') end();
        else if (next !== undefined) child.stdin.write(next);
      }
    };
    child.stdin.on('error', () => {});
    child.stdout.setEncoding('utf8').on('data', hear);
    child.stderr.setEncoding('utf8').on('data', (piece: string) => {
      errors = (errors + piece).slice(0, mostCharacters);
    });
    child.on('error', ({ message }) => end(message));
    child.on('close', (status) => {
      const said = errors.split('\n').find((line) => /error|cannot|not /i.test(line)) ?? '';
      end(status === 0 && onLine === undefined ? undefined : `it ended with ${status}: ${said.trim()}`);
    });
    child.stdin.write(input);
    if (onLine === undefined) child.stdin.end();
  });
}
