import type { TaskChange, TaskState } from '../model/session.ts';
import { fieldsOf, type JsonFields, textOf } from '../text/json/fields.ts';

const states: Readonly<Record<string, TaskState>> = {
  pending: 'open',
  in_progress: 'begun',
  completed: 'done',
  deleted: 'done',
};

/**
 * What a call says of the agent's own list of tasks: the whole list (`TodoWrite`, Codex's `update_plan`), or one task that is added
 * (`TaskCreate`) or changed (`TaskUpdate`, by its number from 1). Undefined for every other tool, and for a list that cannot be read.
 */
export function readTaskChange(tool: string, input: JsonFields): TaskChange | undefined {
  if (tool === 'TodoWrite' || tool === 'update_plan') {
    const told = input.todos ?? input.plan;
    if (!Array.isArray(told)) return undefined;
    const tasks = told.map(fieldsOf).flatMap((task) => {
      const text = (textOf(task.content) ?? textOf(task.step))?.trim();
      const state = states[textOf(task.status) ?? ''];
      return text === undefined || text === '' || state === undefined ? [] : [{ text, state }];
    });
    return { kind: 'list', tasks };
  }
  if (tool === 'TaskCreate') {
    const text = textOf(input.subject)?.trim();
    return text === undefined || text === '' ? undefined : { kind: 'added', text };
  }
  const state = states[textOf(input.status) ?? ''];
  const number = Number(input.taskId);
  if (tool !== 'TaskUpdate' || state === undefined || !Number.isInteger(number)) return undefined;
  return { kind: 'changed', number, state };
}
