import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type FileTexts, type Step, type Task, testCommand } from './task.ts';

const committer = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', '-c', 'commit.gpgSign=false'];

/** What the tests of a repository print. */
export interface TestRun {
  readonly passed: boolean;
  readonly output: string;
}

/**
 * Makes the repository as it was when the earlier failure was met, has that fixed, and brings it to where a test fails again.
 * @returns what the tests printed when they failed earlier
 * @throws when the tests do otherwise than the task says: then it measures nothing
 */
export function makeRepository(task: Task, folder: string): TestRun {
  mkdirSync(folder, { recursive: true });
  const git = (...words: readonly string[]) =>
    execFileSync('git', [...committer, ...words], { cwd: folder, stdio: 'pipe' });
  git('init', '--quiet', '--initial-branch=main');
  writeFiles(folder, task.before);
  git('add', '.');
  git('commit', '--quiet', '--message', `Begin ${task.name}`);
  const earlier = runTests(folder);
  expectTests(task, 'before it is fixed', earlier, false);
  takeStep(folder, task.fix);
  expectTests(task, 'after it is fixed', runTests(folder), true);
  git('add', '.');
  git('commit', '--quiet', '--allow-empty', '--message', 'Make the tests pass');
  git('clean', '-fdXq');
  writeFiles(folder, task.since);
  git('add', '--all', '.');
  git('commit', '--quiet', '--message', 'Go on');
  expectTests(task, 'at the beginning', runTests(folder), false);
  return earlier;
}

export function runTests(folder: string, files: readonly string[] = []): TestRun {
  const [, ...words] = testCommand.split(' ');
  // Of a test run within another one Node prints nothing.
  const { NODE_TEST_CONTEXT: _, ...environment } = process.env;
  const { status, stdout, stderr } = spawnSync(process.execPath, [...words, ...files], {
    cwd: folder,
    env: environment,
    encoding: 'utf8',
    timeout: 60_000,
  });
  return { passed: status === 0, output: `${stdout}${stderr}` };
}

export function takeStep(folder: string, step: Step): void {
  if (step.kind === 'write') writeFiles(folder, step.files);
  else spawnSync(step.command, { cwd: folder, shell: true, stdio: 'ignore', timeout: 60_000 });
}

export function writeFiles(folder: string, files: FileTexts): void {
  for (const [path, text] of Object.entries(files)) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    if (text === null) rmSync(file, { force: true });
    else writeFileSync(file, text);
  }
}

function expectTests({ name }: Task, when: string, { passed, output }: TestRun, expected: boolean): void {
  if (passed !== expected)
    throw new Error(`The tests of ${name} were to ${expected ? 'pass' : 'fail'} ${when}:\n${output}`);
}
