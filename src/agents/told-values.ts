import type { TaskChange, TaskState } from '../model/session.ts';
import { headOf, tailOf } from '../redaction/cut-text.ts';
import { redact } from '../redaction/redact.ts';
import { fieldsOf, type JsonFields, textOf } from '../text/json/fields.ts';

const sessionForm = /^[\w.:-]{1,128}$/;

/** A session as agents name it, with which `forget --origin` is called; whatever else stands there names none. */
export function sessionOf(value: unknown): string | undefined {
  const name = textOf(value);
  return name !== undefined && sessionForm.test(name) && redact(name) === name ? name : undefined;
}

/** A time as agents write it, in milliseconds since 1970; undefined when it is none. */
export function timeOf(value: unknown): number | undefined {
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isFinite(time) ? time : undefined;
}

const longestOutput = 262_144;

/** Text of a tool's answer: a string, or a list of parts of which some have one. Of a long one, the beginning and the end. */
export function outputText(value: unknown): string {
  const whole = Array.isArray(value)
    ? value.map((part) => textOf(part) ?? textOf(fieldsOf(part).text) ?? '').join('\n')
    : (textOf(value) ?? textOf(fieldsOf(value).content) ?? '');
  if (whole.length <= longestOutput) return whole;
  return `${headOf(whole, longestOutput / 4)}\n…\n${tailOf(whole, longestOutput * 0.75)}`;
}

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
