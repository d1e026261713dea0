import { existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hookIsSilent, hookShowsCard } from './claude-code-hook.ts';
import { makeExampleProject, testOf } from './example-project.ts';
import { makeEnvironment } from './make-environment.ts';
import { type CommandRun, Terminal } from './terminal.ts';

export interface Recording {
  readonly lines: readonly string[];
  /** Folder of the person in it, which is gone. */
  readonly userHome: string;
}

interface Scene {
  readonly terminal: Terminal;
  readonly project: string;
  readonly userHome: string;
}

/**
 * Plays how a failure is remembered: in a real repository, with the commands and the hook that are built in `top`.
 * @param variables - More of the environment that all of it runs in.
 * @throws when anything goes otherwise than it should
 */
export function recordDemo(
  top: string,
  show: (line: string) => void,
  variables: NodeJS.ProcessEnv = {},
): Recording {
  if (!existsSync(join(top, 'dist/bin.js')))
    throw new Error('Nothing is built yet. Run "npm run build" first.');
  const userHome = realpathSync(mkdtempSync(join(tmpdir(), 'afterwit-demo-')));
  try {
    const environment = { ...makeEnvironment(top, userHome), ...variables };
    const project = join(userHome, 'kettle');
    makeExampleProject(project, environment);
    const terminal = new Terminal({ cwd: project, environment, show });
    play({ terminal, project, userHome });
    return { lines: terminal.lines, userHome };
  } finally {
    rmSync(userHome, { recursive: true, force: true });
  }
}

function play(scene: Scene): void {
  const { terminal } = scene;
  terminal.say('1. An agent runs the tests of a fresh clone. They fail.');
  const failed = terminal.run('npm test', { status: 1 });
  terminal.say('Claude Code hands that to the hook. Nothing is known: it prints nothing.');
  hookIsSilent(hookCall(scene, 'toolu_01', failed), () => true);

  terminal.say('2. Ada knows what is missing, and has it remembered, with the failure.');
  terminal.run(
    'npm test 2>&1 | afterwit remember "The tests load dist/. Run npm run build first." --command "npm test" --failure -',
  );
  terminal.run('npm run build && npm test');

  terminal.say('3. Work goes on. Another day, another clean checkout: the same failure.');
  terminal.run('git commit --quiet --allow-empty --message "Whistle when done" && git clean -fdXq');
  const failedAgain = terminal.run('npm test', { status: 1 });
  terminal.say('This time the hook has something for the agent.');
  hookShowsCard(hookCall(scene, 'toolu_02', failedAgain));

  terminal.say('4. Why was that shown?');
  terminal.run('afterwit why');

  terminal.say('5. The agent does what the card says. It helped, and that is fed back.');
  terminal.run('npm run build && npm test');
  terminal.run(`afterwit feedback ${lastDecision(scene).slice(0, 8)} verified`);

  terminal.say('6. A failure that reads alike and is another one: no build will make dist/pour.js.');
  writeFileSync(join(scene.project, 'test/pour.test.js'), testOf('pour', 'assert.ok(pour(1))'));
  const before = lastDecision(scene);
  const other = terminal.run('npm test', { status: 1 });
  terminal.say('The hook prints nothing: what helped there would not help here.');
  hookIsSilent(hookCall(scene, 'toolu_03', other), () => lastDecision(scene) !== before);
  terminal.run('afterwit why');
}

function hookCall({ terminal, project, userHome }: Scene, callId: string, failed: CommandRun) {
  return {
    terminal,
    inputPath: join(userHome, 'hook-input.json'),
    cwd: project,
    command: 'npm test',
    callId,
    failed,
  };
}

function lastDecision({ terminal }: Scene): string {
  return JSON.parse(terminal.runUnseen('afterwit why --json').output).receipt.id;
}
