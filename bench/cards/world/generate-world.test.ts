import { describe, expect, it } from 'vitest';
import { type ContextTask, countWords, wordsOf } from './context-unit.ts';
import { generateWorld } from './generate-world.ts';
import { ruleFamilies } from './rule-families.ts';
import { WorldGraph } from './world-graph.ts';

const v1 = generateWorld('v1', 'judged', 7);
const v3 = generateWorld('v3', 'judged', 7);

describe('the generated worlds', () => {
  it('have as many tasks as the paper, each with its rule, symbol and file', () => {
    for (const { tasks, units } of [v1, v3]) {
      expect(tasks).toHaveLength(250);
      const known = new Map(units.map((unit) => [unit.id, unit]));
      for (const { goldIds } of tasks)
        expect(goldIds.map((id) => known.get(id)?.kind)).toEqual(['rule', 'symbol', 'file']);
    }
  });

  it('cost what right units cost in the paper: about 89 words in v1 and 45 in v3', () => {
    expect(goldWords(v1)).toBeGreaterThan(80);
    expect(goldWords(v1)).toBeLessThan(95);
    expect(goldWords(v3)).toBeGreaterThan(40);
    expect(goldWords(v3)).toBeLessThan(50);
  });

  it('are the same for the same seed only', () => {
    expect(generateWorld('v3', 'judged', 7)).toEqual(v3);
    expect(generateWorld('v3', 'judged', 8).tasks).not.toEqual(v3.tasks);
  });

  it('share no name between what is judged and what is trained on', () => {
    const { judged, development } = ruleFamilies;
    const names = new Set([...judged.domains, ...judged.verbs]);
    for (const name of [...development.domains, ...development.verbs]) expect(names).not.toContain(name);
  });

  it('give look-alikes of v3 more of a task’s words than the right file', () => {
    const task = v3.tasks.find(({ instruction }) => instruction.includes('fails once more')) as ContextTask;
    const asked = new Set(wordsOf(task.instruction));
    const shared = (id: string) => {
      const words = new Set(wordsOf(v3.units.find((unit) => unit.id === id)?.content ?? ''));
      return [...asked].filter((word) => words.has(word)).length;
    };
    const file = task.goldIds[2] as string;
    expect(shared(file.replace('.py', '_staging_only.py'))).toBeGreaterThan(shared(file));
  });

  it('mark stale notes, which contradict what they are about', () => {
    const graph = new WorldGraph(v1);
    const stale = v1.units.filter(({ isStale }) => isStale);
    expect(stale).toHaveLength(100);
    const file = v1.tasks[0]?.goldIds[2] as string;
    expect([...graph.conflicts(file)]).toContain(file.replace('.py', '_legacy.py'));
    for (const { id, confidence } of stale) {
      expect(confidence).toBeLessThan(0.5);
      expect(graph.conflicts(id).size).toBeGreaterThan(0);
    }
  });
});

function goldWords({ tasks, units }: typeof v1): number {
  const contents = new Map(units.map(({ id, content }) => [id, content]));
  const words = tasks.flatMap(({ goldIds }) => goldIds.map((id) => countWords(contents.get(id) ?? '')));
  return words.reduce((sum, count) => sum + count, 0) / tasks.length;
}
