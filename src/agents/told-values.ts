import type { EditedLines, FileEdit, TaskChange, TaskState } from '../model/session.ts';
import { headOf, redact, tailOf } from '../redaction/redact.ts';
import { fieldsOf, type JsonFields, textOf } from '../text/json/fields.ts';
import { changedLines } from '../text/line-changes.ts';

const sessionForm = /^[\w.:-]{1,128}$/;

/** A session's name, if it may be one for `forget --origin`. @param known its name in lines before */
export function sessionOf(value: unknown, known?: string): string | undefined {
  const name = textOf(value);
  if (name !== undefined && name === known) return name;
  return name !== undefined && sessionForm.test(name) && redact(name) === name ? name : undefined;
}

/** A time as agents write it, in milliseconds since 1970; undefined when it is none. */
export function timeOf(value: unknown): number | undefined {
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isFinite(time) ? time : undefined;
}

const longestOutput = 262_144;

/** Text of a tool's answer: a string, or the texts in a list of parts. A long one is cut to its beginning and end. */
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
 * Changes of the agent's own list of tasks in a call: the whole list (Codex's `update_plan`, the others'
 * `TodoWrite`), or one task added (`TaskCreate`) or changed (`TaskUpdate`, by its number from 1). Undefined
 * for any other tool, and for an unreadable list.
 */
export function readTaskChange(tool: string, input: JsonFields): TaskChange | undefined {
  if (/^(?:TodoWrite|todowrite|write_todos|update_plan)$/.test(tool)) {
    const told = input.todos ?? input.plan;
    if (!Array.isArray(told)) return undefined;
    const tasks = told.map(fieldsOf).flatMap((task) => {
      const text = (textOf(task.content) ?? textOf(task.step) ?? textOf(task.description))?.trim();
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

/** Returns the edit of a call: a text in place of another. None where no file is named. */
export function editOf(told: unknown, before: unknown, after: unknown): readonly FileEdit[] {
  const path = textOf(told);
  return path === undefined ? [] : [{ path, ...changedLines(textOf(before) ?? '', textOf(after) ?? '') }];
}

/**
 * The patch that a client made of an edit: hunks, in which Claude Code writes spaces for tabs, or a unified diff. Undefined
 * where there is none.
 */
export function patchedFile(told: unknown, patch: unknown): readonly FileEdit[] | undefined {
  const path = textOf(told);
  const hunks = typeof patch === 'string' ? hunksOf(patch) : Array.isArray(patch) ? patch.map(fieldsOf) : [];
  if (path === undefined || hunks.length === 0) return undefined;
  const changes = hunks.flatMap(changesIn);
  const all = (side: 'added' | 'removed') => changes.flatMap((change) => change[side]).join('\n');
  const isPlaced = hunks.every(({ oldStart }) => typeof oldStart === 'number');
  return [{ path, ...changedLines(all('removed'), all('added')), ...(isPlaced && { changes }) }];
}

function hunksOf(diff: string): readonly JsonFields[] {
  const hunks: { oldStart: number; lines: string[] }[] = [];
  for (const line of diff.split('\n')) {
    const oldStart = /^@@ -(\d{1,9})/.exec(line)?.[1];
    if (oldStart !== undefined) hunks.push({ oldStart: Number(oldStart), lines: [] });
    else hunks.at(-1)?.lines.push(line);
  }
  return hunks;
}

/** Lines that stand together, each with where it stood. */
function changesIn({ oldStart, lines }: JsonFields): readonly EditedLines[] {
  if (!Array.isArray(lines)) return [];
  const changes: { line: number; added: string[]; removed: string[] }[] = [];
  let line = Number(oldStart);
  let open: (typeof changes)[number] | undefined;
  for (const text of lines.filter((one) => typeof one === 'string')) {
    const mark = text.charAt(0);
    if (mark === '+' || mark === '-') {
      if (open === undefined) {
        open = { line, added: [], removed: [] };
        changes.push(open);
      }
      open[mark === '+' ? 'added' : 'removed'].push(text.slice(1));
    } else open = undefined;
    if (mark !== '+' && mark !== '\\') line += 1;
  }
  return changes;
}
