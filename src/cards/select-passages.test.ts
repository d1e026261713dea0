import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { longestHint, selectPassages } from './select-passages.ts';

const id = '0000000a-0000-4000-8000-000000000000';
const filler = (count: number) =>
  Array.from({ length: count }, (_, at) => `Paragraph ${at} tells of the kettle and its handle.`).join('\n');

function focusOn(...words: readonly string[]) {
  return { weights: new Map(words.map((word) => [word, 1])) };
}

describe('selectPassages', () => {
  it('leaves a short text alone', () => {
    expect(selectPassages('Use pnpm.', id, focusOn('pnpm'))).toBe('Use pnpm.');
  });

  it('shows what is asked about, wherever it stands', () => {
    const text = `${filler(30)}\nThe valve opens at ninety degrees.\n${filler(30)}`;
    expect(selectPassages(text, id, focusOn('valv', 'ninety'))).toContain(
      'The valve opens at ninety degrees.',
    );
    expect(selectPassages(text, id)).not.toContain('valve');
  });

  it('shows what concludes, and what the text begins with', () => {
    const text = `Which valve?\n${filler(30)}\nDecision: a ball valve.\n${filler(10)}`;
    const shown = selectPassages(text, id);
    expect(shown).toContain('Which valve?');
    expect(shown).toContain('Decision: a ball valve.');
    expect(shown).toMatch(/ … \(all of it: recall with the id 0000000a, or afterwit show 0000000a\)$/);
  });

  it('stays short, and says nothing that the text does not say', () => {
    fc.assert(
      fc.property(fc.lorem({ maxCount: 400 }), fc.array(fc.lorem({ maxCount: 1 })), (text, words) => {
        const [shown = ''] = selectPassages(text, id, focusOn(...words)).split(' … (all of it');
        if (text.length <= longestHint) expect(shown).toBe(text);
        else expect(shown.length).toBeLessThanOrEqual(longestHint);
        for (const piece of shown.split(' … ')) expect(text).toContain(piece);
      }),
    );
  });
});
