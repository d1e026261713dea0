import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openModelLedger } from '../../src/adapters/sqlite/cache-file.ts';
import { askModel, modelTurn } from '../../src/asking/ask-model.ts';
import { defaultSettings } from '../../src/config/settings.ts';
import {
  type LanguageModel,
  ModelFault,
  type ModelLedger,
  type ModelPrompt,
} from '../../src/ports/language-model.ts';
import { times } from '../effort.ts';

const nowMs = Date.UTC(2026, 1, 3);
const clock = { nowMs: () => nowMs };
const prompt = (text: string): ModelPrompt => ({
  ...{ name: 'try@1', instructions: 'Answer.', text, schema: {} },
  maxOutputTokens: 10,
});
const read = (value: unknown) => (value as { readonly good?: true }).good;

let folder: string;
let ledgers: ModelLedger[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'afterwit-ledger-'));
  ledgers = [];
});
afterEach(() => {
  for (const ledger of ledgers) ledger.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Each like that of a process of its own. */
function openLedger(name: string): ModelLedger {
  const ledger = openModelLedger(join(folder, name));
  ledgers.push(ledger);
  return ledger;
}

type Outcome = 'good' | 'bad' | 'wrong' | 'hang' | 'throw';

/** A model that takes some steps, and then does what it is to do. */
function acting(steps: number, outcome: Outcome, began: () => void, ended: () => void): LanguageModel {
  const act = async (signal: AbortSignal) => {
    for (let step = 0; step < steps; step++) await new Promise((resolve) => setImmediate(resolve));
    if (outcome === 'hang') await new Promise((resolve) => signal.addEventListener('abort', resolve));
    if (outcome === 'throw') throw new ModelFault('server_error');
    if (outcome === 'bad') throw new ModelFault('not_json');
    return { value: outcome === 'good' ? { good: true } : {}, inputTokens: 1, outputTokens: 1 };
  };
  return {
    name: 'fake/m',
    ask: async (_, signal) => {
      began();
      return await act(signal).finally(ended);
    },
  };
}

/** One question of a turn, and how many steps its answer takes. */
const anyQuestion = fc.record({
  turn: fc.nat(3),
  process: fc.nat(1),
  steps: fc.nat(4),
  outcome: fc.constantFrom<Outcome>('good', 'bad', 'wrong', 'hang', 'throw'),
});

it('asks no more than a turn, a day and the moment allow, however questions overlap', async () => {
  let played = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyQuestion, { minLength: 1, maxLength: 12, size: 'max' }),
      fc.record({ perTurn: fc.nat(3), daily: fc.nat(8), concurrency: fc.integer({ min: 1, max: 3 }) }),
      async (questions, { perTurn, daily, concurrency }) => {
        const name = `case-${played++}.db`;
        const processes = [openLedger(name), openLedger(name)];
        const limits = { ...defaultSettings.models, dailyCalls: daily, concurrency, timeoutMs: 25 };
        const turns = [0, 1, 2, 3].map(() => modelTurn(perTurn));
        const askedIn = [0, 0, 0, 0];
        let underWay = 0;
        let mostAtOnce = 0;
        const asked = questions.map(async ({ turn, process, steps, outcome }, at) => {
          const began = () => {
            askedIn[turn] = (askedIn[turn] ?? 0) + 1;
            mostAtOnce = Math.max(mostAtOnce, ++underWay);
          };
          const model = acting(steps, outcome, began, () => underWay--);
          const asking = { model, clock, limits, ledger: processes[process] as ModelLedger };
          return await askModel(prompt(`question ${at}`), read, {
            ...asking,
            turn: turns[turn] ?? modelTurn(0),
          });
        });
        const answers = await Promise.all(asked);
        expect(Math.max(...askedIn)).toBeLessThanOrEqual(perTurn);
        const all = askedIn.reduce((sum, each) => sum + each, 0);
        expect(all).toBeLessThanOrEqual(daily);
        expect(mostAtOnce).toBeLessThanOrEqual(concurrency);
        // The counted questions are the asked ones, in both processes.
        for (const ledger of processes) {
          const counted = ledger.costsSince(nowMs).reduce((sum, { calls }) => sum + calls, 0);
          expect(counted).toBe(all);
        }
        expect(answers.reduce((sum, { calls }) => sum + calls, 0)).toBe(all);
        for (const ledger of ledgers.splice(0)) ledger.close();
      },
    ),
    { numRuns: times(120) },
  );
}, 120_000);

it('counts the interleavings of turns by themselves', () => {
  let exceeded = 0;
  fc.assert(
    fc.property(fc.nat(5), fc.array(fc.nat(3), { maxLength: 40, size: 'max' }), (most, takers) => {
      const turns = [0, 1, 2, 3].map(() => modelTurn(most));
      const taken = [0, 0, 0, 0];
      for (const taker of takers) if (turns[taker]?.take()) taken[taker] = (taken[taker] ?? 0) + 1;
      if (Math.max(...taken) > most) exceeded++;
      expect(taken).toEqual(
        [0, 1, 2, 3].map((at) => Math.min(most, takers.filter((taker) => taker === at).length)),
      );
    }),
    { numRuns: times(100_000) },
  );
  expect(exceeded).toBe(0);
}, 120_000);

const answering = (...values: readonly (object | ModelFault)[]) => {
  let calls = 0;
  const model: LanguageModel = {
    name: 'fake/m',
    ask: async () => {
      const value = values[calls++];
      if (value instanceof ModelFault) throw value;
      return { value };
    },
  };
  return { model, calls: () => calls };
};

const asking = (model: LanguageModel, most = 5) => ({
  ...{ model, clock, limits: defaultSettings.models, turn: modelTurn(most) },
  ledger: openLedger('cache.db'),
});

it('asks once more where an answer cannot be read, and then does without', async () => {
  const mended = answering({ odd: 1 }, { good: true });
  expect(await askModel(prompt('a'), read, asking(mended.model))).toEqual({ answer: true, calls: 2 });
  const never = answering({ odd: 1 }, { odd: 2 }, { good: true });
  expect(await askModel(prompt('b'), read, asking(never.model))).toEqual({ fault: 'wrong_schema', calls: 2 });
  const once = answering({ odd: 1 }, { good: true });
  expect(await askModel(prompt('c'), read, asking(once.model, 1))).toEqual({
    fault: 'wrong_schema',
    calls: 1,
  });
  const down = answering(new ModelFault('server_error'), { good: true });
  expect(await askModel(prompt('d'), read, asking(down.model))).toEqual({ fault: 'server_error', calls: 1 });
});

it('pays for an answer once, until it is forgotten', async () => {
  const first = answering({ good: true }, { good: true });
  const terms = asking(first.model);
  expect(await askModel(prompt('a'), read, terms)).toEqual({ answer: true, calls: 1 });
  expect(await askModel(prompt('a'), read, terms)).toEqual({ answer: true, calls: 0 });
  terms.ledger.forgetAnswers();
  expect(await askModel(prompt('a'), read, terms)).toEqual({ answer: true, calls: 1 });
  expect(first.calls()).toBe(2);
});

it('sends no secret, and keeps none', async () => {
  const token = `ghp_${'a1B2c3D4'.repeat(5)}`.slice(0, 40);
  const sent: ModelPrompt[] = [];
  const model: LanguageModel = {
    name: 'fake/m',
    ask: async (asked) => {
      sent.push(asked);
      return { value: { good: true } };
    },
  };
  await askModel(prompt(`the key is ${token}`), read, asking(model));
  expect(sent[0]?.text).toContain('[redacted');
  expect(JSON.stringify(sent)).not.toContain(token);
});

it('stops at the money of a day, counted before the question and mended after it', async () => {
  const { model } = answering({ good: true }, { good: true }, { good: true });
  const ledger = openLedger('money.db');
  const limits = { ...defaultSettings.models, outputPrice: 100_000, dailyCost: 1.5 };
  const terms = { model, clock, limits, ledger };
  // Ten tokens at most, a dollar before; the provider does not say what it was.
  expect(await askModel(prompt('a'), read, { ...terms, turn: modelTurn(1) })).toMatchObject({ calls: 1 });
  expect(await askModel(prompt('b'), read, { ...terms, turn: modelTurn(1) })).toEqual({
    fault: 'over_budget',
    calls: 0,
  });
  expect(ledger.costsSince(nowMs)).toMatchObject([{ calls: 1, cost: 1 }]);
});

it('asks nothing once it is no longer waited for', async () => {
  const { model, calls } = answering({ good: true });
  const terms = { ...asking(model), signal: AbortSignal.abort() };
  expect(await askModel(prompt('a'), read, terms)).toMatchObject({ fault: 'timeout' });
  expect(calls()).toBe(0);
});
