import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { answerOf, runAfterwit } from '../doors/afterwit-command.ts';
import { buildRepository, temporaryFolder } from '../git/build-repository.ts';

describe('a clone in which afterwit was never run', () => {
  it('takes in memories of its own: what a plain import advises works at once', async () => {
    const home = temporaryFolder();
    const repository = buildRepository();
    const file = join(home, 'lines.jsonl');
    writeFileSync(
      file,
      '{"content": "Dates are kept in UTC", "scope": "repo:elsewhere", "repositoryName": "kettle"}\n',
    );
    const run = (...words: readonly string[]) => runAfterwit(words, { cwd: repository.path, home });

    const plain = await run('import', file);
    expect(plain.stdout).toContain('--scope repo');
    expect(plain.status).toBe(2);

    const placed = await run('import', file, '--scope', 'repo', '--json');
    expect(answerOf(placed)).toMatchObject({ added: 1, faultCount: 0 });
    const exported = await run('export', '--scope', 'repo');
    expect(exported.stdout).toMatch(/"scope":"repo:.*Dates are kept in UTC/);
  });

  it('exports nothing, which is no error', async () => {
    const run = await runAfterwit(['export', '--scope', 'repo'], {
      cwd: buildRepository().path,
      home: temporaryFolder(),
    });
    expect(run).toMatchObject({ status: 0, stdout: '', stderr: '' });
  });

  it('is needed: outside of any repository the scope is refused', async () => {
    const folder = temporaryFolder();
    const run = await runAfterwit(['export', '--scope', 'repo'], { cwd: folder, home: join(folder, 'home') });
    expect(run.status).not.toBe(0);
    expect(run.stderr).toContain('NOT_A_REPOSITORY');
  });
});
