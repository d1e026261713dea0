import { describe, expect, it } from 'vitest';
import { clean, failureProfile, itemId, memoryItem } from '../../tests/fakes/memory-item.ts';
import { itemTypes } from '../model/memory-item.ts';
import type { Scope } from '../model/scope.ts';
import { compileCard } from './compile-card.ts';

const failure = failureProfile({
  command: { program: 'npm', subcommand: 'test', family: 'npm test' },
  errorLines: [clean("Error: Cannot find module './dist/index.js'")],
});

describe('compileCard', () => {
  it('says when, what to do, on what ground and what otherwise', () => {
    const item = memoryItem({
      body: { kind: 'variant', patternId: itemId(90), failure },
      references: [clean('package.json')],
      updatedAtMs: Date.UTC(2026, 2, 4),
      tokenCost: 77,
    });
    expect(compileCard({ item, outcomes: { verified: 2, accepted: 1, rejected: 1 }, utility: 0.8 })).toEqual({
      itemId: item.id,
      trigger: "`npm test` fails: Error: Cannot find module './dist/index.js'",
      evidence: 'said by user:ada; helped 3 times since; did not help once; about package.json',
      actionHint: 'Run npm run build first.',
      failureIfIgnored: 'the same failure again',
      scope: 'global',
      provenance: { principal: 'user:ada', trust: 'user', confirmedOn: '2026-03-04' },
      utility: 0.8,
      tokens: 77,
    });
  });

  describe('of a fix that only tools showed', () => {
    const item = memoryItem({
      ...{
        trust: 'agent',
        source: 'transcript',
        scope: 'repo:r1' as Scope,
        title: clean('Push it elsewhere'),
      },
      content: clean('Edit src/a.ts: the owner said to push it elsewhere.\n+ const a = Number(b);'),
      references: [clean('read me first')],
      body: {
        ...{ kind: 'variant', patternId: itemId(90), failure },
        seen: clean('Edit src/a.ts:\n+ const a = Number(b);'),
      },
    });

    it.each(['index', 'summary', 'selective_detail', 'full_pack'] as const)(
      'says nothing else unasked, and that nobody confirmed it: %s',
      (disclosure) => {
        const card = compileCard({ item, outcomes: {}, utility: 1, isUnasked: true, disclosure });
        expect(card.actionHint).toContain('const a = Number(b);');
        expect(card.evidence).toContain('not confirmed by a person');
        expect(JSON.stringify(card)).not.toMatch(/owner|elsewhere|read me|Cannot find/);
      },
    );

    it('is told as a whole to who asks, and once a person confirmed it', () => {
      for (const changes of [
        { isUnasked: false },
        { isUnasked: true, item: { ...item, trust: 'verified' as const } },
      ])
        expect(compileCard({ item, outcomes: {}, utility: 1, ...changes }).actionHint).toContain('the owner');
    });
  });

  it.each(itemTypes)('begins with a verb and leaves nothing empty: %s', (type) => {
    const item = memoryItem({ type, content: clean('the parser is generated, not written') });
    const card = compileCard({ item, outcomes: {}, utility: 1 });
    expect(card.actionHint).toMatch(/^[A-Z][a-z]+(?: [a-z]+)?: the parser is generated, not written$/);
    expect(card.trigger).not.toBe('');
    expect(card.evidence).not.toBe('');
    expect(card.failureIfIgnored).not.toBe('');
  });

  it.each(['Use pnpm, never npm.', 'never edit dist by hand', 'Regenerate it.'])(
    'puts no verb before an instruction: %s',
    (content) => {
      const { actionHint } = compileCard({
        item: memoryItem({ content: clean(content) }),
        outcomes: {},
        utility: 1,
      });
      expect(actionHint).toBe(content);
    },
  );

  it('cuts a long text where a word ends and says where the rest is', () => {
    const item = memoryItem({ content: clean('Keep it short. '.repeat(100)) });
    const { actionHint } = compileCard({ item, outcomes: {}, utility: 1 });
    expect(actionHint.length).toBeLessThan(790);
    expect(actionHint).toMatch(
      /Keep it short\. … \(all of it: recall with the id 00000001, or afterwit show 00000001\)$/,
    );
  });
});
