import {
  renderGateEvaluation,
  renderGateReplay,
  renderGateReport,
  renderGateReset,
} from '../rendering/render-gate.ts';
import { renderStatistics } from '../rendering/render-statistics.ts';
import type { Answer, Session } from '../session.ts';

export async function runGateShow({ home }: Session): Promise<Answer> {
  const report = await (await home()).gate();
  return { value: report, lines: (page) => renderGateReport(report, page) };
}

export async function runGateReset({ home }: Session): Promise<Answer> {
  const reset = await (await home()).resetGate();
  return { value: reset, lines: (page) => renderGateReset(reset, page) };
}

export async function runGateReplay({ home, options }: Session): Promise<Answer> {
  const replay = await (await home()).replayGate({ policy: options.policy });
  return { value: replay, lines: (page) => renderGateReplay(replay, page) };
}

export async function runGateEvaluate({ home }: Session): Promise<Answer> {
  const evaluation = await (await home()).evaluateGate();
  return { value: evaluation, lines: (page) => renderGateEvaluation(evaluation, page) };
}

export async function runStats({ home, options }: Session): Promise<Answer> {
  const statistics = await (await home()).statistics({ days: options.days });
  return { value: statistics, lines: (page) => renderStatistics(statistics, page) };
}
