import { type ReportingAgent, readReport, reportingAgent } from '../engine/agents/agent-reports.ts';
import { type ReportedMoment, readMoment } from '../engine/moments/read-moment.ts';
import {
  answerCommand,
  type CommandDependencies,
  type HookAnswer,
  type HookRecall,
  probeEvent,
} from '../open/hook-answer.ts';
import { noteAnswer } from '../open/note-answer.ts';
import { readPausedSession } from '../open/read-paused-session.ts';
import type { PausedSession } from '../open/start-mining.ts';
import { endWhileWaiting, type HookInput, parseHookInput, readInput } from './read-input.ts';

/** How long an agent waits for a hook, and how much work a hook may make of it. */
interface BudgetLimits {
  /** Longest own work of a hook, after which it ends. The start of Node, 40 to 200 ms by machine, does not count. */
  readonly softMs: number;
  /**
   * An agent waits in wall time: beyond this, nothing more is begun, and running work is ended. Reached only
   * where a process gets less than a tenth of a core; there a card after two seconds spares more than it
   * costs.
   */
  readonly hardMs: number;
}

interface TimeSpent {
  /** Since the start of the process. */
  readonly wallMs: number;
  /** Time of this process on all processors since its start. */
  readonly cpuMs: number;
  /** Time that had passed when the hook's own code began. */
  readonly startOfNode?: TimeSpent;
}

export const budgetLimits: BudgetLimits = { softMs: 250, hardMs: 3_000 };

/**
 * Limits at moments that open a whole memory: the start of a session and, where a server answers the rest, before it is
 * shortened. The agent thinks for longer there.
 */
export const momentLimits: BudgetLimits = { softMs: 1_000, hardMs: 3_000 };

/**
 * Time left. On a free machine a process works nearly all the time, so the soft limit is one of wall time. On a busy machine
 * the same work takes several times as long (.4 to .9 s beside five busy processes on two processors), and a limit of wall
 * time alone would silence hooks just when an agent builds and tests. There the soft limit counts CPU time, and the hard
 * limit the agent's wait.
 */
export function remainingMs(
  { wallMs, cpuMs, startOfNode: node = { wallMs: 0, cpuMs: 0 } }: TimeSpent,
  { softMs, hardMs }: BudgetLimits,
): number {
  return Math.min(hardMs - wallMs, softMs - Math.min(wallMs - node.wallMs, cpuMs - node.cpuMs));
}

/** Shortest interval of looking whether time is up: no event tells of the time that this process was given. */
const leastWaitMs = 10;

/** A hook's work besides asking about a failed command, in an environment. */
interface SessionWork {
  /** How sessions that pause are read. */
  readonly mining: (environment: NodeJS.ProcessEnv) => HookMining;
  /** The telling at other moments of a session. */
  readonly telling: (environment: NodeJS.ProcessEnv, agent: ReportingAgent) => HookMoment;
  /** How long that may take. */
  readonly tellingLimits: BudgetLimits;
}

const noWork: SessionWork = {
  mining: () => async () => 'sessions are not read',
  telling: () => async () => ({ kind: 'silent', reason: 'nothing is told', isRoutine: true }),
  tellingLimits: momentLimits,
};

/** Runs one call of the hook on the standard streams of this process, and ends the process. */
export function runHook(recall: HookRecall, limits = budgetLimits, work = noWork): void {
  const { environment, agent } = readWords(process.argv.slice(2));
  // Same as `performance.now()`, which takes a millisecond to load.
  const elapsedMs = (): number => process.uptime() * 1000;
  const startOfNode = { wallMs: elapsedMs(), cpuMs: cpuMs() };
  let current = limits;
  const leftMs = (): number => remainingMs({ wallMs: elapsedMs(), cpuMs: cpuMs(), startOfNode }, current);
  const reading = readInput();
  let isOver = false;

  function leave(): void {
    if (reading.isWaiting()) endWhileWaiting();
    process.exit(0);
  }
  async function end(answer: HookAnswer): Promise<void> {
    if (isOver) return;
    isOver = true;
    if (answer.kind === 'printed') print(answer.line);
    if (!answer.isRoutine) await noteAnswer(answer, { environment, elapsedMs: elapsedMs() });
    leave();
  }
  const fail = (fault: unknown): void => void end({ kind: 'silent', reason: 'fault', fault });

  process.on('uncaughtException', fail);
  const watch = (): void => {
    const ms = leftMs();
    if (ms > 0) setTimeout(watch, Math.max(leastWaitMs, ms));
    else if (isOver) leave();
    else void end({ kind: 'silent', reason: 'too late' });
  };
  watch();
  reading.input
    .then((input) =>
      answerHook(input, {
        agent,
        recall,
        mine: work.mining(environment),
        tell: (moment) => {
          current = work.tellingLimits;
          return work.telling(environment, agent)(moment);
        },
        environment,
        workingDirectory: process.cwd,
        remainingMs: leftMs,
      }),
    )
    .then(end)
    .catch(fail);
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** The agent that starts the hook; and the environment, with the home that was named when it was set up. */
function readWords(words: readonly string[]) {
  const after = (name: string): string | undefined =>
    words.includes(name) ? words[words.indexOf(name) + 1] : undefined;
  const home = after('--home');
  return {
    environment: home ? { ...process.env, AFTERWIT_HOME: home } : process.env,
    agent: reportingAgent(after('--agent')),
  };
}

function print(line: string): void {
  try {
    process.getBuiltinModule('node:fs').writeFileSync(1, line);
  } catch {
    // The reader has closed the stream.
  }
}

/** Has a session that pauses read, without waiting; returns why not. */
type HookMining = (session: PausedSession) => Promise<string | undefined>;

/** Answers a moment at which an agent may be told something. */
type HookMoment = (moment: ReportedMoment) => Promise<HookAnswer>;

export interface HookDependencies extends CommandDependencies {
  readonly mine: HookMining;
  readonly tell: HookMoment;
}

/** Reads and answers an agent's report to a hook: a command, a session that pauses, or another moment of it. */
export async function answerHook(input: HookInput, dependencies: HookDependencies): Promise<HookAnswer> {
  const reported = parseHookInput(input);
  if (isProbe(reported)) return { kind: 'printed', line: '{}', isRoutine: true };
  const told = readReport(dependencies.agent, reported);
  const session = readPausedSession(told);
  const reason = session && (await dependencies.mine(session));
  const moment = readMoment(told);
  if (moment?.kind === 'moment') return await dependencies.tell(moment);
  if (moment !== undefined) return { kind: 'silent', reason: moment.reason, isRoutine: true };
  if (session === undefined) return await answerCommand(told, dependencies);
  return { kind: 'silent', reason: reason ?? 'sessions are read', isRoutine: true };
}

function isProbe(reported: unknown): boolean {
  return (
    typeof reported === 'object' &&
    reported !== null &&
    'hook_event_name' in reported &&
    reported.hook_event_name === probeEvent
  );
}
