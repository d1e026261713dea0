import { describe, expect, it } from 'vitest';
import { contextUnit } from '../world/context-unit.ts';
import { patchTasks } from './patch-tasks.ts';
import { tryPatch } from './try-patch.ts';

const note = (functionName: string, code: string) =>
  contextUnit({
    ...{ id: 'n', kind: 'rule', source: 'n', confidence: 1 },
    content: `What repaired \`${functionName}\`: \`${code}\``,
  });

describe.each(patchTasks)('the patch of $id', (task) => {
  it('is right with its repair, wrong with its harm, and not there without context', () => {
    const of = (code: string) => tryPatch(task, [note(task.functionName, code)]);
    expect(of(task.repair)).toEqual({ isRepaired: true, isHarmed: false });
    expect(of(task.harm)).toEqual({ isRepaired: false, isHarmed: true });
    expect(tryPatch(task, [])).toEqual({ isRepaired: false, isHarmed: false });
    expect(of('throw new Error("broken")').isRepaired).toBe(false);
    expect(tryPatch(task, [note('another', task.repair)]).isRepaired).toBe(false);
  });
});
