import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import {
  type TranscriptStep,
  transcriptLines,
  writeTranscript,
} from '../../tests/sessions/build-transcript.ts';
import { hookIsSilent, hookShowsCard } from '../demo/claude-code-hook.ts';
import { makeEnvironment } from '../demo/make-environment.ts';
import { type CommandRun, Terminal } from '../demo/terminal.ts';
import type { Scene } from './scene.ts';
import { type StepName, stepNames } from './step-names.ts';

export interface Walkthrough {
  /** What the terminal showed in each step. */
  readonly steps: Readonly<Record<StepName, readonly string[]>>;
  /** Folder of the person in it, which is gone. */
  readonly userHome: string;
}

export interface WalkthroughRequest {
  /** Top of afterwit, built. */
  readonly top: string;
  /** Clone of the repository of the scene; it is copied, and left as it is. */
  readonly repository: string;
  readonly scene: Scene;
  readonly show: (line: string) => void;
  /** More of the environment that all of it runs in. */
  readonly variables?: NodeJS.ProcessEnv;
}

const sessions = {
  mined: '0b5c7f10-3a52-4d0c-8f6e-51f0a7c2d901',
  first: '5f0c6a52-6a1b-4a77-9a2f-0d2f5f0a9e11',
  second: 'c1d4e8a6-92b7-4f35-a0de-7b6f1c3a5d02',
} as const;

/** A session is over before it is read. */
const sessionAgeMs = 10_000;

/** Commits that are made here have the same ids each time. */
const committer = {
  GIT_AUTHOR_NAME: 'Ada',
  GIT_AUTHOR_EMAIL: 'ada@example.org',
  GIT_AUTHOR_DATE: '2026-01-15T09:00:00Z',
  GIT_COMMITTER_NAME: 'Ada',
  GIT_COMMITTER_EMAIL: 'ada@example.org',
  GIT_COMMITTER_DATE: '2026-01-15T09:00:00Z',
};

/**
 * Walks from a fresh clone to a memory that was shown, found wrong and is silent since. Every command is run.
 * @throws Error when anything goes otherwise than it should
 */
export function playWalkthrough(request: WalkthroughRequest): Walkthrough {
  if (!existsSync(join(request.top, 'dist/bin.js')))
    throw new Error('Nothing is built yet. Run "npm run build" first.');
  const userHome = realpathSync(mkdtempSync(join(tmpdir(), 'afterwit-walkthrough-')));
  try {
    return { steps: new Walk(request, userHome).play(), userHome };
  } finally {
    rmSync(userHome, { recursive: true, force: true });
  }
}

class Walk {
  readonly #scene: Scene;
  readonly #userHome: string;
  readonly #show: (line: string) => void;
  readonly #environment: NodeJS.ProcessEnv;
  readonly #clone: string;
  /** Another working tree of the clone. */
  readonly #worktree: string;
  readonly #steps = new Map<StepName, Terminal>();

  constructor({ top, repository, scene, show, variables }: WalkthroughRequest, userHome: string) {
    this.#scene = scene;
    this.#userHome = userHome;
    this.#show = show;
    this.#environment = {
      ...makeEnvironment(top, userHome),
      ...committer,
      ...scene.variables,
      ...variables,
    };
    this.#clone = join(userHome, scene.name);
    this.#worktree = `${this.#clone}-tidy`;
    const unseen = new Terminal({ cwd: userHome, environment: this.#environment, show: () => undefined });
    unseen.run(`git clone -q "${resolve(repository)}" ${scene.name} && cd ${scene.name} && ${scene.begin}`);
  }

  play(): Walkthrough['steps'] {
    this.#index();
    this.#locate();
    this.#performSession();
    this.#mine();
    const shown = this.#meetAgain();
    this.#explain(shown);
    this.#reject(shown);
    this.#meetOnceMore(shown);
    return Object.fromEntries(
      stepNames.map((name) => [name, this.#steps.get(name)?.lines ?? []]),
    ) as unknown as Walkthrough['steps'];
  }

  #index(): void {
    const { name } = this.#scene;
    runTrimmed(this.#begin('index'), 'afterwit', {
      keep: new RegExp(`^${name} |^  (?:history|index|memory) |merges`),
    });
  }

  #locate(): void {
    runTrimmed(this.#begin('locate'), `afterwit locate "${this.#scene.issueTitle}"`);
  }

  #performSession(): void {
    const { test, telling, path, mistaken, mended, reason } = this.#scene;
    const terminal = this.#begin('session');
    const failed = runTrimmed(terminal, test, { status: 1, keep: telling });
    this.#replace(this.#clone, mistaken, mended);
    terminal.run(`git diff ${path}`);
    const passed = runTrimmed(terminal, test, { keep: telling });
    terminal.run('git commit -q -a -m "Sign with the current key"');
    this.#writeSession([
      { run: test, output: failed.output, exitCode: 1 },
      { agent: reason },
      { edit: join(this.#clone, path), before: mistaken, after: mended },
      { run: test, output: passed.output },
    ]);
  }

  #mine(): void {
    this.#begin('mine').run('afterwit mine-sessions --yes');
  }

  #meetAgain(): string {
    const { path, mended, misplaced } = this.#scene;
    this.#begin('again').run(`git worktree add -q -b tidy ../${basename(this.#worktree)}`);
    this.#replace(this.#worktree, mended, misplaced);
    const terminal = this.#begin('again', this.#worktree);
    terminal.run(`git diff ${path}`);
    hookShowsCard(this.#hookCall(terminal, sessions.first));
    return this.#lastDecision();
  }

  #explain(shown: string): void {
    // The scores count tokens, and how many an id has is chance.
    runTrimmed(this.#begin('why'), `afterwit why ${shown.slice(0, 8)}`, {
      keep: /^(?!Score of | +-?\d\.\d{3} | {30})/,
    });
  }

  #reject(shown: string): void {
    this.#begin('outcome').run(`afterwit feedback ${shown.slice(0, 8)} rejected`);
  }

  #meetOnceMore(shown: string): void {
    const terminal = this.#begin('changed', this.#worktree);
    hookIsSilent(this.#hookCall(terminal, sessions.second), () => this.#lastDecision() !== shown);
    runTrimmed(terminal, 'afterwit why', {
      keep: /^(?:Decision|Verdict|Considered| 1 )|^ +(?:how|by|because|knows|result|from|match) /,
    });
  }

  /** A terminal whose lines go on where those of the step ended. */
  #begin(name: StepName, cwd = this.#clone): Terminal {
    const terminal = new Terminal({ cwd, environment: this.#environment, show: this.#show });
    terminal.lines.push(...(this.#steps.get(name)?.lines ?? []));
    this.#steps.set(name, terminal);
    return terminal;
  }

  #replace(folder: string, before: string, after: string): void {
    const path = join(folder, this.#scene.path);
    const text = readFileSync(path, 'utf8');
    if (!text.includes(before)) throw new Error(`${this.#scene.path} does not hold what is to be replaced.`);
    writeFileSync(
      path,
      text.replace(before, () => after),
    );
  }

  #writeSession(steps: readonly TranscriptStep[]): void {
    const head = {
      session: sessions.mined,
      directory: this.#clone,
      startedAtMs: Date.now() - sessionAgeMs,
    };
    const folder = this.#clone.replace(/[^A-Za-z0-9]/g, '-');
    writeTranscript(
      join(this.#userHome, '.claude/projects', folder, `${sessions.mined}.jsonl`),
      transcriptLines(head, steps),
    );
  }

  #hookCall(terminal: Terminal, session: string) {
    const { test, telling } = this.#scene;
    return {
      terminal,
      inputPath: join(this.#userHome, 'hook-input.json'),
      cwd: this.#worktree,
      command: test,
      callId: `toolu_${session.slice(0, 4)}`,
      session,
      failed: runTrimmed(terminal, test, { status: 1, keep: telling }),
    };
  }

  #lastDecision(): string {
    const terminal = new Terminal({
      cwd: this.#clone,
      environment: this.#environment,
      show: () => undefined,
    });
    return JSON.parse(terminal.runUnseen('afterwit why --json').output).receipt.id;
  }
}

interface Trim {
  readonly status?: number;
  /** Lines that are written down. Default: all. */
  readonly keep?: RegExp;
}

/** Lines that say how far a command is: which there are depends on how fast the machine is. */
const progress = /^afterwit: /;

/** Runs a command line that must end with `status`; of what it prints, the lines that matter are written down. */
function runTrimmed(
  terminal: Terminal,
  commandLine: string,
  { status = 0, keep = /^/ }: Trim = {},
): CommandRun {
  const run = terminal.runUnseen(commandLine);
  if (run.status !== status)
    throw new Error(`"${commandLine}" ended with status ${run.status}, not ${status}:\n${run.output}`);
  const lines = run.output
    .trimEnd()
    .split('\n')
    .filter((line) => !progress.test(line));
  const written = lines.flatMap((line, at) => {
    if (keep.test(line)) return [line];
    return at === 0 || keep.test(lines[at - 1] ?? '') ? ['…'] : [];
  });
  terminal.writeRun(commandLine, { ...run, output: written.join('\n') });
  return run;
}
