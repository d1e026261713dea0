import { join } from 'node:path';
import { describesFailure } from '../../src/query/describes-failure.ts';
import { isFailure, isSameCause, type JudgedFailure, judgeFailure } from './judge-failures.ts';
import type { LabelledSession } from './labelled-sessions.ts';
import { learnSessions, linesOf } from './learn-sessions.ts';
import { openSessionMemory } from './open-session-memory.ts';
import { returningForms } from './returning-forms.ts';
import { readCalls, type TranscriptCall } from './transcript-calls.ts';

/** A failure that came back, and how far it got. */
export interface ReturnedFailure {
  readonly form: string;
  readonly agent: LabelledSession['agent'];
  readonly at: string;
  readonly command: string;
  /** Half of what told why is left. */
  readonly saysWhy: boolean;
  /** `shown`, `other` (a card of another cause), or at which stage nothing was shown, with its reason. */
  readonly stage: string;
}

/**
 * Every failure with a learned fix comes back in a later session, in each form, in a memory of all sessions of its repository. A card is
 * due for each.
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
      if (form !== 'as_it_was' && failure.output === call.output && failure.command === call.command)
        continue;
      const judged = judgeFailure(call, new Set());
      const isSame = (id: string) => {
        const other = sources.get(id as typeof itemId);
        const otherPath = sessions.find(({ name }) => name === other?.session)?.path;
        const source = otherPath && other && readCalls(otherPath).get(other.lesson.evidence.line);
        return id === itemId || (source && isSameCause(judged, judgeFailure(source, new Set())));
      };
      const saysWhy = leftOf(judged, judgeFailure(failure, new Set())) >= leastLeft;
      const told = {
        saysWhy,
        form,
        agent,
        at: `${session}:${lesson.evidence.line}`,
        command: failure.command,
      };
      returned.push({ ...told, stage: await stageOf(failure, itemId, { played, isSame }) });
    }
  }
  return returned;
}

const leastLeft = 0.5;

/** Share of the tokens of one that the other has, 0–1. */
function leftOf({ tokens }: JudgedFailure, other: JudgedFailure): number {
  const left = [...tokens].filter((token) => other.tokens.has(token)).length;
  return tokens.size === 0 ? 0 : left / tokens.size;
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
