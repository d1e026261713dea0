import { describe, expect, it } from 'vitest';
import { linesOfCode, placeAddedLines } from './standing-lines.ts';

it.each([
  ['a.ts', 'const a = 1;\nconst t = `\n  run(it);\n`;\nconst b = 2;', ['const a = 1;', 'const b = 2;']],
  ['a.ts', '/*\n run(it);\n*/\nconst b = "/*";\nconst c = 3; // `', ['const b = "/*";', 'const c = 3; // `']],
  ['a.py', 'def f():\n    """\n    run(it)\n    """\n    return 1', ['def f():', '    return 1']],
  ['a.py', 'x = \'it\\\'s\'\ny = 2 # """\nz = 3', ["x = 'it\\'s'", 'y = 2 # """', 'z = 3']],
  ['a.rs', 'fn f<\'a>() {\nlet t = "\n run(it);\n";\n}', ["fn f<'a>() {", '}']],
  ['a.rb', 'a = 1\n=begin\nrun(it)\n=end\nb = 2', ['a = 1', 'b = 2']],
  ['a.md', 'run(it)', []],
])('knows what is code in %s: %j', (path, text, code) => {
  const lines = [...linesOfCode(path, text)].filter(
    (line) => !/^(?:=end|`;|"""|\*\/|";)?$/.test(line.trim()),
  );
  expect(lines).toEqual(code);
});

it('takes a line for none that also stands in a text', () => {
  expect([...linesOfCode('a.ts', 'run(it);\nconst t = `\nrun(it);\n`;')]).not.toContain('run(it);');
});

const file = [
  'def boil(water):',
  '    heat(water)',
  '    return water',
  '',
  'def cool(water):',
  '    wait(water)',
  '    return water',
];

const placed = (...added: readonly string[]) =>
  placeAddedLines(added, file).map(({ startLine, added: run }) => [startLine, run.length]);

describe('placeAddedLines', () => {
  it('finds a line where it stands, whatever stands behind it', () => {
    expect(placed('    wait(water)  ')).toEqual([[6, 1]]);
  });

  it('tells a line that stands in two places by those around it', () => {
    expect(placed('    return water')).toEqual([]);
    expect(placed('    wait(water)', '    return water')).toEqual([[6, 2]]);
  });

  it('leaves out what is gone, and goes on behind it', () => {
    expect(placed('    stir(water)', '    heat(water)', '    stir(water)', '    wait(water)')).toEqual([
      [2, 1],
      [6, 1],
    ]);
  });

  it('tells nothing by lines without a name, or that stand everywhere', () => {
    expect(placeAddedLines(['}'], ['{', '}'])).toEqual([]);
    expect(
      placeAddedLines(
        ['next();'],
        Array.from({ length: 200 }, () => 'next();'),
      ),
    ).toEqual([]);
    expect(placed()).toEqual([]);
  });

  it('takes no longer for a file of 50,000 lines', () => {
    const lines = Array.from({ length: 50_000 }, (_, at) => `  step(${at % 500});`);
    const added = Array.from({ length: 400 }, (_, at) => `  step(${at});`);
    expect(placeAddedLines([...added, '  last();'], [...lines, '  last();'])).toEqual([
      { startLine: 50_001, removed: [], added: ['  last();'] },
    ]);
  });
});
