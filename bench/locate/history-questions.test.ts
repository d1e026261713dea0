import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildRepository } from '../../tests/git/build-repository.ts';
import { historyQuestions } from './history-questions.ts';

/** A history whose later half has fixes; the earlier half only fills it. */
function repositoryWith(fixes: readonly (readonly [string, Readonly<Record<string, string>>])[]): string {
  const repository = buildRepository();
  repository.commit('Begin', { 'src/router.ts': '0', 'src/session_store.go': '0', 'src/index.ts': '0' });
  for (const [place] of fixes.entries()) repository.commit(`Fill ${place}`, { 'notes.md': `${place}` });
  for (const [message, files] of fixes) repository.commit(message, files);
  return join(repository.path, '.git');
}

describe('historyQuestions', () => {
  it('asks by the message, without what leads to the answer, about the sources that were there', () => {
    const git = repositoryWith([
      [
        'fix(session): stale entries survive when a user leaves too early (#12)\n\nSee https://example.org/12, GH-7 and 1a2b3c4d5e.\n\nSigned-off-by: A <a@example.org>',
        { 'src/session_store.go': '1', 'src/new.go': '1', 'src/session_store_test.go': '1' },
      ],
    ]);
    const [only, ...others] = historyQuestions(git, 'a/b', 10, 1);
    expect(others).toEqual([]);
    expect(only).toMatchObject({ repo: 'a/b', language: 'go', gold_files: ['src/session_store.go'] });
    expect(only?.problem_statement).toMatch(/^stale entries survive/);
    expect(only?.problem_statement).not.toMatch(/12|GH-7|1a2b3c|Signed|example|session\)/);
  });

  it('leaves out messages that name the answer, chores, and subjects that stand there twice', () => {
    const change = (value: string) => ({ 'src/router.ts': value });
    const git = repositoryWith([
      ['Fix the crash of the Router when nothing matches the path', change('1')],
      ['Fix typos that were found in many of the messages', change('2')],
      ['Fix the crash that comes when nothing matches the path', change('3')],
      ['Fix the crash that comes when nothing matches the path', change('4')],
    ]);
    expect(historyQuestions(git, 'a/b', 10, 1)).toEqual([]);
  });

  it('asks the same for the same seed', () => {
    const fixes = [...'abcdefgh'].map(
      (name) =>
        [`Fix the wrong answer given to question ${name} of visitors`, { 'src/router.ts': name }] as const,
    );
    const git = repositoryWith(fixes);
    const ask = (seed: number) => historyQuestions(git, 'a/b', 3, seed).map(({ instance_id: id }) => id);
    expect(ask(1)).toHaveLength(3);
    expect(ask(1)).toEqual(ask(1));
    expect(ask(1)).not.toEqual(ask(2));
  });
});
