import { explainDecision } from '../../engine/decisions/explain-decision.ts';
import { giveFeedback } from '../../engine/decisions/give-feedback.ts';
import type { MemoryHome } from '../memory-home.ts';
import type { HomeDependencies } from './home-dependencies.ts';

const defaultDays = 30;

/** Loaded when it is asked for: nothing else needs every policy. */
const loadGate = () => import('../gate-questions.ts');

type DecisionCalls = Pick<
  MemoryHome,
  'why' | 'feedback' | 'gate' | 'resetGate' | 'replayGate' | 'evaluateGate' | 'statistics'
>;

/** Decisions to show: why, what came of them, and the gate that learns of it. */
export function homeDecisions(dependencies: HomeDependencies): DecisionCalls {
  const { store, clock, speaker: opener, here } = dependencies;
  return {
    why: async (decision, { where = 'here' } = {}) =>
      explainDecision(
        store,
        decision,
        decision === undefined && where === 'here' ? here().scopes : undefined,
      ),
    feedback: async (request) =>
      await giveFeedback({ ...request, speaker: request.speaker ?? opener, store, nowMs: clock.nowMs() }),
    gate: async () => await (await loadGate()).showGate(dependencies),
    resetGate: async ({ speaker = opener } = {}) => await (await loadGate()).resetGate(dependencies, speaker),
    replayGate: async ({ policy } = {}) => await (await loadGate()).replayOwnGate(dependencies, policy),
    evaluateGate: async () => await (await loadGate()).evaluateGate(dependencies),
    statistics: async ({ days = defaultDays } = {}) =>
      await (await loadGate()).gateStatistics(dependencies, days),
  };
}
