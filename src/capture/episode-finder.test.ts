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

  it('needs no such thing as a list of verbs', () => {
    const lock = 'terraform providers lock -platform=linux_amd64';
    expect(find(fails('no checksums'), runs(lock), passes)[0]?.remedy).toEqual({
      kind: 'prerequisite',
      command: lock,
    });
    expect(find(fails('no checksums'), runs('terraform validate'), passes)).toEqual([]);
  });

  it('is what the same line does before it calls what had failed', () => {
    const line = { ...passes, command: 'git add -N src/a.nix && npm test' };
    expect(find(fails('src/a.nix does not exist'), line)[0]?.remedy).toEqual({
      kind: 'prerequisite',
      command: 'git add -N src/a.nix',
    });
  });

  it('is none of the commands after which the failure was still there', () => {
    const [episode] = find(
      fails('tool 1.2 needed'),
      runs('cargo install tool'),
      fails('tool 1.2 needed'),
      runs('cargo install tool@1.2'),
      passes,
    );
    expect(episode?.remedy).toEqual({ kind: 'prerequisite', command: 'cargo install tool@1.2' });
    expect(episode?.attempts).toEqual(['ran cargo install tool']);
  });

  it('is the command that the output names, of several, and not an edit that has nothing to do with it', () => {
    const steps = [
      runs('apt-get install libpng'),
      runs('git clone other'),
      edits(edit('notes.md', [], ['x y'])),
    ];
    expect(find(fails('libpng not found'), ...steps, passes)[0]?.remedy).toEqual({
      kind: 'prerequisite',
      command: 'apt-get install libpng',
    });
  });

  it('is an edit with the command that goes with it', () => {
    const change = edit('requirements.yml', [], ['- name: ufw']);
    const install = 'ansible-galaxy install -r requirements.yml';
    expect(find(fails('no module ufw'), edits(change), runs(install), passes)[0]?.remedy).toMatchObject({
      kind: 'edit',
      files: [{ path: 'requirements.yml' }],
      command: install,
    });
  });

  it('is an edit without what only keeps it', () => {
    const keep = runs('git add src/a.ts');
    const [episode] = find(fails('src/a.ts: no id'), edits(edit('src/a.ts')), keep, passes);
    expect(episode?.remedy).not.toHaveProperty('command');
  });

  it('leaves out lines and files that were changed back', () => {
    const [episode] = find(
      fails('no id'),
      edits(edit('src/a.ts', ['one'], ['two'])),
      edits(edit('src/b.ts', [], ['kept', 'tried'])),
      edits(edit('src/a.ts', ['two'], ['one'])),
      edits(edit('src/b.ts', ['tried'], [])),
      passes,
    );
    expect(episode?.remedy).toEqual({
      kind: 'edit',
      files: [{ path: 'src/b.ts', added: ['kept'], removed: [] }],
    });
  });

  it('does not count as its own what undoes an earlier attempt', () => {
    const [episode] = find(
      fails('no id'),
      edits(edit('src/a.ts', [], ['tried'])),
      fails('no id'),
      edits(edit('src/a.ts', ['tried'], ['right'])),
      passes,
    );
    expect(episode?.remedy).toMatchObject({ files: [{ added: ['right'], removed: [] }] });
  });

  it('is another option after which the failure is gone, though another one shows', () => {
    const build = (line: string, rest: Step): Step => ({ ...rest, ...{ command: line, family: 'west' } });
    const [first, second] = find(
      build('west build -b x app', fails('must be cleaned')),
      build('west build -p always -b x app', fails('undefined reference')),
      edits(edit('app/x.conf')),
      build('west build -p always -b x app', passes),
    );
    expect(first?.remedy).toEqual({ kind: 'command', command: 'west build -p always -b x app' });
    expect(second?.remedy).toMatchObject({ kind: 'edit', files: [{ path: 'app/x.conf' }] });
  });

  it('waits a while where another line of the family passes', () => {
    const godot = (command: string, rest: Step = {}): Step => runs(command, rest);
    const failed = godot('godot -s tests.gd -gexit --headless -v', fails('no type Raft'));
    const again = { ...passes, command: failed.command ?? '', family: 'godot' };
    expect(find(failed, godot('godot --import'), again)[0]?.remedy).toEqual({
      kind: 'prerequisite',
      command: 'godot --import',
    });
    const others = ['ls', 'pwd', 'date', 'uname', 'id'].map((command) => runs(command));
    expect(find(failed, godot('godot --import'), ...others, edits(edit('a.gd')), again)).toEqual([]);
  });

  it('is the line through another program', () => {
    const prove = (command: string, rest: Step): Step => ({
      ...rest,
      command,
      family: command.split(' ')[0] ?? '',
    });
    expect(
      find(prove('prove -l t/a.t', fails('no XLSX')), prove('carton exec prove -l t/', passes))[0]?.remedy,
    ).toEqual({ kind: 'command', command: 'carton exec prove -l t/' });
  });

  it('is of the run that says most, where an earlier one says nothing', () => {
    const [episode] = find(
      { ...fails('FAIL'), saysNothing: true, telling: 'FAIL' },
      { ...fails('FAIL', 'expected 1, got 2'), telling: 'expected 1, got 2' },
      edits(edit('src/a.ts')),
      passes,
    );
    expect(episode).toMatchObject({ failure: { line: 3 }, remedy: { files: [{ path: 'src/a.ts' }] } });
  });

  it('of a look is none that another look tells', () => {
    const look = (command: string, rest: Step): Step => ({ ...rest, command, family: 'jq', onlyShows: true });
    const failed = look('jq .a[ a.json', fails('unexpected end'));
    expect(find(failed, edits(edit('a.md')), look('jq keys b.json', passes))).toEqual([]);
    expect(
      find(failed, edits(edit('a.md')), { ...failed, ...passes, command: 'jq .a[ a.json' }),
    ).toHaveLength(1);
  });

  it('is an edit with the command that the output names, too', () => {
    const change = edit('Cargo.toml', ['bindgen = "0"'], ['bindgen = "=0.2"']);
    const steps = [runs('cargo install bindgen@0.2'), edits(change)];
    expect(find(fails('bindgen 0.2 needed'), ...steps, passes)[0]?.remedy).toMatchObject({
      kind: 'edit',
      command: 'cargo install bindgen@0.2',
    });
  });

  it('is no act that nothing names where another line passed', () => {
    const lint = { ...fails('main.go: unused'), command: 'golangci-lint run main.go', family: 'lint' };
    const [build, whole] = [runs('go build'), { ...passes, command: 'golangci-lint run', family: 'lint' }];
    expect(find(lint, build, whole)).toEqual([]);
    expect(find(lint, build, { ...whole, command: lint.command })).toHaveLength(1);
  });

  it('is no change of many files that the failure does not name', () => {
    const many = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => edit(`src/${name}.ts`));
    expect(find(fails('no version 6'), edits(...many), passes)).toEqual([]);
    expect(find(fails('src/a.ts: no version 6'), edits(...many), passes)).toHaveLength(1);
  });

  it('is not another line much like it', () => {
    const failed = { ...fails('no type Raft'), command: 'godot --headless -s a.gd -x y.gd', family: 'godot' };
    const again = { ...passes, command: failed.command, family: 'godot' };
    expect(find(failed, runs('godot --headless -s b.gd'), again)).toEqual([]);
  });

  it('is none of the commands after which its reason was still there, though other lines were gone', () => {
    const steps = [runs('cargo install tool'), fails('tool needed', 'see the docs'), runs('make other')];
    const [episode] = find(fails('tool needed', 'see the docs', 'and more'), ...steps, passes);
    expect(episode?.remedy).toEqual({ kind: 'prerequisite', command: 'make other' });
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

  it('is helped by the installation after which the same line passes', () => {
    const others = ['ls', 'pwd', 'date', 'uname'].map((command) => runs(command));
    const again = { ...passes, command: 'cd src && python run.py all', family: 'python' };
    expect(find(notFound, edits(edit('src/python.ts')), { ...again, command: 'python run.py all' })).toEqual(
      [],
    );
    expect(find(notFound, ...others, runs('apt-get install python'), again)[0]?.remedy).toEqual({
      kind: 'prerequisite',
      command: 'apt-get install python',
    });
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
