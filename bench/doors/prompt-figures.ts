import { halfOf } from '../lookalikes/repository-half.ts';
import { percentile } from '../reporting/statistics.ts';
import { type Table, tableOf } from '../reporting/table.ts';
import { type Figure, notRun } from '../suite.ts';
import type { JudgedPrompts } from './judge-prompts.ts';

const longestMs = 0.95;

/** The figures of all repositories together; their names are a contract. */
export function promptFigures(judged: readonly JudgedPrompts[]): Readonly<Record<string, Figure>> {
  if (judged.length === 0)
    return { prompt_gold_shown: notRun, chat_silent: notRun, hook_prompt_warm_added_ms_p95: notRun };
  const total = sumOf(judged);
  return {
    prompt_gold_shown: total.goldShown / Math.max(1, total.goldUnsaid),
    chat_silent: total.chatsSilent / total.chats,
    hook_prompt_warm_added_ms_p95: percentile(
      judged.flatMap(({ warmMs }) => warmMs),
      longestMs,
    ),
  };
}

/** The same by repository, and for the half that thresholds were chosen on beside the other. */
export function promptTable(judged: readonly JudgedPrompts[]): Table {
  const halves = (['even', 'odd'] as const).map((half) => ({
    name: `the ${half} half`,
    judged: judged.filter(({ repository }) => halfOf(repository) === half),
  }));
  const rows = [...judged.map((one) => ({ name: one.repository, judged: [one] })), ...halves];
  const of = (tell: (sum: Counts) => string | number) => (row: (typeof rows)[number]) =>
    tell(sumOf(row.judged));
  const at = (share: number) => (row: (typeof rows)[number]) => {
    const times = row.judged.flatMap(({ warmMs }) => warmMs);
    return times.length === 0 ? '' : Math.round(percentile(times, share));
  };
  return tableOf('Told at prompts: issues at the commit before their fix, and chat', rows, {
    repository: ({ name }) => name,
    issues: of(({ issues }) => issues),
    spoken: of(({ spoken }) => spoken),
    'text names no file of the fix': of(({ goldUnsaid }) => goldUnsaid),
    'one of them told': of(({ goldShown }) => goldShown),
    'files named': of(({ filesNamed, spoken }) => Number((filesNamed / Math.max(1, spoken)).toFixed(1))),
    'chat silent': of(({ chatsSilent, chats }) => `${chatsSilent} of ${chats}`),
    'warm ms p50': at(0.5),
    p95: at(longestMs),
  });
}

type Counts = Omit<JudgedPrompts, 'repository' | 'warmMs'>;

function sumOf(judged: readonly JudgedPrompts[]): Counts {
  const none = { issues: 0, spoken: 0, goldUnsaid: 0, goldShown: 0, filesNamed: 0, chats: 0, chatsSilent: 0 };
  return judged.reduce<Counts>(
    (sum, one) => ({
      issues: sum.issues + one.issues,
      spoken: sum.spoken + one.spoken,
      goldUnsaid: sum.goldUnsaid + one.goldUnsaid,
      goldShown: sum.goldShown + one.goldShown,
      filesNamed: sum.filesNamed + one.filesNamed,
      chats: sum.chats + one.chats,
      chatsSilent: sum.chatsSilent + one.chatsSilent,
    }),
    none,
  );
}
