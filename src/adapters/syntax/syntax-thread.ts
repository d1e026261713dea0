import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { type CodeStructure, noStructure, type SyntaxLanguage } from '../../model/code.ts';

/** An answer; or that the thread ended before the job, so that another may read it; or that it never began to read. */
type SyntaxOutcome =
  | Exclude<SyntaxAnswer, { readonly kind: 'ready' }>
  | { readonly kind: 'abandoned' }
  | { readonly kind: 'not-started'; readonly reason: string };

interface WaitingJob {
  readonly job: SyntaxJob;
  readonly resolve: (outcome: SyntaxOutcome) => void;
}

/** How much longer than its own limit a thread is waited for: it may have to load a grammar first. */
const graceMs = 10_000;
/** The parser keeps the memory its largest text took; after such a text a thread is not used again. */
const largeTextCharacters = 1_000_000;

/** One thread that reads texts. It does not keep the process alive while it has nothing to do. */
export class SyntaxThread {
  readonly #worker: Worker;
  readonly #limitMs: number;
  readonly #waiting: WaitingJob[] = [];
  #watch: NodeJS.Timeout | undefined;
  #isSpent = false;
  #isReady = false;
  #isClosed = false;

  /** @param onFault told why the thread ended, unless it was closed */
  constructor({ file = findWorkerFile(), ...settings }: ThreadSettings, onFault: (reason: string) => void) {
    this.#limitMs = settings.limitMs;
    this.#worker = new Worker(file, {
      workerData: settings,
      // With the default the thread took some 50 MB more on 1,600 files, and was no faster that we could see.
      resourceLimits: { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 512 },
    });
    this.#worker.unref();
    this.#worker.on('message', (answer: SyntaxAnswer) => this.#settle(answer));
    const fail = (reason: string) => {
      if (!this.#isClosed) onFault(reason);
      this.#end(this.#isReady || this.#isClosed ? undefined : reason);
    };
    this.#worker.on('error', (fault) => fail(fault instanceof Error ? fault.message : String(fault)));
    this.#worker.on('exit', () => fail('it ended by itself'));
  }

  /** Texts it has been given and has not answered. */
  get load(): number {
    return this.#waiting.length;
  }

  /** It takes no more texts. It ends by itself once it has answered those it has. */
  get isSpent(): boolean {
    return this.#isSpent;
  }

  read(job: SyntaxJob): Promise<SyntaxOutcome> {
    return new Promise((resolve) => {
      this.#waiting.push({ job, resolve });
      if (job.text.length > largeTextCharacters) this.#isSpent = true;
      if (this.#waiting.length === 1) {
        this.#worker.ref();
        this.#watchFirst();
      }
      this.#worker.postMessage(job);
    });
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#end();
    await this.#worker.terminate();
  }

  #settle(answer: SyntaxAnswer): void {
    this.#isReady = true;
    if (answer.kind === 'ready') return;
    clearTimeout(this.#watch);
    this.#waiting.shift()?.resolve(answer);
    if (answer.kind === 'given-up') {
      // Its parser may be damaged, or hold all the memory it got: another thread reads the other waiting texts.
      for (const { resolve } of this.#waiting.splice(0)) resolve({ kind: 'abandoned' });
      this.#isSpent = true;
    }
    if (this.#waiting.length > 0) this.#watchFirst();
    else if (this.#isSpent) void this.close();
    else this.#worker.unref();
  }

  /** A thread that does not answer is ended; its waiting jobs are given up. */
  #watchFirst(): void {
    this.#watch = setTimeout(() => void this.close(), this.#limitMs + graceMs);
  }

  /** @param notStarted why it never began to read: then no text was at fault */
  #end(notStarted?: string): void {
    this.#isSpent = true;
    clearTimeout(this.#watch);
    if (notStarted !== undefined)
      for (const { resolve } of this.#waiting.splice(0)) resolve({ kind: 'not-started', reason: notStarted });
    // The first was being read: the thread failed on it.
    const [first, ...rest] = this.#waiting.splice(0);
    first?.resolve({ kind: 'given-up' });
    for (const { resolve } of rest) resolve({ kind: 'abandoned' });
  }
}

/** Sources run as they are; in the published package the thread is an entry beside the chunks. */
function findWorkerFile(): URL {
  const places = [
    './syntax-worker.ts',
    './syntax-worker.js',
    '../syntax-worker.js',
    '../../syntax-worker.js',
  ];
  const [file] = places.map((place) => new URL(place, import.meta.url)).filter((url) => existsSync(url));
  return file ?? new URL('./syntax-worker.js', import.meta.url);
}

export interface ThreadSettings {
  readonly limitMs: number;
  readonly grammarFolder: string | undefined;
  /** The file that the thread runs. Default: where the package has it. */
  readonly file?: URL | undefined;
}

export interface SyntaxJob {
  readonly text: string;
  readonly language: SyntaxLanguage;
}

/** The result of a job. Threads answer in the order in which they were asked. */
export type SyntaxAnswer =
  /** Told once, before the first job. */
  | { readonly kind: 'ready' }
  /** JSON of a {@link CodeStructure}: one string instead of thousands of small objects to hand over. */
  | { readonly kind: 'read'; readonly structure: string }
  /** The time was over, or the parser failed on it. */
  | { readonly kind: 'given-up' }
  | { readonly kind: 'no-grammar'; readonly reason: string };

/** The structure of a text that was not parsed; patterns may still read it. */
export function unread(hasErrors: boolean): CodeStructure {
  return { ...noStructure, hasErrors };
}
