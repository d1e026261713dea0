import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openMemory } from '../../src/api/memory.ts';
import { makeRepository } from './make-repository.ts';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'afterwit-test-')));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('secrets in the messages and patches of commits are in no answer, and in no file of the home', async () => {
  const repository = makeRepository(folder);
  const secrets = ['Ab3dE5gH', 'Zy8xW6vU', 'Kq4rT7pL'].map((part) => part.repeat(5).slice(0, 36));
  const [inSubject = '', inBody = '', inPatch = ''] = secrets;
  const token = (secret: string) => `${['gh', 'p_'].join('')}${secret}`;
  writeFileSync(join(repository, 'kettle.env'), `${token(inPatch)}\n`);
  const git = (...words: string[]) =>
    execFileSync(
      'git',
      ['-C', repository, '-c', 'user.name=ada', '-c', 'user.email=a@example.org', ...words],
      { encoding: 'utf8' },
    );
  git('add', '.');
  git('commit', '-q', '-m', `descale the kettle with ${token(inSubject)}`, '-m', `and ${token(inBody)}`);
  const commit = git('rev-parse', 'HEAD').trim();
  git('commit', '-q', '--allow-empty', '-m', `Revert "descale"\n\nThis reverts commit ${commit}.`);
  const revert = git('rev-parse', 'HEAD').trim();
  await using memory = await openMemory({ repository, home: join(folder, 'home') });
  const answers = JSON.stringify([
    await memory.searchCommits('descale the kettle', { explain: true }),
    await memory.examineCommit(commit),
    await memory.examineCommit(revert),
    await memory.recall({ query: 'descale the kettle' }),
  ]);
  expect(answers).toContain('[redacted:github-token]');
  const home = join(folder, 'home');
  const files = readdirSync(home, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1').toLowerCase());
  expect(files.some((text) => text.includes('descale the kettle'))).toBe(true);
  for (const secret of secrets) {
    expect(answers).not.toContain(secret);
    expect(files.filter((text) => text.includes(secret.toLowerCase()))).toEqual([]);
  }
});
