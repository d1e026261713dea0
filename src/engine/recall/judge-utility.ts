import type { JudgedTask, JudgedUnit, UnitKind } from '../../judging/judged-unit.ts';
import { rankerScore } from '../../judging/ranker.ts';
import { readEvidence } from '../../judging/read-evidence.ts';
import { shippedRanker } from '../../judging/shipped-ranker.ts';
import { unitFeatures } from '../../judging/unit-features.ts';
import { explainUtility } from '../../judging/utility.ts';
import { estimateByProxy } from '../../judging/utility-terms.ts';
import type { UtilityScores } from '../../model/decision.ts';
import type { ItemId, ItemType } from '../../model/memory-item.ts';
import type { Trust } from '../../model/trust.ts';
import type { QueryProfile } from '../../query/profile-query.ts';
import type { ConsideredCandidate } from './considered-candidate.ts';

const kinds: Readonly<Record<ItemType, UnitKind>> = {
  decision: 'rule',
  constraint: 'rule',
  preference: 'rule',
  failure: 'failure',
  fix: 'failure',
  project_fact: 'memory',
  task_state: 'memory',
  command_result: 'memory',
};

/** How far a speaker's own confidence is believed. */
const trusted: Readonly<Record<Trust, number>> = {
  untrusted: 0.4,
  imported: 0.7,
  agent: 0.7,
  verified: 1,
  user: 1,
};

/**
 * How useful each admitted memory would be: by the proxy of Eq. 3 and by the shipped ranker, for the receipt. Neither decides what is
 * shown. What fits too little to be shown is not judged.
 *
 * @param files being worked on: what is planned is to edit them, and to run the failing command again
 */
export function judgeUtility(
  considered: readonly ConsideredCandidate[],
  query: QueryProfile,
  files: readonly string[] = [],
): ReadonlyMap<ItemId, UtilityScores> {
  const judged = considered.filter(
    ({ admission, strength }) => admission.admitted && strength !== 'different',
  );
  const best = Math.max(...judged.map(({ score }) => score), Number.MIN_VALUE);
  const evidence = readEvidence(
    judged.map((candidate) => judgedUnit(candidate, best)),
    judgedTask(query, files),
  );
  return new Map(
    evidence.map((one, at) => [
      (judged[at] as ConsideredCandidate).item.id,
      {
        proxy: explainUtility(estimateByProxy(one)),
        ranker: rankerScore(shippedRanker, unitFeatures(one)),
      },
    ]),
  );
}

function judgedTask({ words, failure, command }: QueryProfile, files: readonly string[]): JudgedTask {
  return {
    text: [words, ...(failure?.errorLines ?? [])].join('\n'),
    plannedActions: [
      ...(command === undefined ? [] : [`run ${command}`]),
      ...files.map((file) => `edit ${file}`),
    ],
  };
}

function judgedUnit({ item, score, freshness, standing }: ConsideredCandidate, best: number): JudgedUnit {
  const { outcomes } = standing;
  return {
    id: item.id,
    kind: kinds[item.type],
    text: `${item.title}\n${item.content}`,
    places: [...item.anchors.map(({ path }) => path), ...item.references],
    names: [],
    tokens: item.tokenCost,
    confidence: item.confidence * trusted[item.trust],
    isStale: freshness === 'stale' || freshness === 'orphaned' || item.status !== 'active',
    retrieval: score / best,
    helped: (outcomes.verified ?? 0) + (outcomes.accepted ?? 0),
    failed: (outcomes.rejected ?? 0) + (outcomes.false_positive ?? 0),
    conflicts: item.relatedItems.filter(({ relation }) => relation === 'contradicts').length,
  };
}
