import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stripIssueForm } from './strip-issue-form.ts';

const issue = `Writer loses the last row
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
    const lines = stripIssueForm(issue)
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
