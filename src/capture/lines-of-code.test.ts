import { expect, it } from 'vitest';
import { linesOfCode } from './lines-of-code.ts';

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
