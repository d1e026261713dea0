import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { builtFile } from '../doors/built-file.ts';
import type { ClientRequest, PlayedAgent } from './clients.ts';
import { type Played, readPlayed } from './played.ts';
import type { Step } from './script.ts';
import { openScriptedModel } from './scripted-model.ts';
import { openTerminal, type Terminal } from './terminal.ts';

/** A machine of its own: home, repositories, afterwit as it was built, and a model that plays scripts. */
export interface Scene extends AsyncDisposable {
  /** Home folder of the person. */
  readonly home: string;
  /** Folder that all of it lies in. */
  readonly folder: string;
  /** Makes a repository of these files, with one commit. */
  makeRepository(name: string, files: Readonly<Record<string, string>>): string;
  /** Runs a program without a terminal. */
  run(cwd: string, program: string, ...words: readonly string[]): Ended;
  /** The person's terminal, opened in this folder. */
  terminal(cwd: string): Promise<Terminal>;
  /** Has a client play one turn of a person in this folder. */
  play(client: PlayedAgent, cwd: string, steps: readonly Step[], options?: PlayOptions): Promise<Played>;
}

type PlayOptions = Partial<Omit<ClientRequest, 'modelUrl'>> & {
  /** Told once the client was started; for what happens meanwhile. */
  readonly meanwhile?: () => Promise<void>;
};

interface Ended {
  readonly status: number | null;
  readonly output: string;
}

const mostMs = 120_000;

export async function openScene(): Promise<Scene> {
  const folder = mkdtempSync(join(tmpdir(), 'scene-'));
  const [home, programs] = [join(folder, 'home'), join(folder, 'programs')];
  for (const path of [home, programs]) mkdirSync(path);
  const command = builtFile('bin.js');
  const path = [programs, dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'].join(':');
  write(join(programs, 'afterwit'), `#!/bin/sh\nexec "${process.execPath}" "${command}" "$@"\n`, 0o755);
  write(join(home, '.gitconfig'), '[user]\n\tname = Ada\n\temail = ada@example.org\n');
  // Codex runs commands in a login shell.
  write(join(home, '.bash_profile'), `export PATH=${path}\n`);
  const environment = {
    ...{ HOME: home, PATH: path, USER: 'ada', SHELL: '/bin/bash', PS1: '$ ' },
    ...{ TERM: 'xterm-256color', LANG: 'C.UTF-8', CI: '' },
  };
  const model = await openScriptedModel();
  const terminals: Terminal[] = [];

  const scene: Scene = {
    home,
    folder,
    makeRepository(name, files) {
      const repository = join(folder, name);
      for (const [file, text] of Object.entries(files)) write(join(repository, file), text);
      for (const words of [
        ['init', '-q', '-b', 'main', '.'],
        ['add', '-A'],
        ['commit', '-qm', `Begin ${name}`],
      ])
        scene.run(repository, 'git', ...words);
      return repository;
    },
    run(cwd, program, ...words) {
      const { status, stdout, stderr } = spawnSync(program, words, {
        ...{ cwd, env: environment, encoding: 'utf8', input: '', timeout: mostMs },
      });
      return { status, output: `${stdout}${stderr}` };
    },
    async terminal(cwd) {
      const sockets = join(folder, `terminal-${terminals.length}`);
      mkdirSync(sockets);
      const terminal = await openTerminal({ cwd, environment, folder: sockets });
      terminals.push(terminal);
      return terminal;
    },
    async play(client, cwd, steps, { meanwhile, ...options } = {}) {
      const { url, asked } = model.play(steps);
      const usual = { prompt: 'Go on.', resume: false, trusted: true, waits: true, more: [] };
      const request = { ...usual, ...options, modelUrl: url };
      const [program = '', ...words] = client.words(request);
      const beganAtMs = performance.now();
      const child = spawn(program, words, {
        ...{ cwd, timeout: mostMs, stdio: ['ignore', 'pipe', 'pipe'] },
        env: { ...environment, ...client.environment(request) },
      });
      let output = '';
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (text: string) => {
          output += text;
        });
      const ended = new Promise<number | null>((close, fail) =>
        child.once('error', fail).once('close', close),
      );
      await meanwhile?.();
      const status = await ended;
      return readPlayed(asked, { status, output, tookMs: performance.now() - beganAtMs });
    },
    async [Symbol.asyncDispose]() {
      for (const terminal of terminals) terminal.close();
      await model.close();
      rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    },
  };
  return scene;
}

function write(path: string, text: string, mode = 0o644): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text, { mode });
}
