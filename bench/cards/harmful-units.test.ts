import { describe, expect, it } from 'vitest';
import { harmfulUnits, judgeHarm, lyingPlans, lyingUnits } from './harmful-units.ts';
import { generateWorld, smokeScale } from './world/generate-world.ts';
import { simulateAgent } from './world/simulate-agent.ts';

const { tasks, units } = generateWorld('v1', 'judged', 7, smokeScale);

describe('harmful notes', () => {
  it('are stale by their own words, or by nothing at all', () => {
    expect(harmfulUnits(tasks).every(({ isStale }) => isStale)).toBe(true);
    for (const lies of [lyingUnits(tasks), lyingPlans(tasks.slice(0, 1))])
      expect(lies.filter(({ content }) => !/stale|legacy/.test(content)).some(({ isStale }) => isStale)).toBe(
        false,
      );
  });

  it('name what is planned only where they are meant to', () => {
    for (const [at, task] of tasks.entries()) {
      const [action = ''] = task.plannedActions;
      expect(lyingPlans(tasks)[at]?.content).toContain(action);
      expect(lyingUnits(tasks)[at]?.content).not.toContain(action);
    }
  });

  it('are judged by where they stand', () => {
    const [task] = tasks;
    const [lie] = lyingUnits(tasks);
    const right = units.find(({ id }) => task?.goldIds.includes(id));
    if (task === undefined || lie === undefined || right === undefined) throw new Error('no world');
    const judge = (...selected: (typeof lie)[]) => judgeHarm(simulateAgent(task, 'made up', selected));
    expect(judge(right)).toMatchObject({ isSelected: false, isBeforeGold: false, survives: true });
    expect(judge(right, lie)).toMatchObject({ isSelected: true, isBeforeGold: false, survives: true });
    expect(judge(lie, right)).toMatchObject({ isFirst: true, isBeforeGold: true, survives: false });
  });
});
