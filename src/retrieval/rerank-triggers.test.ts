import { describe, expect, it } from 'vitest';
import { clean, memoryItem } from '../../tests/fakes/memory-item.ts';
import { rerankOptions } from './options.ts';
import { firedTriggers } from './rerank-triggers.ts';

const off = {
  ...{ enabled: true, maxCandidates: rerankOptions.maxCandidates.default },
  ...{ triggerMinMargin: 0, triggerMinAmbiguity: 1, triggerMinSharing: 0 },
};

function fired(
  changes: Partial<typeof off>,
  question: string,
  ...found: readonly (readonly [content: string, score: number])[]
) {
  const candidates = found.map(([content, score]) => ({
    item: memoryItem({ title: clean(''), content: clean(content) }),
    score,
  }));
  return firedTriggers({ question, rarityOf: () => 0.8, settings: { ...off, ...changes } }, candidates);
}

describe('each trigger, alone', () => {
  it('low margin: the second is near the first by words', () => {
    const margin = { triggerMinMargin: 0.2 };
    expect(fired(margin, 'q', ['a', 10], ['b', 8])).toEqual(['low_margin']);
    expect(fired(margin, 'q', ['a', 10], ['b', 7.9])).toEqual([]);
    expect(fired(margin, 'q', ['a', 10])).toEqual([]);
    expect(fired({ triggerMinMargin: 1 }, 'q', ['a', 10])).toEqual(['low_margin']);
    expect(fired({ triggerMinMargin: 1 }, 'q')).toEqual([]);
  });

  it('ambiguous intent: words of the question lead to other memories than the best', () => {
    const ambiguity = { triggerMinAmbiguity: 0.5 };
    const question = 'kettle teapot';
    expect(fired(ambiguity, question, ['The kettle whistles.', 10], ['The teapot pours.', 1])).toEqual([
      'ambiguous_intent',
    ]);
    expect(fired(ambiguity, question, ['A kettle is no teapot.', 10], ['The teapot pours.', 1])).toEqual([]);
    expect(fired(ambiguity, question, ['The kettle whistles.', 10], ['The kettle boils.', 9])).toEqual([]);
    expect(fired({}, question, ['The kettle whistles.', 10], ['The teapot pours.', 1])).toEqual([]);
  });

  it('shared entity: several close memories have one name of the question', () => {
    const sharing = { triggerMinSharing: 2 };
    const question = 'what does readConfig return?';
    expect(fired(sharing, question, ['readConfig is cached.', 10], ['readConfig throws.', 5])).toEqual([
      'shared_entity',
    ]);
    expect(fired(sharing, question, ['readConfig is cached.', 10], ['readConfig throws.', 4.9])).toEqual([]);
    expect(fired(sharing, question, ['readConfig is cached.', 10], ['A return value.', 9])).toEqual([]);
    expect(fired(sharing, 'what is read?', ['readConfig reads.', 10], ['readConfig throws.', 9])).toEqual([]);
  });

  it('none fires where nothing is put in order', () => {
    expect(fired({ enabled: false, triggerMinMargin: 1 }, 'q', ['a', 10], ['b', 10])).toEqual([]);
  });
});
