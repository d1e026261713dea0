import { describe, expect, it } from 'vitest';
import { type StructureSketch, structuredFiles } from '../../tests/fakes/code-structure.ts';
import { resolveImports } from './resolve-imports.ts';

type Import = NonNullable<StructureSketch['imports']>[number];

/** Files, other than the importing one, with what they define. */
type Others = readonly string[] | Readonly<Record<string, StructureSketch>>;

/** The target of an import: `path` or `path: names`. */
function resolve(
  importing: string,
  imported: Import,
  others: Others,
  sketch: StructureSketch = {},
): readonly string[] {
  const besides: Readonly<Record<string, StructureSketch>> = isList(others)
    ? Object.fromEntries(others.map((path) => [path, {}]))
    : others;
  const files = structuredFiles({ ...besides, [importing]: { ...sketch, imports: [imported] } }).toSorted(
    (a, b) => (a.path < b.path ? -1 : 1),
  );
  const position = files.findIndex(({ path }) => path === importing);
  const resolved = resolveImports(files)[position] ?? [];
  return resolved.map(
    ({ file, names }) => `${files[file]?.path}${names.length === 0 ? '' : `: ${names.join(' ')}`}`,
  );
}

function isList(others: Others): others is readonly string[] {
  return Array.isArray(others);
}

const python = ['pkg/__init__.py', 'pkg/io.py', 'pkg/sub/__init__.py', 'pkg/sub/deep.py', 'scripts/pkg.py'];

describe('Python', () => {
  it.each<readonly [string, Import, readonly string[]]>([
    ['main.py', 'pkg.io', ['pkg/io.py']],
    ['main.py', 'pkg', ['pkg/__init__.py']],
    ['main.py', ['pkg.io', 'read', 'write'], ['pkg/io.py: read write']],
    ['main.py', ['pkg', 'io', 'version'], ['pkg/__init__.py: version', 'pkg/io.py']],
    ['main.py', ['pkg.io', '*'], ['pkg/io.py: *']],
    ['pkg/other.py', ['.', 'io'], ['pkg/io.py']],
    ['pkg/other.py', ['.io', 'read'], ['pkg/io.py: read']],
    ['pkg/sub/other.py', ['..', 'version'], ['pkg/__init__.py: version']],
    ['pkg/sub/other.py', ['..io', 'read'], ['pkg/io.py: read']],
    ['pkg/sub/__init__.py', ['.deep', 'x'], ['pkg/sub/deep.py: x']],
    ['pkg/other.py', ['...', 'x'], []],
    ['pkg/other.py', ['....far', 'x'], []],
    // The folder of a script is where its imports start.
    ['scripts/run.py', 'pkg', ['scripts/pkg.py']],
    ['main.py', 'io', []],
    ['main.py', 'os.path', []],
    ['main.py', '', []],
  ])('%s imports %j', (importing, imported, expected) => {
    expect(resolve(importing, imported, python)).toEqual(expected);
  });

  it.each(['src', 'lib', 'backend/src'])('finds packages below %s', (root) => {
    const others = [`${root}/pkg/__init__.py`, `${root}/pkg/io.py`, `${root}/loose/io.py`];
    expect(resolve('tests/test_io.py', 'pkg.io', others)).toEqual([`${root}/pkg/io.py`]);
    expect(resolve('tests/test_io.py', 'loose.io', others)).toEqual([`${root}/loose/io.py`]);
  });

  it('reads stubs and Cython', () => {
    expect(resolve('pkg/fast.pyx', '.core', ['pkg/core.pxd', 'pkg/__init__.py'])).toEqual(['pkg/core.pxd']);
    expect(resolve('pkg/a.pyi', '.core', ['pkg/core.pyi'])).toEqual(['pkg/core.pyi']);
  });
});

describe('JavaScript and TypeScript', () => {
  const others = ['src/a.ts', 'src/b.tsx', 'src/folder/index.js', 'src/c.d.ts', 'src/data.json', 'index.ts'];
  it.each<readonly [Import, readonly string[]]>([
    ['./a', ['src/a.ts']],
    ['./a.ts', ['src/a.ts']],
    ['./a.js', ['src/a.ts']],
    ['./b.jsx', ['src/b.tsx']],
    ['./b', ['src/b.tsx']],
    ['./folder', ['src/folder/index.js']],
    ['./c', ['src/c.d.ts']],
    ['./c.d.ts', ['src/c.d.ts']],
    ['./data.json?raw', ['src/data.json']],
    ['..', ['index.ts']],
    [['./a', 'one', 'two'], ['src/a.ts: one two']],
    [['./a', 'default', 'two'], ['src/a.ts']],
    ['a', []],
    ['@scope/a', []],
    ['.hidden', []],
    ['../../a', []],
    ['./missing', []],
  ])('%j', (imported, expected) => {
    expect(resolve('src/main.ts', imported, others)).toEqual(expected);
  });
});

describe('Go', () => {
  const others = {
    'root.go': {},
    'pkg/errors/errors.go': {},
    'pkg/errors/errors_test.go': {},
    'cmd/tool/main.go': { imports: ['example.com/own/mod/pkg/errors', 'example.com/own/mod/pkg/big'] },
    ...Object.fromEntries(
      Array.from({ length: 9 }, (_, at) => [`pkg/big/f${at}.go`, { symbols: [{ name: `F${at}` }] }]),
    ),
    'tools/gen/gen.go': {},
  };
  it.each<readonly [string, readonly string[]]>([
    ['example.com/own/mod/pkg/errors', ['pkg/errors/errors.go']],
    ['example.com/own/mod', ['root.go']],
    ['example.com/own/mod/pkg/big', ['pkg/big/f3.go']],
    // Someone else's package, named like a folder of ours.
    ['github.com/pkg/errors', []],
    ['github.com/other/errors', []],
    ['example.com/nested/tools/gen', ['tools/gen/gen.go']],
    ['errors', []],
    ['encoding/json', []],
  ])('%s', (module, expected) => {
    expect(resolve('cmd/tool/other.go', module, others, { calls: ['F3'] })).toEqual(expected);
  });
});

describe('Java', () => {
  const others = ['app/src/main/java/org/acme/Writer.java', 'app/src/main/java/org/acme/io/Reader.java'];
  it.each<readonly [Import, readonly string[]]>([
    ['org.acme.Writer', ['app/src/main/java/org/acme/Writer.java: Writer']],
    ['org.acme.Writer.Mode', ['app/src/main/java/org/acme/Writer.java: Writer Mode']],
    [['org.acme.Writer', 'open'], ['app/src/main/java/org/acme/Writer.java: open']],
    ['org.acme.io', ['app/src/main/java/org/acme/io/Reader.java']],
    ['java.util.List', []],
  ])('%j', (imported, expected) => {
    expect(resolve('app/src/main/java/org/acme/Main.java', imported, others)).toEqual(expected);
  });
});

describe('C#', () => {
  const others = {
    'Io/Writer.cs': { symbols: [{ name: 'Io', kind: 'module', container: 'Acme' } as const] },
    'Io/Reader.cs': { symbols: [{ name: 'Acme.Io', kind: 'module' } as const] },
  };
  it.each<readonly [string, readonly string[]]>([
    ['Acme.Io', ['Io/Reader.cs', 'Io/Writer.cs']],
    ['Acme.Io.Writer', ['Io/Reader.cs', 'Io/Writer.cs']],
    ['System.Linq', []],
  ])('%s', (module, expected) => {
    expect(resolve('Main.cs', module, others)).toEqual(expected);
  });
});

describe('C and C++', () => {
  const others = ['src/util.h', 'include/proj/util.h', 'other/include/proj/util.h', 'src/sub/own.h'];
  it.each<readonly [string, string, readonly string[]]>([
    ['src/main.c', 'util.h', ['src/util.h']],
    ['src/main.c', 'proj/util.h', ['include/proj/util.h']],
    ['other/main.c', 'proj/util.h', ['other/include/proj/util.h']],
    ['src/sub/main.cpp', '../util.h', ['src/util.h']],
    ['src/main.c', 'stdio.h', []],
    ['src/main.c', 'vector', []],
    ['src/main.c', '../../../util.h', []],
  ])('%s includes %s', (importing, module, expected) => {
    expect(resolve(importing, module, others)).toEqual(expected);
  });
});

describe('Ruby', () => {
  const others = ['lib/acme/writer.rb', 'lib/acme.rb', 'spec/helper.rb'];
  it.each<readonly [string, string, readonly string[]]>([
    ['lib/acme.rb', './acme/writer', ['lib/acme/writer.rb']],
    ['spec/a.rb', 'acme/writer', ['lib/acme/writer.rb']],
    ['spec/a.rb', 'helper', ['spec/helper.rb']],
    ['spec/a.rb', 'json', []],
    ['spec/a.rb', './missing', []],
  ])('%s requires %s', (importing, module, expected) => {
    expect(resolve(importing, module, others)).toEqual(expected);
  });
});

describe('PHP', () => {
  const others = ['src/Io/Writer.php', 'src/Net/Writer.php', 'src/Http/Client.php', 'inc/boot.php'];
  it.each<readonly [Import, readonly string[]]>([
    [['Acme\\Io', 'Writer'], ['src/Io/Writer.php: Writer']],
    [['Acme\\Http', 'Client', 'Missing'], ['src/Http/Client.php: Client']],
    [['Acme\\Elsewhere', 'Writer'], []],
    ['../inc/boot.php', ['inc/boot.php']],
  ])('%j', (imported, expected) => {
    expect(resolve('src/Main.php', imported, others)).toEqual(expected);
  });
});

describe('Rust', () => {
  const others = [
    'src/lib.rs',
    'src/io.rs',
    'src/io/writer.rs',
    'src/net/mod.rs',
    'crates/my-core/src/lib.rs',
  ];
  it.each<readonly [string, Import, readonly string[]]>([
    ['src/lib.rs', 'self::io', ['src/io.rs']],
    ['src/lib.rs', 'self::net', ['src/net/mod.rs']],
    ['src/io.rs', 'self::writer', ['src/io/writer.rs']],
    ['src/net/mod.rs', ['crate::io', 'Reader'], ['src/io.rs: Reader']],
    ['src/net/mod.rs', ['crate::io', 'writer'], ['src/io/writer.rs']],
    ['src/io/writer.rs', ['super', 'Reader'], ['src/io.rs: Reader']],
    ['src/io/writer.rs', ['super::super::net', 'Socket'], ['src/net/mod.rs: Socket']],
    ['src/net/mod.rs', ['crate', 'Error'], ['src/lib.rs: Error']],
    ['src/net/mod.rs', ['my_core', 'Error'], ['crates/my-core/src/lib.rs: Error']],
    ['src/net/mod.rs', ['std::fs', 'File'], []],
  ])('%s uses %j', (importing, imported, expected) => {
    expect(
      resolve(
        importing,
        imported,
        others.filter((path) => path !== importing),
      ),
    ).toEqual(expected);
  });
});
