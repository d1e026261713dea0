import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitIssue } from './split-issue.ts';

const issue = `Writer loses the last row

When I call \`Writer.flush_all()\` the row is gone, see https://github.com/o/r/blob/main/src/io/writer.py#L3
and src/io/reader.py.

\`\`\`python
from pkg.io import Writer, Reader as R
Writer().flush_all()
\`\`\`

    >>> indented_code()

Traceback (most recent call last):
  File "/usr/lib/python3/site-packages/pkg/io/base.py", line 10, in run
  File "/home/me/pkg/io/writer.py", line 42, in flush
ValueError: nope

- pkg version: 1.2.3
python 3.11.4
`;

describe('splitIssue', () => {
  const views = splitIssue(issue);

  it('takes the first line with text as title', () => {
    expect(views.title).toBe('Writer loses the last row');
    expect(splitIssue('\n\n  Title  \nbody').title).toBe('Title');
    expect(splitIssue('').title).toBe('');
  });

  it('leaves links and versions out of the full text', () => {
    expect(views.full).not.toMatch(/https|1\.2\.3|3\.11/);
    expect(views.full).toContain('the row is gone');
  });

  it('leaves out what an issue form asks about the environment', () => {
    const { full, code } = splitIssue('Title\nIt fails.\n\n## Environment\n```\nnumpy_helpers\n```');
    expect(full.trim()).toBe('Title\nIt fails.');
    expect(code).toBe('');
  });

  it('parts code from prose', () => {
    expect(views.code).toContain('Writer().flush_all()');
    expect(views.code).toContain('indented_code()');
    expect(views.code).toContain('Writer.flush_all()');
    expect(views.prose).toContain('the row is gone');
    expect(views.prose).not.toContain('from pkg.io');
  });

  it('finds paths, linked and named, but not those of the traceback', () => {
    expect(views.paths).toEqual(['src/io/writer.py', 'src/io/reader.py']);
  });

  it('finds frames in order, of Python and of JavaScript', () => {
    expect(views.frames.map(({ path, line, symbol }) => [path.split('/').pop(), line, symbol])).toEqual([
      ['base.py', 10, 'run'],
      ['writer.py', 42, 'flush'],
    ]);
    const script = splitIssue(
      'Error\n    at Store.save (/app/src/store.ts:7:3)\n    at /app/src/main.js:1:1',
    );
    expect(script.frames).toEqual([
      { path: '/app/src/store.ts', line: 7, symbol: 'Store.save' },
      { path: '/app/src/main.js', line: 1 },
    ]);
  });

  it('finds dotted names and what is imported', () => {
    expect(views.dottedNames).toEqual(
      expect.arrayContaining(['Writer.flush_all', 'pkg.io', 'pkg.io.Writer', 'pkg.io.Reader']),
    );
  });

  it('never throws, and does not stall on hostile text', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => void splitIssue(text)));
    const patterns = [
      '```\n',
      '    at (',
      'File "',
      'a.',
      '`',
      '[',
      'a_',
      '> from a import ',
      'http://',
      '/blob/a/',
      '1.1 ',
    ];
    for (const pattern of patterns) {
      expect(splitIssue(pattern.repeat(100_000 / pattern.length)).full.length).toBeLessThanOrEqual(200_001);
    }
  });
});
