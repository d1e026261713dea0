import { defaultSettings, type Settings } from '../../src/config/settings.ts';
import { giveFeedback } from '../../src/engine/decisions/give-feedback.ts';
import { resolveScopes } from '../../src/engine/memory/where-it-holds.ts';
import { recall } from '../../src/engine/recall/recall.ts';
import type { DecisionReceipt, OutcomeKind } from '../../src/model/decision.ts';
import type { RepositoryId } from '../../src/model/repository.ts';
import type { MemoryStore } from '../../src/ports/memory-store.ts';
import type { FixedClock } from './fixed-clock.ts';
import { ada, agentIn } from './issue-memory.ts';

export interface GateMemory {
  /** A command fails, each time in a session of its own: what was shown in one is not shown there again. */
  fail(failure: { readonly output: string; readonly command: string }, settings?: Settings): Promise<Failed>;
  judge(decision: string, kind: OutcomeKind): Promise<void>;
}

interface Failed {
  readonly decisionId: string;
  readonly shown: number;
  readonly receipt: DecisionReceipt;
}

/**
 * Failures and judgements on a store, as hooks and people bring them.
 *
 * @param writer tells those apart that decide at the same time: ids and sessions are its own
 */
export function gateMemory(store: MemoryStore, clock: FixedClock, usual: Settings, writer = 0): GateMemory {
  let uuids = 0;
  const repositoryId = 'r1' as RepositoryId;
  const uuid = () => {
    uuids += 1;
    const begin = Math.imul(uuids, 0x9e3779b1) >>> 0;
    const own = String(writer).padStart(4, '0');
    return `${begin.toString(16).padStart(8, '0')}-${own}-4000-9000-${String(uuids).padStart(12, '0')}`;
  };
  return {
    async fail(failure, settings = usual) {
      const { decisionId, memories } = await recall(
        {
          failure: { ...failure, exitCode: 1 },
          moment: 'after_failure',
          speaker: agentIn(`session ${writer} ${uuids}`),
        },
        {
          ...{ store, clock, repositoryId, settings },
          random: { uuid },
          scopes: resolveScopes({ repositoryId, userName: 'ada' }, defaultSettings.memory.v3.scope),
          ancestry: { head: async () => undefined, holds: async () => true },
        },
      );
      const receipt = store.read((reader) => reader.decision(decisionId));
      if (receipt === undefined) throw new Error('the decision was not recorded');
      return { decisionId, shown: memories.length, receipt };
    },
    async judge(decision, kind) {
      clock.advance(1);
      await giveFeedback({ store, decision, kind, speaker: ada, nowMs: clock.nowMs() });
    },
  };
}
