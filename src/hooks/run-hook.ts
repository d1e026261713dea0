import { type ReportingAgent, reportingAgent } from '../engine/agents/agent-reports.ts';
import type { HookRecall } from '../open/answer-command.ts';
import type { HookAnswer } from '../open/hook-answer.ts';
import { noteAnswer } from '../open/note-answer.ts';
import { answerHook, type HookMining, type HookMoment } from './answer-hook.ts';
import { endWhileWaiting, readInput } from './read-input.ts';
import { type BudgetLimits, budgetLimits, momentLimits, remainingMs } from './time-budget.ts';

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
function readWords(words: readonly string[]): {
  readonly environment: NodeJS.ProcessEnv;
  readonly agent: ReportingAgent;
} {
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
