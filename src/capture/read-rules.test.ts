import { describe, expect, it } from 'vitest';
import { readRules } from './read-rules.ts';

const file = `---
globs: "*.ts"
---
# Kettle

Kettle boils water. It is written in TypeScript.

## Tests

- Always run \`npm test\` before
  you commit.
1. Put tests beside the code.
- src/

\`\`\`sh
- never run this
\`\`\`

| rule | why |
|---|---|

Never edit files in dist by hand.
@docs/more.md
`;

describe('readRules', () => {
  it('reads items with the lines they go on in, and paragraphs that say what to do', () => {
    expect(readRules(file).map(({ text, section }) => [section, text])).toEqual([
      ['Kettle › Tests', 'Always run `npm test` before you commit.'],
      ['Kettle › Tests', 'Put tests beside the code.'],
      ['Kettle › Tests', 'never run this'],
      ['Kettle › Tests', 'Never edit files in dist by hand.'],
    ]);
  });

  it('keeps the lines as they stand in the file', () => {
    expect(readRules(file)[0]?.lines).toEqual(['- Always run `npm test` before', '  you commit.']);
  });

  it('leaves comments out, and nothing after them or after code that begins one', () => {
    const text =
      '- Use tabs here <!-- not spaces -->\n<!-- a\nb -->\n- Use npm here\n```\n<!--\n```\n- Use git here';
    expect(readRules(text).map((rule) => rule.text)).toEqual([
      'Use tabs here',
      'Use npm here',
      'Use git here',
    ]);
  });

  it('tells what is to be done from what is', () => {
    expect(
      readRules('- Use tabs in Makefiles\n- The parser lives in src/parse').map(
        ({ isNormative }) => isNormative,
      ),
    ).toEqual([true, false]);
  });

  it.each([
    ['`npm run trace` prints every span (only useful with `--slow`)', false],
    ['The parser (which must never be edited by hand) lives in src/parse', false],
    ['Before each commit you should always:', false],
    ['Only run the slow tests on CI', true],
    ['Please keep the log short (one line)', true],
    ['Never edit files in dist (they are made by the build)', true],
  ])('takes what stands in brackets for no rule: %s', (line, isNormative) => {
    expect(readRules(`- ${line}`)).toMatchObject([{ isNormative }]);
  });

  it.each([
    ['', ''],
    ['only a heading', '# Rules'],
    ['a comment', '<!--\n- Always use the old way.\n\n- Never look here.\n-->'],
    ['an open fence', '```\n- never end this\n'],
  ])('reads nothing of %s', (_, text) => {
    expect(readRules(text)).toEqual([]);
  });

  it('reads rows of a table and lines of a listing as facts, and no line of a program', () => {
    const text = [
      '| tool | version |\n| --- | --- |\n| node | must be 24 |',
      '```sh\n# build it\nnpm run build -- never fast\n```',
      '```ts\nconst always = never(before, after);\n```',
      '[7]: ./src/parse.ts',
    ].join('\n\n');
    expect(readRules(text).map((rule) => [rule.text, rule.isNormative])).toEqual([
      ['| node | must be 24 |', true],
      ['npm run build -- never fast', false],
    ]);
  });
});
