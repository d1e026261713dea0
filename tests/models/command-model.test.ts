import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { commandModel } from '../../src/adapters/models/command-model.ts';
import type { ModelPrompt } from '../../src/ports/language-model.ts';

const prompt: ModelPrompt = {
  name: 'try@1',
  instructions: 'Judge the note.',
  text: 'The note about "$HOME" and `date`.',
  schema: { type: 'object' },
  maxOutputTokens: 100,
};

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'afterwit-command-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function asking(program: string, timeoutMs = 20_000) {
  const file = join(folder, 'program.mjs');
  writeFileSync(file, program);
  const model = commandModel({ name: 'command/try', command: [process.execPath, file, '; exit 1'] });
  return model.ask(prompt, AbortSignal.timeout(timeoutMs));
}

const readsAll = "import { readFileSync } from 'node:fs'; const asked = readFileSync(0, 'utf8');";

it('hands over the prompt as it is, and reads JSON among noise', async () => {
  const program = `${readsAll}
    console.log('thinking…');
    console.log(JSON.stringify({ asked, given: process.argv.slice(2), at: process.cwd() }));`;
  const { value } = await asking(program);
  expect(value).toMatchObject({ given: ['; exit 1'] });
  const { asked, at } = value as { readonly asked: string; readonly at: string };
  expect(asked).toContain('The note about "$HOME" and `date`.');
  expect(asked).toContain('{"type":"object"}');
  expect(at.startsWith(process.cwd())).toBe(false);
});

it.each([
  { code: 'crashed', name: 'crashes', program: `${readsAll} process.exit(3);` },
  { code: 'not_json', name: 'prints noise', program: `${readsAll} console.log('I cannot help with that.');` },
  { code: 'not_json', name: 'prints nothing', program: readsAll },
  { code: 'not_json', name: 'reads nothing and ends', program: '' },
  {
    code: 'too_long',
    name: 'never stops printing',
    program:
      "const say = () => { while (process.stdout.write('x'.repeat(65536))); process.stdout.once('drain', say); }; say();",
  },
] as const)('says $code for a program that $name', async ({ code, program }) => {
  await expect(asking(program)).rejects.toMatchObject({ code });
});

it('says so where there is no such program', async () => {
  const model = commandModel({ name: 'command/none', command: [join(folder, 'missing')] });
  await expect(model.ask(prompt, AbortSignal.timeout(5_000))).rejects.toMatchObject({ code: 'no_program' });
});

it.skipIf(process.platform === 'win32')(
  'ends a program that never ends, with all that it started',
  async () => {
    const tellsPid = join(folder, 'pid');
    const child = `require('node:fs').writeFileSync(${JSON.stringify(tellsPid)}, String(process.pid)); setInterval(() => {}, 1000)`;
    const program = `import { spawn } from 'node:child_process';
    spawn(process.execPath, ['-e', ${JSON.stringify(child)}], { stdio: 'inherit' });
    setInterval(() => {}, 1000);`;
    await expect(asking(program, 3_000)).rejects.toMatchObject({ code: 'timeout' });
    expect(existsSync(tellsPid)).toBe(true);
    await expect.poll(() => isRunning(Number(readFileSync(tellsPid, 'utf8')))).toBe(false);
  },
);

it.skipIf(process.platform === 'win32')('does not wait for what an ended program left running', async () => {
  const program = `import { spawn } from 'node:child_process'; ${readsAll}
    spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' }).unref();
    process.stdout.write('{"good": true}', () => process.exit(0));`;
  expect((await asking(program)).value).toEqual({ good: true });
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // A process that ended and was not collected yet runs no more.
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
