import { beforeEach, describe, expect, it } from 'vitest';
import { fixedClock } from '../../../tests/fakes/fixed-clock.ts';
import { ada, agentIn, type IssueMemory, issueMemory } from '../../../tests/fakes/issue-memory.ts';
import { plainStore } from '../../../tests/fakes/memory-store.ts';
import { defaultSettings } from '../../config/settings.ts';
import type { RepositoryId } from '../../model/repository.ts';
import type { MemoryStore } from '../../ports/memory-store.ts';
import { giveFeedback } from '../decisions/give-feedback.ts';
import { rejectItem } from '../items/review-items.ts';
import { resolveScopes } from '../memory/where-it-holds.ts';
import { recall } from './recall.ts';

const quill = 'InkError: quill_tray is dry while copying the charter';
const seal = 'WaxError: seal-press:9200 does not answer while closing the letter';
const repositoryId = 'r1' as RepositoryId;

let store: MemoryStore;
let issues: IssueMemory;
let uuids: number;

beforeEach(() => {
  store = plainStore(['r1']);
  issues = issueMemory(store);
  uuids = 0;
});

function ask(
  output: string,
  { moment = 'asked', session = 's1', command }: { moment?: string; session?: string; command?: string } = {},
) {
  return recall(
    {
      failure: { output, exitCode: 1, command },
      moment: moment as 'asked' | 'after_failure',
      speaker: agentIn(session),
    },
    {
      store,
      clock: fixedClock(2_000_000),
      random: { uuid: () => `9999${String(++uuids).padStart(4, '0')}-0000-4000-8000-000000000000` },
      repositoryId,
      scopes: resolveScopes({ repositoryId, userName: 'ada' }, defaultSettings.memory.v3.scope),
      ancestry: { head: async () => undefined, holds: async () => true },
      settings: defaultSettings,
    },
  );
}

function judge(decision: string, item: string, kind: 'verified' | 'rejected') {
  return giveFeedback({ store, decision, item, kind, speaker: ada, nowMs: 2_000_000 });
}

describe('how well a failure is known', () => {
  it('is said of every failure, and of no question in words', async () => {
    expect((await ask(quill)).match).toMatchObject({ status: 'abstain', topScore: 0 });
    await issues.record({ output: quill, fix: 'Fill the tray first' });
    const { match, memories } = await ask(`${quill} again and again`);
    expect(match?.status).toBe('match');
    expect(memories[0]?.item.content).toBe('Fill the tray first');
  });

  it('is not known when it is about something else, however alike it reads', async () => {
    await issues.record({ output: quill, fix: 'Fill the tray first' });
    const { kind, match, memories } = await ask(quill.replace('quill_tray', 'sand_caster'));
    expect({ kind, status: match?.status, memories }).toEqual({
      kind: 'nothing_known',
      status: 'abstain',
      memories: [],
    });
  });

  it('is told in the receipt, in full of what is near and in short of the rest', async () => {
    const { variant } = await issues.record({ output: quill, fix: 'Fill the tray first' });
    const other = await issues.record({
      output: `${quill} in the tower`.replace('quill_tray', 'sand_caster'),
    });
    const { decisionId } = await ask(quill);
    const receipt = store.read((reader) => reader.decision(decisionId));
    const comparisonOf = (id: string) => receipt?.considered.find(({ itemId }) => itemId === id)?.comparison;
    expect(comparisonOf(variant.id)?.parts[0]?.parts.length).toBeGreaterThan(2);
    expect(comparisonOf(other.variant.id)).toMatchObject({ parts: [] });
  });

  it('leaves out what a person turned down', async () => {
    const { variant } = await issues.record({ output: quill, fix: 'Fill the tray first' });
    const shown = await ask(quill);
    await judge(shown.decisionId, variant.id, 'rejected');
    const { match, memories } = await ask(quill, { session: 's2' });
    expect(memories).toEqual([]);
    expect(match).toMatchObject({ status: 'abstain', topScore: 0 });
  });

  it('is better known once a memory was verified for it', async () => {
    await issues.record({
      output: quill,
      fix: 'Fill the tray first',
      details: { symptom: 'the ink is gone' },
    });
    await issues.record({ output: seal });
    const words = 'InkError: the ink is gone from the tray of the second scribe, nothing can be copied';
    const before = await ask(words);
    const [first] = before.memories;
    expect(before.match?.status).toBe('ambiguous');
    await judge(before.decisionId, first?.item.id ?? '', 'verified');
    const after = await ask(words);
    expect(after.match?.status).toBe('match');
    expect(after.match?.topScore).toBeGreaterThan((before.match?.topScore ?? 1) + 0.15);
  });

  it('is shown unasked only where the error itself is the same', async () => {
    await issues.record({ output: quill, fix: 'Fill the tray first' });
    expect((await ask(quill, { moment: 'after_failure' })).memories[0]?.strength).toBe('same');
    const words = 'copying the charter fails, as quill_tray of the scribe is dry';
    expect((await ask(words)).memories[0]?.strength).toBe('similar');
    expect((await ask(words, { moment: 'after_failure' })).memories).toEqual([]);
  });

  it('is known by each of its occurrences, however differently they read', async () => {
    const dull = 'InkError: nothing flows to the nib, and the scribes wait in the northern tower';
    const told = { fix: 'Fill the tray first', details: { symptom: 'the ink is gone' } };
    await issues.record({ output: quill, ...told });
    expect((await ask(dull, { moment: 'after_failure' })).memories).toEqual([]);
    expect((await issues.record({ output: dull, ...told })).kind).toBe('attached');
    for (const [at, output] of [quill, dull].entries()) {
      const { match, memories } = await ask(output, { moment: 'after_failure', session: `s${at}` });
      expect(match?.status).toBe('match');
      expect(memories).toHaveLength(1);
    }
  });

  it('is not known by an occurrence that a less trusted speaker told', async () => {
    const dull = 'InkError: nothing flows to the nib, and the scribes wait in the northern tower';
    const told = { fix: 'Fill the tray first', details: { symptom: 'the ink is gone' } };
    await issues.record({ output: quill, ...told });
    await issues.record({ output: dull, ...told, speaker: agentIn('s9') });
    expect((await ask(dull, { moment: 'after_failure' })).memories).toEqual([]);
  });

  it('is one with another of which only the place of the fix differs, and not with one that reads otherwise', async () => {
    const first = await issues.record({ output: quill, fix: 'Fixed by #12' });
    const again = await issues.record({ output: `${quill} `, fix: 'Fixed by #31' });
    expect(again.variant.id).toBe(first.variant.id);
    const other = await issues.record({
      output: 'InkError: no tray is left for copying the charter',
      fix: 'Fixed by #44',
    });
    expect(other.variant.id).not.toBe(first.variant.id);
    expect(other.kind).not.toBe('needs_review');
  });

  it('is ambiguous while another fix for it waits for a person, and shown again once it is turned down', async () => {
    await issues.record({ output: quill, fix: 'Fill the tray first' });
    expect((await ask(quill, { moment: 'after_failure' })).memories).toHaveLength(1);
    const other = await issues.record({
      output: quill,
      fix: 'Order another quill from the stationer',
      speaker: { ...ada, name: 'bea' },
    });
    expect(other.kind).toBe('needs_review');
    const doubted = await ask(quill, { moment: 'after_failure', session: 's2' });
    expect(doubted.match?.status).toBe('ambiguous');
    expect(doubted.memories).toEqual([]);
    await rejectItem({ store, id: other.variant.id, speaker: ada, nowMs: 9 });
    expect((await ask(quill, { moment: 'after_failure', session: 's3' })).memories).toHaveLength(1);
  });

  it('is known by the end and by the start of its chain of errors', async () => {
    const chain = [
      'Traceback (most recent call last):',
      '  File "tower/ink.py", line 12, in fill',
      '    return trays[name]',
      "KeyError: 'northern'",
      '',
      'During handling of the above exception, another exception occurred:',
      '',
      'Traceback (most recent call last):',
      '  File "tower/copy.py", line 40, in copy',
      '    fill(tray)',
      '  File "tower/ink.py", line 14, in fill',
      "    raise InkError('the tray of the second scribe cannot be filled') from None",
      'tower.errors.InkError: the tray of the second scribe cannot be filled',
    ];
    const command = 'python3 -m tower.copy';
    await issues.record({ output: chain.join('\n'), command, fix: 'Fill the tray first' });
    for (const [cut, lines] of Object.entries({ 'tail -5': chain.slice(-5), 'head -4': chain.slice(0, 4) })) {
      const unasked = { moment: 'after_failure', session: cut, command: `${command} 2>&1 | ${cut}` } as const;
      const { memories, pack } = await ask(lines.join('\n'), unasked);
      expect(memories.map(({ item }) => item.content)).toEqual(['Fill the tray first']);
      expect(pack.text).toContain('the same, but: only a part of the output was compared');
    }
  });

  it('is answered by the last word of a person, which names the one before', async () => {
    const first = await issues.record({ output: quill, fix: 'Fill the tray first' });
    const last = await issues.record({ output: quill, fix: 'Order another quill from the stationer' });
    expect(last.kind).not.toBe('needs_review');
    const { memories, match, pack } = await ask(quill, { moment: 'after_failure' });
    expect(match?.status).toBe('match');
    expect(memories.map(({ item }) => item.id)).toEqual([last.variant.id]);
    expect(pack.text).toContain(`memory ${first.variant.id.slice(0, 8)} MAY SAY OTHERWISE`);
  });

  it('is told apart from what compares other values, each with its own fix', async () => {
    const holding = (cups: number) => `AssertionError: assert ${cups} == 9 cups of ink in the northern tower`;
    await issues.record({ output: holding(3), fix: 'Set the level of the tray to 40 in settings.toml' });
    await issues.record({ output: holding(4), fix: 'Set the level of the tray to 50 in settings.toml' });
    const fixOf = async (cups: number, session: string) =>
      (await ask(holding(cups), { moment: 'after_failure', session })).memories[0]?.item.content;
    expect(await fixOf(3, 's1')).toContain('40');
    expect(await fixOf(4, 's2')).toContain('50');
    expect(await fixOf(5, 's3')).toBeUndefined();
  });

  describe('among forty findings of which one is another', () => {
    const room = [
      'attic',
      'barn',
      'cellar',
      'dairy',
      'eaves',
      'forge',
      'granary',
      'hall',
      'icehouse',
      'jetty',
    ];
    const findings = (last: string) =>
      [
        ...room.map((name) => `test_lamp_of_${name} FAILED: no oil in the ${name}`),
        `test_${last} FAILED: no wick`,
      ].join('\n');

    it('has a fix of its own for each, whichever command line it was met by', async () => {
      const fixes = { porch: 'Fill all lamps at dusk', stable: 'Order oil from the mill' };
      for (const [name, fix] of Object.entries(fixes))
        expect((await issues.record({ output: findings(name), fix })).kind).not.toBe('needs_review');
      for (const [name, fix] of Object.entries(fixes)) {
        const { memories, pack } = await ask(findings(name), { moment: 'after_failure', session: name });
        expect(memories.map(({ item }) => item.content)).toEqual([fix]);
        expect(pack.text).not.toContain('the same, but');
      }
    });

    it('is answered by the fix of the other where its own is not known, with what differs', async () => {
      await issues.record({ output: findings('porch'), fix: 'Fill all lamps at dusk' });
      const { memories, match, pack, decisionId } = await ask(findings('stable'), {
        moment: 'after_failure',
      });
      const caveat = 'it says `test_stable` where the known one says `test_porch`';
      expect(memories).toHaveLength(1);
      expect(pack.text).toContain(`the same, but: ${caveat}`);
      expect(match?.reason).toContain(caveat);
      const receipt = store.read((reader) => reader.decision(decisionId));
      expect(JSON.stringify(receipt?.considered[0]?.comparison)).toContain(caveat);
    });

    it('is met with silence where the known fix is about what stands there instead', async () => {
      await issues.record({ output: findings('porch'), fix: 'Cut the wick that test_porch lights' });
      const { memories, match } = await ask(findings('stable'), { moment: 'after_failure' });
      expect(memories).toEqual([]);
      expect(match?.reason).toBe('its fix is about test_porch, which is not in this failure');
    });

    it('is known when what reads nearly the same has the same fix, or is believed less', async () => {
      await issues.record({ output: findings('porch'), fix: 'Fill all lamps at dusk' });
      await issues.record({ output: findings('stable'), fix: 'Fill all lamps at dusk' });
      await issues.record({
        output: findings('loft'),
        fix: 'Order oil from the mill',
        speaker: agentIn('s9'),
      });
      const { match, memories } = await ask(findings('porch'), { moment: 'after_failure' });
      expect(match?.status).toBe('match');
      expect(memories[0]?.item.content).toBe('Fill all lamps at dusk');
    });
  });

  it('is a match when asked, and not shown unasked, when plain words around the same names differ', async () => {
    const stoppedWhile = (doing: string) =>
      `InkError: quill_tray stopped after ink_level changed while ${doing}`;
    await issues.record({ output: stoppedWhile('warming the wax'), fix: 'Fill the tray first' });
    expect((await ask(stoppedWhile('copying the charter'))).match?.status).toBe('match');
    expect((await ask(stoppedWhile('copying the charter'), { moment: 'after_failure' })).memories).toEqual(
      [],
    );
    const other = stoppedWhile('copying the charter').replace('ink_level', 'wax_level');
    expect((await ask(other)).match?.status).not.toBe('match');
  });

  it('is not doubted by a less trusted speaker’s fix', async () => {
    await issues.record({ output: quill, fix: 'Fill the tray first' });
    await issues.record({
      output: quill,
      fix: 'Order another quill from the stationer',
      speaker: agentIn('s9'),
    });
    expect((await ask(quill, { moment: 'after_failure' })).memories).toHaveLength(1);
  });
});
