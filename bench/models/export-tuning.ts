import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isForValidation } from '../../src/asking/judge-prompt.ts';
import { readJsonLines } from '../datasets/json-lines.ts';
import type { SuiteReport } from '../suite.ts';
import { type Exchange, recordingsIn } from './recordings.ts';

interface Message {
  readonly role: string;
  readonly content: string;
}

/**
 * Recorded questions and answers as examples for supervised fine-tuning, in the chat format of trainers (`{"messages": […]}`), split by
 * task as in Section 3.6 of the CICL paper: no task has examples in both files.
 */
export function exportTuning(folder: string): SuiteReport {
  const examples = recordingsIn(folder).flatMap((file) =>
    readJsonLines<Exchange>(file).flatMap(({ sent, status, reply }) => {
      const { messages } = sent as { readonly messages: readonly Message[] };
      const content = (reply as { readonly choices?: readonly { readonly message?: Message }[] }).choices?.[0]
        ?.message?.content;
      if (status !== 200 || content === undefined) return [];
      const task = taskOf(messages.at(-1)?.content ?? '');
      return [{ task, line: JSON.stringify({ messages: [...messages, { role: 'assistant', content }] }) }];
    }),
  );
  const rows = (['train', 'validation'] as const).map((part) => {
    const own = examples.filter(({ task }) => isForValidation(task) === (part === 'validation'));
    const file = join(folder, `tuning-${part}.jsonl`);
    writeFileSync(file, own.map(({ line }) => `${line}\n`).join(''));
    return [part, own.length, new Set(own.map(({ task }) => task)).size] as const;
  });
  return {
    cases: examples.length,
    figures: Object.fromEntries(rows.map(([part, count]) => [`tuning_${part}`, count])),
    tables: [{ title: 'Examples for fine-tuning', columns: ['part', 'examples', 'tasks'], rows }],
  };
}

/** The task; an issue where files are judged. */
function taskOf(told: string): string {
  const { task, issue } = JSON.parse(told) as { readonly task?: string; readonly issue?: string };
  return task ?? issue ?? told;
}
