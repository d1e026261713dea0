import { beforeEach, describe, expect, it } from 'vitest';
import { type FixedClock, fixedClock } from '../../../tests/fakes/fixed-clock.ts';
import { ada, agentIn, type IssueMemory, issueMemory } from '../../../tests/fakes/issue-memory.ts';
import { plainStore } from '../../../tests/fakes/memory-store.ts';
import { defaultSettings, type Settings, settingsWith } from '../../config/settings.ts';
import type { LocatedPlaces } from '../../model/evidence.ts';
import type { CommitId, RepositoryId } from '../../model/repository.ts';
import type { MemoryStore } from '../../ports/memory-store.ts';
import { giveFeedback } from '../decisions/give-feedback.ts';
import { resolveScopes } from '../memory/where-it-holds.ts';
import { recall } from './recall.ts';

const guarded = settingsWith({ 'gate.policy': 'guarded_rscb_mc' });
/** A question that shares no word with the memory. */
const report = 'Rounding of negative totals gives the wrong cent';
const sure: LocatedPlaces = {
  functions: [
    { path: 'src/money.py', name: 'Money.round', confidence: 0.9 },
    { path: 'src/money.py', name: 'Money.add', confidence: 0.1 },
  ],
  files: [{ path: 'src/money.py', confidence: 0.95 }],
};

let store: MemoryStore;
let memory: IssueMemory;
let clock: FixedClock;
let uuids = 0;
let asked: (string | undefined)[];

beforeEach(() => {
  store = plainStore(['r1']);
  memory = issueMemory(store);
  clock = fixedClock(2_000_000);
  asked = [];
});

async function tellFix(
  changed: readonly string[],
  fix = 'Quantise by ROUND_HALF_EVEN.',
  output = 'Halves lose a penny',
) {
  const { variant } = await memory.record({ output, fix, details: { symptom: output, changed } });
  return variant.id;
}

async function ask(located: LocatedPlaces | undefined, settings: Settings = guarded, text = report) {
  uuids += 1;
  const repositoryId = 'r1' as RepositoryId;
  const uuid = () => `${String(++uuids).padStart(8, '0')}-0000-4000-9000-${String(uuids).padStart(12, '0')}`;
  const { decisionId, memories, pack } = await recall(
    { failure: { output: text }, moment: 'after_failure', speaker: agentIn(`s${uuids}`) },
    {
      ...{ store, clock, random: { uuid }, repositoryId, settings },
      scopes: resolveScopes({ repositoryId, userName: 'ada' }, defaultSettings.memory.v3.scope),
      ancestry: { head: async () => 'c0' as CommitId, holds: async () => true },
      locatePlacesOf: async (wanted) => {
        asked.push(wanted);
        return located;
      },
    },
  );
  const verdict = store.read((reader) => reader.decision(decisionId))?.verdict;
  return { decisionId, shown: memories.map(({ item }) => item.id), text: pack.text, verdict };
}

describe('a past fix of the function that is to be changed', () => {
  it('is shown for its place, and says that the fault need not be the same', async () => {
    const id = await tellFix(['src/money.py::Money.round', 'src/money.py']);
    const { shown, text, verdict } = await ask(sure);
    expect(shown).toEqual([id]);
    expect(text).toContain('this function was fixed before: `Money.round` in src/money.py');
    expect(text).toContain('whether the fault is the same is not known');
    expect(verdict).toMatchObject({ action: 'top1_resolution', shows: [id], place: { fileChance: 0.95 } });
    expect(verdict?.place?.functionChance).toBeCloseTo(0.9);
    // A receipt holds no text of a memory.
    expect(JSON.stringify(verdict)).not.toContain('money');
  });

  it('is found by what it changed within the function, too', async () => {
    const id = await tellFix(['src/money.py::Money.round.half']);
    const { shown, verdict } = await ask(sure);
    expect(shown).toEqual([id]);
    expect(verdict?.place?.functionChance).toBeCloseTo(0.9);
  });

  it('counts a function once, however much was changed within it', async () => {
    await tellFix([
      'src/money.py::Money.round',
      'src/money.py::Money.round.half',
      'src/money.py::Money.round.even',
    ]);
    expect((await ask(sure)).verdict?.place?.functionChance).toBeCloseTo(0.9);
  });

  it('is followed where its file was renamed since, and told where that stands today', async () => {
    const id = await tellFix(['lib/money.py::Money.round', 'lib/money.py']);
    expect((await ask(sure)).verdict?.place).toBeUndefined();
    const [file] = sure.files;
    const moved = { ...sure, files: file === undefined ? [] : [{ ...file, formerPaths: ['lib/money.py'] }] };
    const { shown, text, verdict } = await ask(moved);
    expect(shown).toEqual([id]);
    expect(text).toContain('`Money.round` in src/money.py');
    expect(verdict?.place).toMatchObject({ fileChance: 0.95 });
    expect(verdict?.place?.functionChance).toBeCloseTo(0.9);
  });

  it('counts a function once, under both names of its file', async () => {
    await tellFix(['lib/money.py::Money.round', 'src/money.py::Money.round']);
    const files = sure.files.map((file) => ({ ...file, formerPaths: ['lib/money.py'] }));
    expect((await ask({ ...sure, files })).verdict?.place?.functionChance).toBeCloseTo(0.9);
  });

  it('is not shown where its place is unlikely, and its label teaches all the same', async () => {
    const id = await tellFix(['src/money.py::Money.add']);
    const { shown, verdict } = await ask(sure);
    expect(shown).toEqual([]);
    expect(verdict).toMatchObject({
      action: 'abstain',
      shadow: id,
      overridden: { reason: 'risk_above_threshold' },
    });
  });

  it('is not shown where it changed many functions of which none is likely by itself', async () => {
    const functions = ['round', 'add', 'split', 'sum'].map((name) => ({
      ...{ path: 'src/money.py', name: `Money.${name}`, confidence: 0.245 },
    }));
    const id = await tellFix(functions.map(({ path, name }) => `${path}::${name}`));
    const { shown, verdict } = await ask({ ...sure, functions });
    expect(shown).toEqual([]);
    expect(verdict).toMatchObject({ shadow: id, overridden: { reason: 'place_unlikely' } });
    expect(verdict?.place?.functionChance).toBeCloseTo(0.675);
    expect(verdict?.place?.namedChance).toBeCloseTo(0.245);
  });

  it('of many that changed unlikely functions and one that changed a likely one is that one', async () => {
    const unlikely = ['split', 'sum', 'share', 'floor'].map((name) => ({
      ...{ path: 'src/money.py', name: `Money.${name}`, confidence: 0.45 },
    }));
    const likely = await tellFix(['src/money.py::Money.round']);
    for (let at = 0; at < 14; at++)
      await tellFix(
        unlikely.map(({ path, name }) => `${path}::${name}`),
        `Keep ${at} integers.`,
        `Coins are lost: ${at}`,
      );
    const functions = [{ path: 'src/money.py', name: 'Money.round', confidence: 0.6 }, ...unlikely];
    expect((await ask({ ...sure, functions })).shown).toEqual([likely]);
  });

  it('of those that changed the same is the one nearest by its words, else the latest', async () => {
    await tellFix(['src/money.py::Money.round'], 'Keep integers.', 'Sums differ by one');
    const latest = await tellFix(['src/money.py::Money.round']);
    expect((await ask(sure)).shown).toEqual([latest]);
    const near = await tellFix(
      ['src/money.py::Money.round'],
      'Keep the sign.',
      'Rounding of negative totals',
    );
    await tellFix(['src/money.py::Money.round'], 'Keep it whole.', 'Nothing alike');
    expect((await ask(sure)).shown).toEqual([near]);
  });

  it('of many in an unlikely file and one in a likely file is that one', async () => {
    const likely = await tellFix(['src/money.py::Money.round']);
    for (const fix of ['Keep integers.', 'Keep the sign.', 'Keep it whole.', 'Keep it short.'])
      await tellFix(['src/coins.py::Coin.round'], fix, `Coins are lost: ${fix}`);
    const located: LocatedPlaces = {
      functions: [
        { path: 'src/coins.py', name: 'Coin.round', confidence: 0.91 },
        { path: 'src/money.py', name: 'Money.round', confidence: 0.9 },
      ],
      files: [
        { path: 'src/coins.py', confidence: 0.5 },
        { path: 'src/money.py', confidence: 0.95 },
      ],
    };
    expect((await ask(located)).shown).toEqual([likely]);
  });

  it.each([
    [
      'a sweeping change',
      Array.from({ length: 80 }, (_, at) => `src/money.py::Money.m${at}`).concat('src/money.py::Money.round'),
    ],
    ['a file alone', ['src/money.py']],
    ['a place that is gone', ['src/coins.py::Coin.round']],
    ['no place', []],
  ])('is not found by %s', async (_, changed) => {
    await tellFix(changed);
    const { shown, verdict } = await ask(sure);
    expect(shown).toEqual([]);
    expect(verdict?.place).toBeUndefined();
  });

  it('is not looked for where nothing could come of it', async () => {
    await ask(sure);
    expect(asked).toEqual([]);
    await tellFix(['src/money.py::Money.round']);
    await ask(sure, settingsWith({ 'gate.policy': 'plain_rule' }));
    expect(asked).toEqual([]);
    await ask(sure);
    expect(asked).toEqual([report]);
  });

  it('leaves a recall as it is where the code is not indexed, or has no functions', async () => {
    await tellFix(['src/money.py::Money.round']);
    for (const located of [undefined, { functions: [], files: [] }]) {
      const { shown, verdict } = await ask(located);
      expect(shown).toEqual([]);
      expect(verdict?.place).toBeUndefined();
    }
  });

  it('gives way to the fix of the very same failure', async () => {
    await tellFix(['src/money.py::Money.round']);
    const output = "Traceback (most recent call last):\nModuleNotFoundError: No module named 'lxml'";
    const { variant } = await memory.record({ output, fix: 'Add lxml to the requirements.' });
    const { verdict } = await ask(sure, guarded, output);
    expect(verdict?.place).toBeUndefined();
    expect(verdict?.shadow ?? verdict?.shows?.[0]).toBe(variant.id);
  });

  it('is not shown again once it was wrong, and the threshold falls for all others', async () => {
    const id = await tellFix(['src/money.py::Money.round']);
    const { decisionId, shown, verdict } = await ask(sure);
    expect(shown).toEqual([id]);
    clock.advance(1);
    await giveFeedback({
      store,
      decision: decisionId,
      kind: 'false_positive',
      speaker: ada,
      nowMs: clock.nowMs(),
    });
    expect((await ask(sure)).shown).toEqual([]);
    await tellFix(['src/money.py::Money.round'], 'Round at the end only.', 'Sums differ by one');
    expect((await ask(sure)).verdict?.risk).toBeGreaterThan(verdict?.risk ?? 1);
  });

  it('is taken back when it passed its tests and was reverted later: as if only the last had been said', async () => {
    const judge = (decision: string, kind: 'verified' | 'false_positive') => {
      clock.advance(1);
      return giveFeedback({ store, decision, kind, speaker: ada, nowMs: clock.nowMs() });
    };
    const tellAndRevert = async (...kinds: readonly ('verified' | 'false_positive')[]) => {
      store = plainStore(['r1']);
      memory = issueMemory(store);
      await tellFix(['src/money.py::Money.round']);
      const { decisionId } = await ask(sure);
      for (const kind of kinds) await judge(decisionId, kind);
      const { shown, verdict } = await ask(sure);
      await tellFix(['src/money.py::Money.round'], 'Round at the end only.', 'Sums differ by one');
      return { shown, ledger: verdict?.ledger, risk: (await ask(sure)).verdict?.risk };
    };
    const reverted = await tellAndRevert('verified', 'false_positive');
    expect(reverted).toMatchObject({ shown: [], ledger: { falsePositives: 1, labelled: 1 } });
    expect(reverted).toEqual(await tellAndRevert('false_positive'));
    expect(reverted.risk).toBeGreaterThan((await tellAndRevert('verified')).risk ?? 1);
  });
});
