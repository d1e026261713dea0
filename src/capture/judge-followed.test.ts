import { describe, expect, it } from 'vitest';
import { compareFixes, judgeFollowed, type SessionStep, type ShownAdvice } from './judge-followed.ts';

const advice: ShownAdvice = {
  family: 'npm test',
  files: ['src/find.ts'],
  commands: ['npm run build'],
  lines: ['return rows[Number(id)].name;'],
  dropped: ['return rows[id].name;'],
  text: 'Edit src/find.ts: make the id a number.',
};
const run = (command: string, verdict: 'failed' | 'passed' = 'passed'): SessionStep => ({
  ...{ kind: 'run', atMs: 1, command, verdict, families: [command], edits: [] },
});
const edit = (path: string, added: string, removed = ''): SessionStep => ({
  ...{ kind: 'run', atMs: 1, families: [], verdict: 'passed' },
  edits: [{ path, added: [added], removed: [removed] }],
});
const heard = (text: string): SessionStep => ({ kind: 'heard', atMs: 1, text });
const [line = ''] = advice.lines;
const fixed = [edit('src/find.ts', line, 'return rows[id].name;'), run('npm test')];

describe('judgeFollowed', () => {
  it.each([
    ['its line is written and the command passes', fixed],
    [
      'its line is written within a longer one',
      [edit('src/find.ts', `  if (id) ${line} // text`), run('npm test')],
    ],
    [
      'its command is run and the failing one passes',
      [run('cd app && npm run build 2>&1 | tail'), run('npm test')],
    ],
    [
      'the user goes on with something else',
      [...fixed, heard('No idea what is next. Now the docs, please.')],
    ],
    [
      'the user speaks of it much later',
      [...fixed, ...Array.from({ length: 20 }, () => run('ls')), heard('undo')],
    ],
    ['its line is rewritten later', [...fixed, edit('src/find.ts', 'return find(id);', line)]],
    ['it is stashed to see the failure again', [...fixed, run('git stash && npm test', 'failed')]],
    [
      'git takes the file of a conflict, much later',
      [...fixed, ...Array.from({ length: 20 }, () => run('ls')), run('git checkout --ours src/find.ts')],
    ],
  ])('is followed where %s', (_, steps) => {
    expect(judgeFollowed(advice, steps)).toBe('followed');
  });

  it.each([
    ['git takes the file back', run('git checkout -- src/find.ts')],
    ['the user says that it is wrong', heard("That's wrong, the id stays text.")],
    ['the user wants it undone', heard('undo that')],
  ])('is withdrawn where %s', (_, step) => {
    expect(judgeFollowed(advice, [...fixed, step])).toBe('withdrawn');
    expect(judgeFollowed(advice, [step], true)).toBe('withdrawn');
  });

  it.each([
    ['the command never passes', [edit('src/find.ts', line), run('npm test', 'failed')], 'unknown'],
    ['nothing happens', [], 'unknown'],
    ['the command passes without it', [edit('src/other.ts', 'x'), run('npm test')], 'passed_by'],
    ['its line is written into another file', [edit('src/other.ts', line), run('npm test')], 'passed_by'],
    [
      'its file is edited in another way',
      [edit('src/find.ts', 'return find(id);'), run('npm test')],
      'unknown',
    ],
    ['it passes before the file is edited', [run('npm test'), edit('src/find.ts', line)], 'unknown'],
  ])('is not said to help where %s', (_, steps, fate) => {
    expect(judgeFollowed(advice, steps)).toBe(fate);
  });

  it('is followed where only lines are to be taken out, and they are', () => {
    const removal = { ...advice, commands: [], lines: [], dropped: ['import { name } from "./name.ts";'] };
    const taken = edit('src/find.ts', '', '  import { name } from "./name.ts";');
    expect(judgeFollowed(removal, [taken, run('npm test')])).toBe('followed');
    expect(judgeFollowed(removal, [edit('src/find.ts', '', 'const a = 1;'), run('npm test')])).toBe(
      'unknown',
    );
  });
});

it('is followed where the line that it names in the place of another passes, not where that fails too', () => {
  const instead = { ...advice, lines: [], dropped: [], commands: ['python3'], isInstead: true };
  const pass = { ...run('python3 -m pytest'), families: ['npm test'] };
  expect(judgeFollowed(instead, [run('python3 -m pytest', 'failed'), pass])).toBe('followed');
  expect(judgeFollowed(instead, [run('python3 -m pytest', 'failed'), run('npm test')])).toBe('passed_by');
});

describe('compareFixes', () => {
  const edited = (path: string, added: string, removed = '') => ({
    edits: [{ path, added: [added], removed: [removed] }],
    commands: [],
  });
  const ran = (command: string) => ({ edits: [], commands: [command] });

  it.each([
    ['its own line was written', edited('src/find.ts', `  ${line}`), 'same'],
    ['its own command was run', ran('npm run build'), 'same'],
    ['another line of its file was written', edited('src/find.ts', 'if (!rows.has(id)) return;'), 'other'],
    ['another file was mended', edited('src/rows.ts', 'export const rows = load();'), 'other'],
    ['another command was run', ran('npm install'), 'other'],
    [
      'the same line was mended in other words',
      edited('src/find.ts', 'return find(id).name;', '  return rows[id].name;'),
      'unknown',
    ],
  ])('where %s: %s → %s', (_, done, agreement) => {
    expect(compareFixes(advice, done)).toBe(agreement);
  });

  it('says nothing of another command line where another one was called, which may be a way out, too', () => {
    const line = { ...advice, lines: [], dropped: [] };
    expect(compareFixes(line, ran('npm install'))).toBe('unknown');
    expect(compareFixes(line, edited('src/rows.ts', 'export const rows = load();'))).toBe('other');
  });

  it('knows a command that was told cut', () => {
    const cut = { ...advice, commands: ['npm run build -- --all…'] };
    expect(compareFixes(cut, ran('npm run build -- --all --verbose'))).toBe('same');
    expect(compareFixes(cut, ran('npm run build'))).toBe('other');
  });

  it('finds the command in what a person wrote, and says nothing of advice that no tool can show', () => {
    const prose = { ...advice, commands: [], lines: [], dropped: [], text: 'It needs npm run build first.' };
    expect(compareFixes(prose, ran('npm run build'))).toBe('same');
    expect(compareFixes(prose, ran('npm install'))).toBe('unknown');
    expect(compareFixes(prose, edited('src/find.ts', 'return 1 + 1;'))).toBe('unknown');
  });
});
