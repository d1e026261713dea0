import { describe, expect, it } from 'vitest';
import { parseForgetCases } from './cases.ts';

describe('parseForgetCases', () => {
  it('reads calls with literals of Python: comments, tuples, escapes, strings in parts', () => {
    const source = `"""GeneratedCase( in words is none."""
KETTLES = [
    GeneratedCase(
        id="adv_loose_lid_03", family="purge",
        # a comment, with "quotes" (and brackets
        setup_facts=["The lid of kettle #7 is loose.", 'It\\'s \\u00e9tain.',
                     "One text "
                     "in two parts."],
        mutations=[("supersede", "lid", "The lid is tight."), ("purge", "kettle")],
        final_query="How is the lid?",
        must_contain=["tight"],
        must_not_contain=[],
    ),
    GeneratedCase(id="adv_x_1", setup_facts=[], mutations=[("release", "a")], final_query="q"),
]`;
    expect(parseForgetCases(source)).toEqual([
      {
        id: 'adv_loose_lid_03',
        category: 'loose_lid',
        facts: ['The lid of kettle #7 is loose.', "It's étain.", 'One text in two parts.'],
        mutations: [
          ['supersede', 'lid', 'The lid is tight.'],
          ['purge', 'kettle'],
        ],
        question: 'How is the lid?',
        wanted: ['tight'],
        forbidden: [],
      },
      {
        ...{ id: 'adv_x_1', category: 'x', facts: [], mutations: [['release', 'a']] },
        ...{ question: 'q', wanted: [], forbidden: [] },
      },
    ]);
  });
});
