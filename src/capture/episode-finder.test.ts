import { describe, expect, it } from 'vitest';
import type { FileEdit } from '../model/session.ts';
import { EpisodeFinder } from './episode-finder.ts';
import type { FixEpisode, ObservedRun } from './fix-episode.ts';

type Step = Partial<ObservedRun> & { readonly say?: string };

const edit = (path: string, removed: readonly string[] = [], added: readonly string[] = []): FileEdit => ({
  path,
  removed,
  added,
});
const fails = (...errorLines: readonly string[]): Step => ({
  command: 'npm test',
  verdict: 'failed',
  errorLines,
  output: errorLines.join('\n'),
  exitCode: 1,
});
const passes: Step = { command: 'npm test', verdict: 'passed' };
const edits = (...files: readonly FileEdit[]): Step => ({ edits: files });
const runs = (command: string, rest: Step = {}): Step => ({
  command,
  family: command.split(' ')[0] ?? '',
  verdict: 'passed',
  ...rest,
});

/** Each step takes two lines: call and result. */
function find(...steps: readonly Step[]): readonly FixEpisode[] {
  const finder = new EpisodeFinder();
  return steps.flatMap(({ say, ...step }, place) => {
    const line = 2 * place + 1;
    if (say !== undefined) finder.remark({ line, text: say });
    if (say !== undefined) return [];
    const family = step.family ?? (step.command === undefined ? '' : 'npm test');
    return finder.take({
      line,
      endLine: line + 1,
      family,
      families: family === '' ? [] : [family],
      verdict: 'passed',
      onlyShows: false,
      output: '',
      errorLines: [],
      edits: [],
      ...step,
    });
  });
}

describe('a fix', () => {
  it('of a failure that says nothing teaches nothing', () => {
    const fix = (failure: Step) => find(failure, edits(edit('src/a.ts')), passes);
    expect(fix({ ...fails('FAIL'), saysNothing: true })).toEqual([]);
    expect(fix(fails('FAIL'))).toHaveLength(1);
  });

  it('is what was edited between a failure and the run in which it passes', () => {
    const [episode] = find(fails('no id'), { say: 'The id is text.' }, edits(edit('src/a.ts')), passes);
    expect(episode).toMatchObject({
      failure: { line: 1 },
      check: { line: 7 },
      remedy: { kind: 'edit', files: [{ path: 'src/a.ts' }] },
      remarks: ['The id is text.'],
      attempts: [],
    });
  });

  it('is what the same line edits before it tests', () => {
    const both: Step = {
      ...passes,
      command: "sed -i 's/a/b/' src/a.ts && npm test",
      edits: [edit('src/a.ts')],
    };
    expect(find(fails('no id'), both)).toMatchObject([
      { remedy: { kind: 'edit', files: [{ path: 'src/a.ts' }] } },
    ]);
  });

  it('is none while the command does not pass, or another one does', () => {
    expect(find(fails('no id'), edits(edit('src/a.ts')), runs('ls'))).toEqual([]);
    expect(find(fails('no id'), edits(edit('src/a.ts')))).toEqual([]);
  });

  it('is none where other tests were chosen', () => {
    const failed = { ...fails('no id'), command: 'npm test -- -t "reads ids"' };
    const other = { ...passes, command: 'npm test -- -t "writes"' };
    expect(find(failed, edits(edit('src/a.ts')), other)).toEqual([]);
    expect(find(failed, edits(edit('src/a.ts')), passes)).toHaveLength(1);
  });

  it('leaves out what was tried before while the failure was still there', () => {
    const [episode, ...others] = find(
      fails('no id'),
      edits(edit('src/b.ts')),
      fails('no id'),
      edits(edit('src/a.ts')),
      passes,
    );
    expect(others).toEqual([]);
    expect(episode).toMatchObject({
      alsoFailedAtLines: [5],
      attempts: ['edited src/b.ts'],
      remedy: { files: [{ path: 'src/a.ts' }] },
    });
  });

  it('ends where the failure is first gone; what failed then came of it', () => {
    const [first, second] = find(
      fails('no id'),
      edits(edit('src/a.ts')),
      fails('unused name'),
      edits(edit('src/b.ts')),
      passes,
    );
    expect(first).toMatchObject({ failure: { line: 1 }, remedy: { files: [{ path: 'src/a.ts' }] } });
    expect(first?.remedy).not.toMatchObject({ files: [{}, {}] });
    expect(second).toMatchObject({
      failure: { line: 5 },
      remedy: { files: [{ path: 'src/b.ts' }] },
      causedByLine: 1,
    });
  });

  it('does not end where another failure only hid it', () => {
    const [episode] = find(
      fails('no id'),
      edits(edit('src/a.ts')),
      fails('syntax error'),
      edits(edit('src/b.ts')),
      fails('no id'),
      edits(edit('src/c.ts')),
      passes,
    );
    expect(episode).toMatchObject({ remedy: { files: [{ path: 'src/c.ts' }] } });
    expect(episode?.attempts).not.toEqual([]);
  });

  it('keeps the parts of a failure that went one after the other', () => {
    const [episode] = find(
      fails('a', 'b', 'c', 'd'),
      edits(edit('src/a.ts')),
      fails('b', 'c', 'd'),
      edits(edit('src/b.ts')),
      passes,
    );
    expect(episode?.remedy).toMatchObject({ files: [{ path: 'src/a.ts' }, { path: 'src/b.ts' }] });
  });

  it('takes two views of one failure for one', () => {
    const episodes = find(fails('no id'), fails('1 failing'), edits(edit('src/a.ts')), passes);
    expect(episodes).toMatchObject([
      { failure: { line: 1 }, alsoFailedAtLines: [3], remedy: { kind: 'edit' } },
    ]);
  });

  it('names the file first that the failure names', () => {
    const big = edit(
      'src/z.ts',
      [],
      Array.from({ length: 30 }, (_, index) => `line ${index}`),
    );
    const [episode] = find(fails('src/a.ts: no id'), edits(big, edit('src/a.ts')), passes);
    expect(episode?.remedy).toMatchObject({ files: [{ path: 'src/a.ts' }, { path: 'src/z.ts' }] });
  });

  it('is none where the same command passes by itself', () => {
    expect(find(fails('timeout'), passes)).toEqual([]);
    expect(find(fails('timeout'), runs('cat log', { onlyShows: true }), passes)).toEqual([]);
  });

  it('is the command that had to be run first, where nothing was edited', () => {
    const [episode] = find(fails('no module dist'), runs('npm run build'), passes);
    expect(episode?.remedy).toEqual({ kind: 'prerequisite', command: 'npm run build' });
  });

  it('needs the name of a file where the program works on something else than files', () => {
    const push = (rest: Step): Step => ({ ...rest, command: 'git push', family: 'git push' });
    expect(find(push(fails('rejected')), edits(edit('src/a.ts')), push(passes))).toEqual([]);
    expect(find(push(fails('hook: a.ts is not tidy')), edits(edit('src/a.ts')), push(passes))).toHaveLength(
      1,
    );
  });
});

describe('a program that never got to work', () => {
  it.each([
    {
      what: 'that starts and fails of another reason',
      failed: 'golangci-lint run --disable-all -E unused ./a/...',
      says: 'Error: unknown flag: --disable-all',
      other: runs('golangci-lint run --no-config -E unused ./a/...', {
        verdict: 'failed',
        output: 'a.go:1:1: x (unused)',
      }),
    },
    {
      what: 'of a program that shows what others wrote',
      failed: 'gh pr view 12 --json comment',
      says: 'Unknown JSON field: "comment"',
      other: runs('gh pr view 12 --json comments', { onlyShows: true }),
    },
    {
      what: 'of git',
      failed: 'git log --one-line -5',
      says: 'fatal: unrecognized argument: --one-line',
      other: runs('git log --oneline -5', { onlyShows: true }),
    },
  ])('is helped by the first like line $what', ({ failed, says, other }) => {
    const never = runs(failed, { verdict: 'failed', exitCode: 2, output: says, errorLines: [says] });
    expect(find(never, other)).toMatchObject([{ remedy: { kind: 'command', command: other.command } }]);
  });

  it.each([
    { failed: 'git -C /x gc --auto --dry-run', other: 'git -C /x reflog expire --dry-run --all' },
    { failed: 'go test -tagz x ./a -run TestA -count=1', other: 'go test -tags x ./a -run TestB -count=1' },
  ])('is not helped by $other, which is another matter', ({ failed, other }) => {
    const says = 'error: unknown option';
    const never = runs(failed, { verdict: 'failed', exitCode: 129, output: says, errorLines: [says] });
    expect(find(never, runs(other))).toEqual([]);
  });

  const notFound: Step = {
    ...fails('python: command not found'),
    command: 'python run.py all',
    family: 'python',
    exitCode: 127,
  };

  it('is helped by the next like line, of whatever family, and never by an edit', () => {
    const [episode] = find(notFound, edits(edit('src/a.ts')), runs('python3 run.py all'));
    expect(episode?.remedy).toEqual({ kind: 'command', command: 'python3 run.py all' });
  });

  it('whose word was refused is helped by a line without it, past others, and by no edit between', () => {
    const says = 'ERROR: parts is not a valid editable requirement.';
    const refused = runs('pip install -e parts', { verdict: 'failed', output: says, errorLines: [says] });
    const tries = ['ls', 'pwd', 'date', 'uname', 'id'].map((command) => runs(command));
    const still = runs('pip install -v parts', { verdict: 'failed', output: says, errorLines: [says] });
    const [episode] = find(refused, still, ...tries, edits(edit('src/a.ts')), runs('pip install -e .'));
    expect(episode?.remedy).toEqual({ kind: 'command', command: 'pip install -e .' });
    expect(find(refused, runs('pip install -v parts'))).toEqual([]);
  });

  it('whose file was refused is helped by its name from another folder, or by making it', () => {
    const says = 'ERROR: file not found: parts/a_test.py';
    const refused = runs('pytest parts/a_test.py', { verdict: 'failed', output: says, errorLines: [says] });
    const elsewhere = 'pytest a_test.py -x -v --tb=short';
    expect(find(refused, runs(elsewhere))).toMatchObject([
      { remedy: { kind: 'command', command: elsewhere } },
    ]);
    const made = find(refused, edits(edit('parts/a_test.py')), runs('pytest parts/a_test.py'));
    expect(made).toMatchObject([{ remedy: { kind: 'edit' } }]);
  });

  it('is not helped by looking where the program is, nor much later', () => {
    expect(find(notFound, runs('which python'))).toEqual([]);
    const others = ['ls', 'pwd', 'date', 'uname'].map((command) => runs(command));
    expect(find(notFound, ...others, runs('python3 run.py all'))).toEqual([]);
  });
});

it('takes bounded memory, and says from where to read again', () => {
  const finder = new EpisodeFinder();
  const run = (line: number, rest: Step): ObservedRun => ({
    line,
    endLine: line,
    family: 'npm test',
    families: ['npm test'],
    verdict: 'passed',
    onlyShows: false,
    output: '',
    errorLines: [],
    edits: [],
    ...rest,
  });
  finder.take(run(1, fails('no id')));
  expect(finder.oldestOpenLine).toBe(1);
  for (let line = 2; line < 1_000; line++) finder.take(run(line, runs('ls', { families: ['ls'] })));
  expect(finder.oldestOpenLine).toBeUndefined();
  expect(finder.take(run(1_000, passes))).toEqual([]);
});
