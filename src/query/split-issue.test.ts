import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../tests/fakes/any-character.ts';
import { describesWork, splitIssue, stripIssueForm } from './split-issue.ts';

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

  it('parts code from the rest', () => {
    expect(views.code).toContain('Writer().flush_all()');
    expect(views.code).toContain('indented_code()');
    expect(views.code).toContain('Writer.flush_all()');
    expect(views.code).not.toContain('the row is gone');
  });

  it('finds paths, linked and named, but not those of the traceback', () => {
    expect(views.paths).toEqual(['src/io/writer.py', 'src/io/reader.py']);
  });

  it('finds frames in order, of Python and of JavaScript', () => {
    expect(views.frames.map((path) => path.split('/').pop())).toEqual(['base.py', 'writer.py']);
    const script = splitIssue(
      'Error\n    at Store.save (/app/src/store.ts:7:3)\n    at /app/src/main.js:1:1',
    );
    expect(script.frames).toEqual(['/app/src/store.ts', '/app/src/main.js']);
  });

  it('finds dotted names and what is imported', () => {
    expect(views.dottedNames).toEqual(
      expect.arrayContaining(['Writer.flush_all', 'pkg.io', 'pkg.io.Writer', 'pkg.io.Reader']),
    );
  });

  it('never throws, and does not stall on hostile text', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 300 }), (text) => void splitIssue(text)),
    );
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

const filledForm = `Writer loses the last row
<!-- Thank you for taking
the time. -->
### Search before asking
- [x] I have searched the tracker
### What happened?

The row is gone.

**To Reproduce**
\`\`\`python
# Environment
Writer().flush()
- [ ] not a box
\`\`\`
### The cache of the writer
It is empty.

Environment:
Linux, glibc
<details>

### Anything else?
_No response_
It began last week.
### Versions
numpy 1.2
`;

describe('stripIssueForm', () => {
  it('keeps what was written and drops what the form asked', () => {
    const lines = stripIssueForm(filledForm)
      .split('\n')
      .filter((line) => line.trim() !== '');
    expect(lines).toEqual([
      'Writer loses the last row',
      '### What happened?',
      'The row is gone.',
      '**To Reproduce**',
      '```python',
      '# Environment',
      'Writer().flush()',
      '- [ ] not a box',
      '```',
      '### The cache of the writer',
      'It is empty.',
      '### Anything else?',
      'It began last week.',
    ]);
  });

  it('keeps what happened, wherever it happened', () => {
    const text = 'Title\n## Behaviour of the writer of our fork in version 3 of it\nThe row is gone.';
    expect(stripIssueForm(text)).toBe(text);
    expect(stripIssueForm('Title\n## Output of `pip list`\nnumpy')).toBe('Title');
  });

  it('ends at the list of installed packages, in a fence or not', () => {
    expect(stripIssueForm('a\nb\n```\nINSTALLED VERSIONS\nxarray: 0.1\n```\n')).toBe('a\nb\n```');
  });

  it('leaves text without a form as it is, comments that never end included', () => {
    const plain = 'Writer fails\n\nWhen: never.\nIt <!-- says nothing of 3 versions.';
    expect(stripIssueForm(plain)).toBe(plain);
    expect(stripIssueForm('<!-- only this -->')).toBe('<!-- only this -->');
  });

  it('adds nothing, keeps the title, and changes nothing the second time', () => {
    const line = fc.constantFrom('### Versions', '### Error', '## Cache', 'Words', '- [ ] box', 'Platform:');
    fc.assert(
      fc.property(fc.array(line, { maxLength: 20 }), (body) => {
        const text = ['Title', ...body].join('\n');
        const stripped = stripIssueForm(text);
        expect(stripped.split('\n')[0]).toBe('Title');
        expect(stripped.length).toBeLessThanOrEqual(text.length);
        expect(stripped).not.toContain('Platform');
        expect(stripIssueForm(stripped)).toBe(stripped);
      }),
    );
  });
});

it.each([
  'Registering a blueprint twice with nested children raises an error about duplicate endpoint names',
  'Fix `parse_header` for empty archives please',
  'src/lid.ts should close the handle twice',
  'Traceback (most recent call last):\n  File "lid.py", line 3, in close\nValueError: no',
])('a report says enough: %s', (text) => {
  expect(describesWork(splitIssue(text))).toBe(true);
});

it.each(['', 'thanks', 'try again', 'run all tests again and tell me', '`ls`', 'what did you change?', '👍'])(
  'a remark does not: %s',
  (text) => {
    expect(describesWork(splitIssue(text))).toBe(false);
  },
);
