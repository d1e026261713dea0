import { describe, expect, it } from 'vitest';
import { judgeExcerpt, readableLines } from './judge-excerpt.ts';

const labelled = ['error: no water in the kettle', 'at kettle.c:3', 'make stops here', 'one', 'two'];

describe('judgeExcerpt', () => {
  it('counts labelled lines that are shown, and shown lines that are labelled', () => {
    const judgement = judgeExcerpt([...labelled.slice(0, 4), 'more', 'and more', 'of it', '!'], labelled);
    expect(judgement).toEqual({ recall: 0.8, precision: 0.5, isCovered: true });
  });

  it('is not covered by less', () => {
    expect(judgeExcerpt(labelled.slice(0, 3), labelled).isCovered).toBe(false);
    expect(judgeExcerpt([], labelled)).toEqual({ recall: 0, precision: 0, isCovered: false });
  });

  it('knows a line again that was cut or led by a mark, and no short word inside another', () => {
    expect(judgeExcerpt(['12:00 error: no water in the kettle'], labelled.slice(0, 1)).recall).toBe(1);
    expect(judgeExcerpt(['someone'], ['one']).recall).toBe(0);
  });

  it('reads lines as a terminal shows them', () => {
    expect(readableLines(' a\t b \r\n\u001b[31mred\u001b[0m\n\n')).toEqual(['a b', 'red']);
  });
});
