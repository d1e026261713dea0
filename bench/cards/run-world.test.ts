import { expect, it } from 'vitest';
import type { ContextMethod } from './methods/context-method.ts';
import { ours } from './methods/methods.ts';
import { judgeSelection, oracleName, runWorld } from './run-world.ts';
import { isHarmedFirst } from './run-worlds.ts';
import { contextUnit } from './world/context-unit.ts';
import { generateWorld } from './world/generate-world.ts';
import { simulateAgent } from './world/simulate-agent.ts';

const world = generateWorld('v1', 7, { rules: 8, tasksOfRule: 2 });

it('keeps every method but the upper bound from what judges it', () => {
  const seen: string[] = [];
  const spy: ContextMethod = {
    name: 'spy',
    select: ({ task, graph, history }) => {
      seen.push(...Object.keys(task), ...graph.units.flatMap((unit) => Object.keys(unit)));
      seen.push(...history.map(({ method }) => method));
      return [];
    },
  };
  runWorld(world, 120, [spy]);
  expect(new Set(seen)).toEqual(
    new Set([
      ...['spy', 'id', 'instruction', 'plannedActions'],
      ...['kind', 'source', 'content', 'confidence', 'tokens', 'isStale'],
    ]),
  );
});

it('lets no method select otherwise for what judges this task, or a later one (leak audit)', () => {
  const from = 9;
  const others = world.units.slice(0, 3).map(({ id }) => id);
  const tasks = world.tasks.map((task, at) => (at < from ? task : { ...task, goldIds: others }));
  const selectedBy = (judged: typeof world) =>
    runWorld(judged, 120, [ours])
      .filter(({ task }) => world.tasks.slice(0, from + 1).some(({ id }) => id === task.id))
      .map(({ method, task, selected }) => [method, task.id, selected.map(({ id }) => id)] as const);
  const changed = selectedBy({ ...world, tasks });
  const differing = selectedBy(world).filter(
    (run, at) => JSON.stringify(run) !== JSON.stringify(changed[at]),
  );
  // The upper bound reads it, so the audit sees a method that does.
  expect(differing.map(([method]) => method)).toEqual([oracleName]);
});

it('keeps every selection within the budget, and the upper bound right', () => {
  for (const run of runWorld(world, 120)) {
    expect(run.tokens).toBeLessThanOrEqual(120);
    if (run.method === oracleName) expect(judgeSelection(run).f1).toBe(1);
  }
});

it('counts precision, recall, the rank of the first right unit, and what stands before it', () => {
  const [task] = world.tasks;
  if (task === undefined) throw new Error('no task');
  const unit = (wanted: string | undefined) => world.units.filter(({ id }) => id === wanted);
  const [readme, right] = [unit('file:README.md'), unit(task.goldIds[0])];
  expect(judgeSelection(simulateAgent(task, 'made up', [...readme, ...right]))).toEqual({
    ...{ precision: 0.5, recall: 1 / 3, f1: 0.4, mrr: 0.5 },
  });
  expect(simulateAgent(task, 'none', []).success).toBe(false);
  expect(simulateAgent(task, 'one', right).success).toBe(true);
  const lie = contextUnit({ id: 'harmful:1', kind: 'rule', source: '', content: 'a lie', confidence: 1 });
  const isFirst = (...selected: (typeof lie)[]) => isHarmedFirst(simulateAgent(task, 'made up', selected));
  expect([isFirst(...right, lie), isFirst(lie, ...right), isFirst(lie), isFirst(...right)]).toEqual([
    ...[false, true, true, false],
  ]);
});
