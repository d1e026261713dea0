import { join } from 'node:path';
import type { MinedLesson } from '../../src/index.ts';
import type { ScratchMemory } from '../scratch-memory.ts';
import {
  harmlessLines,
  isFailure,
  isSameCause,
  isSameResolution,
  type JudgedFailure,
  judgeFailure,
  neverStarted,
} from './judge-failures.ts';
import type { LabelledFailure, LabelledSession } from './labelled-sessions.ts';
import { mine, openSessionMemory } from './open-session-memory.ts';
import { readCalls, startRemedy, type TranscriptCall } from './transcript-calls.ts';

/** A failure that the memory was asked about as a hook does, before its session was mined. */
export interface AskedFailure {
  readonly failure: LabelledFailure;
  readonly agent: LabelledSession['agent'];
  /** Earlier sessions hold the same failure; of these, some were resolved by something that can be told. */
  readonly recurs: boolean;
  readonly isDue: boolean;
  readonly shown?: ShownCard;
}

interface ShownCard {
  readonly tokens: number;
  readonly isSameCause: boolean;
  /** Undefined where it is not known what resolved one of the two. */
  readonly isSameResolution: boolean | undefined;
  readonly text: string;
}

interface Past {
  readonly failure: LabelledFailure;
  readonly judged: JudgedFailure;
}

interface Play {
  readonly memory: ScratchMemory;
  readonly past: Past[];
  readonly harmless: Set<string>;
  readonly lessons: Map<string, MinedLesson[]>;
  readonly calls: Map<string, ReadonlyMap<number, TranscriptCall>>;
}

/**
 * The sessions of one repository in the order in which they began: each failure is asked about, then the session is mined, and a
 * person approves what was learned as it stands.
 */
export async function playSessions(
  sessions: readonly LabelledSession[],
  folder: string,
): Promise<readonly AskedFailure[]> {
  await using memory = await openSessionMemory(join(folder, 'memory'));
  const play: Play = { memory, past: [], harmless: new Set(), lessons: new Map(), calls: new Map() };
  const asked: AskedFailure[] = [];
  for (const session of sessions) {
    play.calls.set(session.name, readCalls(session.path));
    const failures = session.failures.map((failure) => completed(failure, play)).filter(isFailure);
    for (const failure of failures) asked.push({ ...(await ask(failure, play)), agent: session.agent });
    await learn(session, play);
    for (const failure of failures) {
      play.past.push({ failure, judged: judgeFailure(failure, play.harmless) });
      for (const line of harmlessLines(failure.passedOutput)) play.harmless.add(line);
    }
  }
  return asked;
}

/** The label, with the whole output, and with what took the place of a program that never got to work. */
function completed(failure: LabelledFailure, { calls }: Play): LabelledFailure {
  const own = calls.get(failure.session) ?? new Map();
  const call = own.get(failure.failedAtLine);
  const whole = call === undefined || call.output === '' ? failure : { ...failure, ...call };
  const remedy = neverStarted(whole) ? startRemedy(own, whole) : undefined;
  return remedy === undefined
    ? whole
    : { ...whole, kind: 'command_changed', passedCommand: remedy, edits: [] };
}

function isResolved({ kind }: Pick<LabelledFailure, 'kind'>): boolean {
  return kind === 'code_fix' || kind === 'command_changed';
}

async function learn(session: LabelledSession, { memory, lessons }: Play): Promise<void> {
  for (const lesson of (await mine(memory, session.path)).lessons) {
    if (lesson.itemId === undefined || lesson.type !== 'fix') continue;
    if (lesson.fate === 'added') await memory.home.approve(lesson.itemId);
    lessons.set(lesson.itemId, [...(lessons.get(lesson.itemId) ?? []), lesson]);
  }
}

async function ask(failure: LabelledFailure, play: Play): Promise<Omit<AskedFailure, 'agent'>> {
  const { command, output, exitCode, session } = failure;
  const judged = judgeFailure(failure, play.harmless);
  const before = play.past.filter((one) => isSameCause(judged, one.judged));
  const { memories, pack } = await play.memory.memory.recall({
    failure: { command, output, exitCode },
    moment: 'after_failure',
    speaker: { kind: 'agent', name: 'claude-code', source: 'hook', session: `asking-${session}` },
  });
  const [first] = memories;
  const known = first === undefined || pack.text === '' ? undefined : play.lessons.get(first.item.id);
  const answer = {
    failure,
    recurs: before.length > 0,
    isDue: before.some((one) => isResolved(one.failure)),
  };
  if (known === undefined) return answer;
  const sources = known.flatMap((one) => sourcesOf(one, play));
  const resolved = sources.filter(isResolved);
  const isKnown = resolved.length > 0 && isResolved(failure);
  return {
    ...answer,
    shown: {
      tokens: first?.item.tokenCost ?? 0,
      isSameCause: sources.some((source) => isSameCause(judged, judgeFailure(source, play.harmless))),
      isSameResolution: isKnown ? resolved.some((source) => isSameResolution(source, failure)) : undefined,
      text: pack.text,
    },
  };
}

/** The failures that a lesson came from: with their labels, where they have some. */
function sourcesOf({ evidence }: MinedLesson, { past, calls }: Play): readonly LabelledFailure[] {
  const session = evidence.transcript.replace(/^.*[\\/]/, '');
  return [evidence.line, ...(evidence.alsoFailedAtLines ?? [])].flatMap((line) => {
    const labelled = past.find(({ failure }) => failure.session === session && failure.failedAtLine === line);
    if (labelled !== undefined) return [labelled.failure];
    const call = calls.get(session)?.get(line);
    return call === undefined ? [] : [unlabelled(session, line, call)];
  });
}

function unlabelled(session: string, line: number, call: TranscriptCall): LabelledFailure {
  return {
    ...{ session, repo: '', exitCode: undefined, failedAtLine: line, passedAtLine: undefined },
    ...{ passedCommand: '', passedOutput: '', kind: undefined, isSearch: false, edits: [] },
    ...call,
  };
}
