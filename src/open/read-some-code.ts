import { openSyntaxParser } from '../adapters/syntax/open-syntax-parser.ts';

/** Why the syntax of code is not read; undefined where it is. */
export async function whyUnread(): Promise<string | undefined> {
  const parser = openSyntaxParser({ threads: 1 });
  try {
    const { parser: reader } = await parser.parse('one = 1', 'python');
    if (reader !== 'none') return undefined;
    return parser.failure ?? parser.unavailable.get('python') ?? 'the parser gave up';
  } finally {
    parser.close();
  }
}
