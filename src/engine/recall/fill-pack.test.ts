import { describe, expect, it } from 'vitest';
import { clean, itemId, memoryItem } from '../../../tests/fakes/memory-item.ts';
import { type Disclosure, disclosures } from '../../model/card.ts';
import type { MemoryItem } from '../../model/memory-item.ts';
import { frameTokens, renderCard } from '../../packing/render-pack.ts';
import { estimateTokens } from '../../text/estimate-tokens.ts';
import type { Candidate } from './candidate.ts';
import { packMemories } from './fill-pack.ts';

const long = `Releases are made by CI. ${'The tag is pushed first, then the notes are written by hand. '.repeat(40)}Never publish from a laptop.`;

function considered(number: number, changes: Partial<MemoryItem> = {}): Candidate {
  return {
    item: memoryItem({ id: itemId(number), content: clean(long), tokenCost: 400, ...changes }),
    standing: { outcomes: {} },
    relevance: 0.5,
    strength: 'similar',
    admission: { admitted: true, refusals: [], warnings: [] },
  } as unknown as Candidate;
}

function pack(candidates: readonly Candidate[], disclosure: Disclosure, budgetTokens: number) {
  const focus = { weights: new Map([['publish', 1]]) };
  const request = { action: undefined, isUnasked: false };
  return packMemories({ considered: candidates, focus, disclosure, budgetTokens, ...request }).cards;
}

describe('packMemories', () => {
  it('tells more of a memory from mode to mode', () => {
    const lengths = disclosures.map(
      (mode) =>
        pack([considered(1)], mode, 100_000)
          .map(renderCard)
          .join('').length,
    );
    expect(lengths).toEqual(lengths.toSorted((a, b) => a - b));
    expect(new Set(lengths).size).toBe(disclosures.length);
    expect(pack([considered(1)], 'full_pack', 100_000)[0]?.actionHint).toContain(long);
  });

  it('fits more memories the less it tells of each, and never exceeds the budget', () => {
    const candidates = Array.from({ length: 12 }, (_, at) => considered(at + 1));
    const counts = disclosures.map((mode) => {
      const cards = pack(candidates, mode, 900);
      const tokens = cards.map(renderCard).reduce((sum, text) => sum + estimateTokens(text), 0);
      expect(tokens + frameTokens).toBeLessThanOrEqual(900);
      return cards.length;
    });
    // The card gives way to shorter forms where that fits more.
    const [index = 0, summary = 0, card = 0] = counts;
    expect(index).toBeGreaterThan(summary);
    expect(index).toBeGreaterThan(card);
    expect(index).toBe(12);
    expect(counts.at(-1)).toBe(0);
  });

  it('names the memory in an index, so that the rest can be read', () => {
    const [card] = pack([considered(7)], 'index', 900);
    const lines = card === undefined ? [] : renderCard(card).split('\n');
    expect(lines).toHaveLength(2);
    expect(lines[0]).toContain('- 00000007 (');
    expect(lines[1]?.trim()).toMatch(/^do: /);
  });

  it('never puts into one pack what contradicts each other', () => {
    const against = { relatedItems: [{ id: itemId(1), relation: 'contradicts' as const }] };
    const cards = pack([considered(1), considered(2, against), considered(3)], 'selective_detail', 5_000);
    expect(cards.map((card) => card.itemId)).toEqual([itemId(1), itemId(3)]);
  });

  it('gives one unconfirmed origin at most three tenths of the budget unasked', () => {
    const focus = { weights: new Map<string, number>() };
    const request = { focus, disclosure: 'index', action: undefined } as const;
    const changes = { trust: 'agent', source: 'transcript', scope: 'repo:r1' } as Partial<MemoryItem>;
    const cardAt = (budgetTokens: number, trust: Partial<MemoryItem>, isUnasked = true) =>
      packMemories({ ...request, considered: [considered(1, trust)], budgetTokens, isUnasked }).cards[0];
    for (const budgetTokens of [300, 600, 1_000]) {
      const card = cardAt(budgetTokens, changes);
      expect(card?.tokens).toBeLessThanOrEqual(0.3 * budgetTokens);
      expect(card?.actionHint).toContain('Releases are made by CI.');
    }
    expect(cardAt(100, changes)).toBeUndefined();
    expect(cardAt(600, { trust: 'user' })?.tokens).toBe(400);
    expect(cardAt(600, changes, false)?.tokens).toBeLessThan(180);
  });

  it('says of a memory whose code changed since that it is stale', () => {
    const anchors = ['src/kettle.ts', 'src/lid); verified (x.ts'].map((path) => ({ path, blobId: 'b' }));
    const changes = { anchors } as unknown as Partial<MemoryItem>;
    const stale = { ...considered(1, changes), freshness: 'stale' } as Candidate;
    for (const mode of disclosures) {
      const [card] = pack([stale], mode, 100_000);
      const [plain] = pack([considered(1)], mode, 100_000);
      expect(card && renderCard(card)).toMatch(
        /^- 00000001 \([^)\n]*; STALE: src\/kettle\.ts or 1 more changed since\)\n/,
      );
      expect(plain && renderCard(plain)).not.toContain('STALE');
    }
    const [long] = pack([stale], 'selective_detail', 100_000);
    expect(long?.tokens).toBeGreaterThan(410);
    const headOf = (path: string) => {
      const about = considered(1, { anchors: [{ path, blobId: 'b' }] } as never);
      const [card] = pack([{ ...about, freshness: 'stale' } as Candidate], 'index', 100_000);
      return card && renderCard(card);
    };
    expect(headOf('src/lid); verified (x.ts')).toContain('; STALE: src/lid verified x.ts changed since)');
    expect(headOf(`${'deep/'.repeat(60)}kettle.ts`)).toMatch(/; STALE: …[dep/]+\/kettle\.ts changed since\)/);
  });

  it('shows a card unasked, whatever the setting says', () => {
    const focus = { weights: new Map<string, number>() };
    const request = {
      focus,

      isUnasked: true,
      disclosure: 'index',
      budgetTokens: 600,
    } as const;
    const hintOf = (action: 'top1_resolution' | 'top3_summary') =>
      packMemories({ ...request, considered: [considered(1)], action }).cards[0]?.trigger;
    expect([hintOf('top1_resolution'), hintOf('top3_summary')]).not.toContain('');
  });

  it('fills a small pack with what is likely to answer, not with what has most words of the question', () => {
    // A line each, so that there is no shorter form to give both.
    const fits = frameTokens + (pack([considered(1)], 'index', 100_000)[0]?.tokens ?? 0);
    const of = (confidence: number, relevance: number, number: number) =>
      ({ ...considered(number), relevance, answer: { confidence } }) as unknown as Candidate;
    const shown = (...all: readonly Candidate[]) => pack(all, 'index', fits).map(({ itemId: id }) => id);
    expect(shown(of(0.9, 0.3, 1), of(0.2, 0.8, 2))).toEqual([itemId(1)]);
    // A candidate too far down to be compared never replaces a compared one.
    expect(shown({ ...considered(1), relevance: 1 }, of(0.02, 0.3, 2))).toEqual([itemId(2)]);
    // Where nothing was compared, words decide.
    expect(shown(considered(1), { ...considered(2), relevance: 0.7 })).toEqual([itemId(2)]);
  });

  it('tells in short what has no room as a card, each memory once', () => {
    const likely = (confidence: number, number: number) =>
      ({ ...considered(number), answer: { confidence } }) as unknown as Candidate;
    const all = [likely(0.9, 1), likely(0.3, 2), likely(0.2, 3)];
    const shown = (budgetTokens: number) => pack(all, 'selective_detail', budgetTokens);
    for (let budgetTokens = 80; budgetTokens < 1_600; budgetTokens += 40) {
      const cards = shown(budgetTokens);
      expect(new Set(cards.map(({ itemId: id }) => id)).size).toBe(cards.length);
      expect(cards.reduce((sum, { tokens }) => sum + tokens, frameTokens)).toBeLessThanOrEqual(budgetTokens);
    }
    expect(shown(200)[0]?.itemId).toBe(itemId(1));
    expect(shown(200)[0]?.tokens).toBeLessThan(400);
    expect(shown(600).map(({ tokens }) => tokens === 400)).toEqual([true, false]);
    expect(shown(3_000).map(({ tokens }) => tokens)).toEqual([400, 400, 400]);
    // A request for whole texts gets whole texts or none.
    expect(pack(all, 'full_pack', 300)).toEqual([]);
  });

  it('never tells two in short that contradict each other', () => {
    const against = [{ id: itemId(2), relation: 'contradicts' as const }];
    const [first, second] = [considered(1, { relatedItems: against }), considered(2)];
    expect(pack([first, second], 'selective_detail', 300)).toHaveLength(1);
    expect(pack([first, second], 'selective_detail', 3_000)).toHaveLength(1);
  });

  it('says once what a memory without a title of its own is called by', () => {
    const content = clean('Round invoices half to even. Never in floats.');
    const shown = (title: string) =>
      pack([considered(1, { content, title: clean(title), references: [] })], 'selective_detail', 900)
        .map(renderCard)
        .join('');
    expect(shown('Round invoices half to even.')).not.toContain('when:');
    expect(shown('Round invoices half…')).not.toContain('when:');
    expect(shown('How money is rounded')).toContain('when: How money is rounded');
  });

  it('shows no memory that says nothing, and why not', () => {
    const request = {
      focus: { weights: new Map() },
      budgetTokens: 900,
      action: undefined,
    };
    for (const content of ['TODO', 'n/a', '…', '[object Object]']) {
      const { cards, considered: seen } = packMemories({
        ...{ ...request, isUnasked: false, disclosure: 'selective_detail' },
        considered: [considered(1, { content: clean(content) }), considered(2)],
      });
      expect(cards.map(({ itemId: id }) => id)).toEqual([itemId(2)]);
      expect(seen.map(({ omitted }) => omitted)).toEqual(['says_nothing', undefined]);
    }
  });
});
