import { join } from 'node:path';
import { describesFailure } from '../../src/query/describes-failure.ts';
import { isFailure, isSameCause, judgeFailure } from './judge-failures.ts';
import type { LabelledSession } from './labelled-sessions.ts';
import { learnSessions, linesOf } from './learn-sessions.ts';
import { openSessionMemory } from './open-session-memory.ts';
import { readCalls, type TranscriptCall } from './transcript-calls.ts';

/** A failing command as a later session meets it again. */
export type ReturningForm = (call: TranscriptCall) => Pick<TranscriptCall, 'command' | 'output'>;

const lastLines = 20;
/** So much of a long output agents keep at either end. */
const keptLines = 40;

/** The ways in which the same failure looks otherwise in another session. */
export const returningForms: Readonly<Record<string, ReturningForm>> = {
  as_it_was: (call) => call,
  by_codex: ({ command, output }) => {
    const [, code = '0', printed = output] = /^Exit code (\d+)\n?([\s\S]*)$/.exec(output) ?? [];
    return { command, output: `Exit code: ${code}\nWall time: 0.4 seconds\nOutput:\n${printed}` };
  },
  end_only: ({ command, output }) => ({
    command: `${command} 2>&1 | tail -${lastLines}`,
    output: output.trimEnd().split('\n').slice(-lastLines).join('\n'),
  }),
  middle_cut: ({ command, output }) => {
    const lines = output.trimEnd().split('\n');
    const cut = lines.length - 2 * keptLines;
    const kept = [...lines.slice(0, keptLines), `[... omitted ${cut} of ${lines.length} lines ...]`];
    return { command, output: cut <= 0 ? output : [...kept, ...lines.slice(-keptLines)].join('\n') };
  },
  other_home: ({ command, output }) => ({ command: moved(command), output: moved(output) }),
  another_run: ({ command, output }) => ({ command, output: runAgain(output) }),
};

/** Of another user, in a checkout of another name. */
function moved(text: string): string {
  return text
    .replace(/\/(?:Users|home)\/[\w.-]+(?:\/(?:workspace|Work|dev|src|code))?/g, '/home/sam/src')
    .replace(/\/\.worktrees\/[\w-]+/g, '/.worktrees/tidy-up');
}

/** Durations, times, temporary folders and hashes differ from run to run. */
function runAgain(text: string): string {
  return text
    .replace(
      /\b(\d+)\.(\d+)(m?s)\b/g,
      (_, whole: string, part: string, unit: string) => `${Number(whole) + 1}.${part}${unit}`,
    )
    .replace(/\b(\d\d):(\d\d):(\d\d)\b/g, '07:41:19')
    .replace(/\/(?:var\/folders|tmp)\/[\w./+-]+?(?=\/[^/\s]*(?:\s|$)|\s|$)/g, '/tmp/run-4711')
    .replace(/\b(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{7,40}\b/g, (hash) => [...hash].reverse().join(''));
}

/** A failure that came back, and how far it got. */
export interface ReturnedFailure {
  readonly form: string;
  readonly agent: LabelledSession['agent'];
  readonly at: string;
  readonly command: string;
  /** `shown`, `other` (a card of another cause), or at which stage nothing was shown, with its reason. */
  readonly stage: string;
}

/**
 * Every failure that a fix was learned from comes back in a later session, in each form, in a memory that holds all that the sessions of its
 * repository taught. All of them are due.
 */
export async function bringBack(
  sessions: readonly LabelledSession[],
  folder: string,
): Promise<readonly ReturnedFailure[]> {
  const { lines, sources } = await learnSessions(sessions, join(folder, 'learning'));
  const returned: ReturnedFailure[] = [];
  for (const [form, change] of Object.entries(returningForms)) {
    await using played = await openSessionMemory(join(folder, form));
    await played.home.importLines(linesOf(lines), { vouched: true, scope: 'repo' });
    for (const [itemId, { session, lesson }] of sources) {
      const from = sessions.find(({ name }) => name === session);
      const { agent = 'codex', path = '' } = from ?? {};
      const call = readCalls(path).get(lesson.evidence.line);
      if (call === undefined || !isFailure({ output: call.output, isSearch: false })) continue;
      const failure = change(call);
      if (form === 'middle_cut' && failure.output === call.output) continue;
      const judged = judgeFailure(call, new Set());
      const isSame = (id: string) => {
        const other = sources.get(id as typeof itemId);
        const otherPath = sessions.find(({ name }) => name === other?.session)?.path;
        const source = otherPath && other && readCalls(otherPath).get(other.lesson.evidence.line);
        return id === itemId || (source && isSameCause(judged, judgeFailure(source, new Set())));
      };
      const told = { form, agent, at: `${session}:${lesson.evidence.line}`, command: failure.command };
      returned.push({ ...told, stage: await stageOf(failure, itemId, { played, isSame }) });
    }
  }
  return returned;
}

async function stageOf(
  failure: Pick<TranscriptCall, 'command' | 'output'>,
  itemId: string,
  {
    played,
    isSame,
  }: {
    readonly played: Awaited<ReturnType<typeof openSessionMemory>>;
    readonly isSame: (id: string) => boolean | '' | undefined;
  },
): Promise<string> {
  if (!describesFailure({ ...failure, exitCode: undefined })) return 'not heard as a failure';
  const { decisionId, memories, pack, match } = await played.memory.recall({
    failure,
    moment: 'after_failure',
    speaker: { kind: 'agent', name: 'claude-code', source: 'hook', session: `later-${itemId}` },
  });
  const { considered, receipt } = await played.home.why(decisionId);
  const [first] = memories;
  if (first !== undefined && pack.text !== '') {
    const isRight = memories.some(({ item }) => isSame(item.id));
    if (isRight)
      await played.home.feedback({ decision: decisionId, item: first.item.id, outcome: 'verified' });
    return isRight ? 'shown' : 'other';
  }
  const own = considered.find(({ item }) => item?.id === itemId);
  if (own === undefined) return 'not found';
  if (own.admission.refusals.length > 0) return `refused: ${own.admission.refusals.join(', ')}`;
  if (own.strength !== 'same') return `not the same: ${match?.reason ?? ''}`;
  return `withheld: ${receipt.verdict?.reason ?? ''}`;
}
