import { describe, expect, it } from 'vitest';
import { judgeSelection, meanSelection } from './judge-selection.ts';
import type { ContextMethod } from './methods/context-method.ts';
import { ourProxy } from './methods/our-methods.ts';
import { oracleName, runWorld } from './run-world.ts';
import { generateWorld } from './world/generate-world.ts';
import { simulateAgent } from './world/simulate-agent.ts';

const world = generateWorld('v1', 'judged', 7, { rules: 8, tasksOfRule: 2 });

describe('running a world', () => {
  it('keeps every method but the upper bound from what judges it', () => {
    const seen: string[] = [];
    const spy: ContextMethod = {
      name: 'spy',
      select: ({ task, graph }) => {
        seen.push(...Object.keys(task), ...graph.units.flatMap((unit) => Object.keys(unit)));
        return [];
      },
    };
    runWorld(world, 120, [spy]);
    expect(new Set(seen)).toEqual(
      new Set([
        ...['id', 'instruction', 'plannedActions'],
        ...['kind', 'source', 'content', 'confidence', 'tokens', 'isStale'],
      ]),
    );
  });

  it('lets no method select otherwise for what judges this task, or a later one (leak audit)', () => {
    const from = 9;
    const others = world.units.slice(0, 3).map(({ id }) => id);
    const tasks = world.tasks.map((task, at) => (at < from ? task : { ...task, goldIds: others }));
    const selectedBy = (judged: typeof world) =>
      runWorld(judged, 120, [ourProxy])
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
    for (const { tokens, method, ...run } of runWorld(world, 120)) {
      expect(tokens).toBeLessThanOrEqual(120);
      if (method === oracleName) expect(judgeSelection({ tokens, method, ...run }).f1).toBe(1);
    }
  });

  it('shows a method of ours its own outcomes alone', () => {
    const methods = new Set<string>();
    const spy: ContextMethod = {
      name: 'spy',
      select: ({ history }) => {
        for (const { method } of history) methods.add(method);
        return [];
      },
    };
    runWorld(world, 120, [spy]);
    expect([...methods]).toEqual(['spy']);
  });
});

describe('judging a selection', () => {
  const [task] = world.tasks;
  const units = world.units.filter(({ id }) => task?.goldIds.includes(id) || id === 'file:README.md');

  it('counts precision, recall and the rank of the first right unit', () => {
    if (task === undefined) throw new Error('no task');
    const readme = units.filter(({ id }) => id === 'file:README.md');
    const right = units.filter(({ id }) => id === task.goldIds[0]);
    const judged = judgeSelection(simulateAgent(task, 'made up', [...readme, ...right]));
    expect(judged).toMatchObject({ precision: 0.5, recall: 1 / 3, f1: 0.4, mrr: 0.5, toolCalls: 2 });
    expect(meanSelection([judged, { ...judged, f1: 0 }]).f1).toBe(0.2);
  });

  it('succeeds with a right unit, and fails with nothing', () => {
    if (task === undefined) throw new Error('no task');
    expect(simulateAgent(task, 'none', []).success).toBe(false);
    expect(simulateAgent(task, 'one', units.slice(0, 1)).success).toBe(true);
  });
});
