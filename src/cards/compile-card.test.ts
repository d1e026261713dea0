import { describe, expect, it } from 'vitest';
import { clean, failureProfile, itemId, memoryItem } from '../../tests/fakes/memory-item.ts';
import { itemTypes } from '../model/memory-item.ts';
import type { Scope } from '../model/provenance.ts';
import { compileCard } from './compile-card.ts';

const failure = failureProfile({
  command: { program: 'npm', subcommand: 'test', family: 'npm test' },
  errorLines: [clean("Error: Cannot find module './dist/index.js'")],
});

describe('compileCard', () => {
  it('says when, what to do and what supports it', () => {
    const item = memoryItem({
      body: { kind: 'variant', patternId: itemId(90), failure },
      references: [clean('package.json')],
      createdAtMs: Date.UTC(2026, 2, 2),
      updatedAtMs: Date.UTC(2026, 2, 4),
      tokenCost: 77,
    });
    expect(compileCard({ item, outcomes: { verified: 2, accepted: 1, rejected: 1 }, utility: 0.8 })).toEqual({
      itemId: item.id,
      trigger: "`npm test` fails: Error: Cannot find module './dist/index.js'",
      evidence: 'resolved it on 2026-03-02; in package.json; helped 3 times since; did not help once',
      actionHint: 'Run npm run build first.',
      failureIfIgnored: '',
      scope: 'global',
      provenance: { principal: 'user:ada', trust: 'user', confirmedOn: '2026-03-04' },
      utility: 0.8,
      tokens: 77,
    });
  });

  it('calls a rule of a file by its words, and not by the file', () => {
    const rule = { type: 'constraint', title: clean('Keep quills dry') } as const;
    const references = [clean('AGENTS.md')];
    const triggerOf = (principal: string) =>
      compileCard({ item: memoryItem({ ...rule, references, principal }), outcomes: {}, utility: 1 }).trigger;
    expect(triggerOf('file:AGENTS.md')).toBe('Keep quills dry');
    expect(triggerOf('user:ada')).toBe('work on AGENTS.md');
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
      'says nothing else unasked, and that no person confirmed it: %s',
      (disclosure) => {
        const card = compileCard({ item, outcomes: {}, utility: 1, isUnasked: true, disclosure });
        expect(card.actionHint).toContain('const a = Number(b);');
        expect(card.isSeen).toBe(true);
        expect(JSON.stringify(card)).not.toMatch(/owner|elsewhere|read me|Cannot find/);
      },
    );

    it('is told as a whole when asked, and once a person confirmed it', () => {
      for (const changes of [
        { isUnasked: false },
        { isUnasked: true, item: { ...item, trust: 'verified' as const } },
      ])
        expect(compileCard({ item, outcomes: {}, utility: 1, ...changes }).actionHint).toContain('the owner');
    });
  });

  it.each(itemTypes)('says what was said, and nothing that says nothing: %s', (type) => {
    const item = memoryItem({ type, content: clean('the parser is generated, not written') });
    const card = compileCard({ item, outcomes: {}, utility: 1 });
    expect(card.actionHint).toBe('the parser is generated, not written');
    expect(card.trigger).not.toBe('');
    expect([card.evidence, card.failureIfIgnored]).toEqual(['', '']);
  });

  it('cuts a long text where a word ends and says where the rest is', () => {
    const item = memoryItem({ content: clean('Keep it short. '.repeat(100)) });
    const { actionHint } = compileCard({ item, outcomes: {}, utility: 1 });
    expect(actionHint.length).toBeLessThan(790);
    expect(actionHint).toMatch(
      /Keep it short\. … \(all of it: recall with the id 00000001, or afterwit show 00000001\)$/,
    );
  });
});
