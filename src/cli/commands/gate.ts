import { replayGate } from '../../api/operations/replay-gate.ts';
import { statistics } from '../../api/operations/statistics.ts';
import { inputOf } from '../input/input-of.ts';
import {
  renderGateEvaluation,
  renderGateReplay,
  renderGateReport,
  renderGateReset,
} from '../rendering/render-gate.ts';
import { renderStatistics } from '../rendering/render-statistics.ts';
import type { Answer, Session } from '../session.ts';

export async function runGateShow({ home }: Session): Promise<Answer> {
  const answer = await (await home()).gate();
  return { value: answer, lines: (page) => renderGateReport(answer, page) };
}

export async function runGateReset({ home }: Session): Promise<Answer> {
  const answer = await (await home()).resetGate();
  return { value: answer, lines: (page) => renderGateReset(answer, page) };
}

export async function runGateReplay(session: Session): Promise<Answer> {
  const input = await inputOf(replayGate, session);
  const answer = await (await session.home()).replayGate(input);
  return { value: answer, lines: (page) => renderGateReplay(answer, page) };
}

export async function runGateEvaluate({ home }: Session): Promise<Answer> {
  const answer = await (await home()).evaluateGate();
  return { value: answer, lines: (page) => renderGateEvaluation(answer, page) };
}

export async function runStats(session: Session): Promise<Answer> {
  const input = await inputOf(statistics, session);
  const answer = await (await session.home()).statistics(input);
  return { value: answer, lines: (page) => renderStatistics(answer, page) };
}
