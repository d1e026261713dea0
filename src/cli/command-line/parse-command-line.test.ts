import { describe, expect, it } from 'vitest';
import type { Field, FieldKind } from '../../api/field.ts';
import { type Command, callOf, flagOf, takesSeveral } from './command.ts';
import { commonOptions, listCommandGroups, listCommands, optionsOf } from './commands.ts';
import { parseCommandLine } from './parse-command-line.ts';

const values: Readonly<Partial<Record<FieldKind, { readonly word: string; readonly value: unknown }>>> = {
  document: { word: 'a.log', value: 'a.log' },
  flag: { word: '', value: true },
  text: { word: 'v1.0', value: 'v1.0' },
  path: { word: '/some/where', value: '/some/where' },
  count: { word: '7', value: 7 },
  bytes: { word: '0', value: 0 },
  share: { word: '40%', value: 0.4 },
  exitCode: { word: '-1', value: -1 },
  choice: { word: 'in', value: 'in' },
  choices: { word: 'calls,imports,calls', value: ['calls', 'imports'] },
  texts: { word: 'one, two', value: ['one, two'] },
  paths: { word: 'src/a b.ts:Part', value: ['src/a b.ts:Part'] },
};

/** A word for an option and what it means. */
function sampleOf({ kind, choices, negated }: Field): {
  readonly word: string;
  readonly value: unknown;
} {
  if (negated) return { word: '', value: false };
  const [choice = ''] = choices ?? [];
  if (kind === 'choices') return { word: choice, value: [choice] };
  return kind === 'choice'
    ? { word: choice, value: choice }
    : (values[kind] ?? { word: '', value: undefined });
}

function argumentsOf(command: Command): readonly string[] {
  return Object.entries(command.arguments).map(([name, { choices }]) => choices?.[0] ?? `a ${name}`);
}

const everyOption = listCommands().flatMap(([name, command]) =>
  Object.entries(optionsOf(command)).map(([option, definition]) => ({ name, command, option, definition })),
);

describe('every option of every command in the table', () => {
  it.each(everyOption)('$name: $option', ({ name, command, option, definition }) => {
    const { word, value } = sampleOf(definition);
    const words = [flagOf(option, definition), word].filter(Boolean);
    const parsed = parseCommandLine([...command.words, ...argumentsOf(command), ...words]);
    expect(parsed.command).toBe(name);
    expect(parsed.arguments).toEqual(argumentsOf(command));
    expect(Reflect.get(parsed.options, option)).toEqual(value);
  });

  it('is no common one, if it is of some command', () => {
    const taken = new Set(listCommands().flatMap(([, { options }]) => Object.keys(options)));
    expect(Object.keys(commonOptions).filter((name) => taken.has(name))).toEqual([]);
  });

  it.each(everyOption)('$name: $option has a placeholder when it takes a value', ({ definition }) => {
    expect(definition.placeholder !== undefined).toBe(definition.kind !== 'flag');
  });

  it.each([
    [['recall', 'x', '--budget', '300'], { budgetTokens: 300 }],
    [['search-commits', 'x', '--min-confidence', '40%'], { minimumConfidence: 0.4 }],
    [['remember', 'x', '--rule', 'y', '--cause', 'z'], { preventionRule: 'y', rootCause: 'z' }],
  ])('%j: a name of before is taken', (words, options) => {
    expect(parseCommandLine(words).options).toEqual({ ...options, color: true });
  });
});

describe('examples of the table', () => {
  const examples = listCommands().flatMap(([name, command]) =>
    Object.keys(command.examples).map((line) => ({ name, line })),
  );
  it.each(examples)('$line', ({ name, line }) => {
    const own = line.slice(line.lastIndexOf('afterwit'));
    const words = [...own.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '');
    expect(parseCommandLine(words.slice(1)).command).toBe(name);
  });
});

describe('common options', () => {
  it('may stand before the command', () => {
    const parsed = parseCommandLine(['--json', '--repo', 'x', 'hotspots']);
    expect(parsed).toMatchObject({ command: 'hotspots', options: { json: true, repo: 'x' } });
  });

  it('make the bare command', () => {
    expect(parseCommandLine(['--as-of', 'v1'])).toMatchObject({ command: 'status', options: { asOf: 'v1' } });
  });

  it('include short ones', () => {
    expect(parseCommandLine(['-V']).options.version).toBe(true);
    expect(parseCommandLine(['coupled', '-h'])).toMatchObject({
      command: 'coupled',
      options: { help: true },
    });
    expect(parseCommandLine(['repo', '-h'])).toMatchObject({ group: 'repo', options: { help: true } });
  });
});

describe('help, as a word', () => {
  it.each<[readonly string[], object]>([
    [['help'], { command: 'status' }],
    [['help', 'recall'], { command: 'recall' }],
    [['help', 'repo', 'link'], { command: 'repoLink' }],
    [['help', 'failures'], { group: 'failures' }],
  ])('%j', (words, expected) => {
    expect(parseCommandLine(words)).toMatchObject({ ...expected, options: { help: true } });
  });
});

it('answers no command by a name that is another one of its own', () => {
  const others = listCommands().flatMap(([, { otherNames = [] }]: readonly [string, Command]) => otherNames);
  const own = listCommands().flatMap(([, { words }]) => words.slice(0, 1));
  expect(others.filter((name) => own.includes(name))).toEqual([]);
});

describe('arguments', () => {
  it('are words, whatever they look like, behind --', () => {
    expect(parseCommandLine(['search-commits', '--', '--json', '-x']).arguments).toEqual(['--json', '-x']);
  });

  it('may be a dash', () => {
    expect(parseCommandLine(['search-commits', 'a', '-']).arguments).toEqual(['a', '-']);
  });

  const incomplete = listCommands().filter(([, { arguments: all }]) =>
    Object.values(all).some(({ required }) => required),
  );
  it.each(incomplete)('are needed by %s', (_name, command) => {
    expect(() => parseCommandLine(command.words)).toThrow(/needs [A-Z]+\. Run afterwit .* --help/);
  });

  const limited = listCommands().filter(([, { arguments: all }]) => {
    const last = Object.values(all).at(-1);
    return last === undefined || !takesSeveral(last);
  });
  it.each(limited)('are not more than %s takes', (_name, command) => {
    const words = [...command.words, ...argumentsOf(command), 'surplus'];
    expect(() => parseCommandLine(words)).toThrow(/surplus/);
  });

  it('may be left out where they are optional', () => {
    expect(parseCommandLine(['why'])).toMatchObject({ command: 'why', arguments: [] });
    expect(parseCommandLine(['why', '9c0d'])).toMatchObject({ command: 'why', arguments: ['9c0d'] });
    expect(parseCommandLine(['forget', '--text', 'x']).arguments).toEqual([]);
    expect(parseCommandLine(['forget', '1a2b', '5e6f']).arguments).toEqual(['1a2b', '5e6f']);
  });
});

describe('options that may be repeated', () => {
  it('keep every value, in order', () => {
    const words = ['remember', 'x', '--tag', 'b', '--file', 'a.ts', '--tag', 'a', '--file', 'b.ts:Part'];
    expect(parseCommandLine(words).options).toMatchObject({ tag: ['b', 'a'], file: ['a.ts', 'b.ts:Part'] });
  });

  it('start anew with every command line', () => {
    parseCommandLine(['remember', 'x', '--tag', 'a']);
    expect(parseCommandLine(['remember', 'x', '--tag', 'b']).options).toHaveProperty('tag', ['b']);
  });
});

describe('a command that is a group too', () => {
  it.each([
    [['review', '--limit', '3'], 'review', { limit: 3 }],
    [['review', 'approve', 'x', '--content', 'y'], 'reviewApprove', { content: 'y' }],
    [['review', 'reject', 'x'], 'reviewReject', {}],
  ])('%j', (words, command, options) => {
    expect(parseCommandLine(words)).toMatchObject({ command, options });
  });
});

describe('wrong usage', () => {
  it.each([
    [
      ['serch-commits'],
      /no command "serch-commits" \(Did you mean afterwit search-commits\?\)\. Run afterwit --help/,
    ],
    [['search'], /Did you mean afterwit search-commits, afterwit search-summaries or afterwit recall\?/],
    [['delete', 'x'], /no command "delete" \(Did you mean afterwit forget\?\)/],
    [['statu'], /no command "statu" \(Did you mean afterwit status/],
    [['frobnicate'], /^There is no command "frobnicate"\. Run afterwit --help --all to see all commands\.$/],
    [['frobnicate', '--help'], /no command "frobnicate"/],
    [['help', 'frobnicate'], /no command "frobnicate"/],
    [['repo'], /"repo" needs a second word: show, link or split\. Run afterwit repo --help/],
    [
      ['repo', 'shw'],
      /no command "repo shw" \(Did you mean afterwit repo show\?\)\. Run afterwit repo --help/,
    ],
    [['recall', '--badge'], /"afterwit recall" does not take "--badge".* Run afterwit recall --help/],
    [['search-commits', 'x', '--topk', '3'], /does not take "--topk" \(Did you mean --top-k\?\)/],
    [['--limit', '3', 'hotspots'], /"afterwit" does not take "--limit"/],
    [['hotspots', '--limit'], /argument missing/],
    [['hotspots', '--limit', '0'], /--limit takes a whole number from 1 to 1000000, not "0"/],
    [['hotspots', '--limit', '-1'], /--limit takes a whole number/],
    [['hotspots', '--limit', '1e3'], /--limit takes a whole number/],
    [['hotspots', '--repo', ''], /--repo takes a path/],
    [['search-commits', 'x', '--min-confidence', '1.5'], /-confidence takes a share/],
    [['search-commits', 'x', '--min-confidence', 'high'], /-confidence takes a share/],
    [['traverse', 'x', '--direction', 'up'], /--direction takes one of out, in, both, not "up"/],
    [
      ['traverse', 'x', '--kind', 'calls,uses'],
      /--kind takes some of contains, imports, calls, inherits, separated/,
    ],
    [['traverse', 'x', '--kind', ''], /--kind takes some of/],
    [['doctor', '--as-of', 'v1'], /"doctor" does not take --as-of: it does not read history/],
    [['--as-of', 'v1', 'remember', 'x'], /"remember" does not take --as-of/],
    [['review', 'approve', 'x', '--limit', '3'], /"review approve" does not take --limit/],
    [['review', 'aprove', 'x'], /"review" does not take "aprove" \(Did you mean afterwit review approve\?\)/],
    [['feedback', 'x', 'great'], /OUTCOME is one of verified, accepted, .*, not "great"/],
    [['remember', 'x', '--type', 'wish'], /--type takes one of decision, constraint, .*, not "wish"/],
    [['remember', 'x', '--exit-code', 'one'], /--exit-code takes an exit status/],
    [['remember', 'x', '--tag', ' '], /--tag takes some text/],
    [['list', '--status', 'gone'], /--status takes some of active, superseded, archived/],
    [['setup', '--agent', 'emacs'], /--agent takes one of claude-code, .*not "emacs"/],
    [['examine-commit', 'x', '--patch-bytes', '99999999999'], /--patch-bytes takes a whole number/],
  ])('%j says what is wrong', (words, message) => {
    expect(() => parseCommandLine(words)).toThrow(
      expect.objectContaining({ code: 'INVALID_ARGUMENT', message: expect.stringMatching(message) }),
    );
  });
});

it('names every command once', () => {
  const calls = listCommands().map(([, command]) => callOf(command));
  expect(new Set(calls).size).toBe(calls.length);
});

it('lists every command in one group, in one order', () => {
  const grouped = listCommandGroups().flatMap(({ rows }) => rows);
  expect(grouped).toEqual(listCommands());
});

describe('other words', () => {
  it.each([
    [['status'], 'status', []],
    [['config', 'show'], 'config', []],
    [['config', 'explain', 'gate.policy'], 'config', ['gate.policy']],
    [['record', 'a', '--rule', 'b'], 'remember', ['a']],
    [['issues', 'list', '--all'], 'failuresList', []],
    [['issues', 'show', '5e6f'], 'failuresShow', ['5e6f']],
    [['issues', 'review', '5e6f', 'split'], 'failuresReview', ['5e6f', 'split']],
  ] as const)('%j are understood', (words, command, given) => {
    expect(parseCommandLine(words)).toMatchObject({ command, arguments: given });
  });

  it.each([
    [['recall', 'a', '--rule', 'b'], 'does not take "--rule" (afterwit remember does)'],
    [['recall', 'a', '--failur', 'b'], 'does not take "--failur" (Did you mean --failure?)'],
    [['list', '--token=s3cret'], '"afterwit list" does not take "--token=…"'],
    [['setup', 'codex'], '(Did you mean afterwit setup --agent codex'],
    [['list', 'failures'], 'afterwit list --type failure'],
    [['confg', 'set'], 'Did you mean afterwit config?'],
    [['issues', 'lst'], 'Did you mean afterwit issues list?'],
    [['issues'], 'needs a second word: list, show or review'],
  ])('%j are answered with what was meant', (words, message) => {
    expect(() => parseCommandLine(words)).toThrow(message);
  });
});
