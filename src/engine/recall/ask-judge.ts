import { contradict } from '../../gate/admit.ts';
import { keepLedger, orderByJudge, readVerdicts, routeToJudge } from '../../judging/judge-answers.ts';
import { type JudgedRisk, transferRisk } from '../../judging/utility.ts';
import type { UnitKind } from '../../model/card.ts';
import type { Judgement, LedgerEntry } from '../../model/decision.ts';
import type { ItemType, MemoryItem } from '../../model/memory-item.ts';
import type { Trust } from '../../model/provenance.ts';
import type { QueryProfile } from '../../query/profile-failure.ts';
import { workingFileBoost } from '../../retrieval/rank-items.ts';
import type { RecallDependencies } from '../memory/recall-dependencies.ts';
import { answerInTime } from '../models/answer-in-time.ts';
import type { Candidate } from './candidate.ts';
import { isAdmissible, withContrary } from './check-candidates.ts';
import { placeSuccessors } from './find-candidates.ts';
import { answerLevel } from './judge-answer.ts';
import type { Question } from './question.ts';

const toldCharacters = 4_000;

interface Doubted {
  /** Likeliest first. */
  readonly candidates: readonly Candidate[];
  /** Whether they are in that order; a judge is asked only then. */
  readonly isReranked?: boolean | undefined;
  /** Looks for candidates anew. */
  readonly searchAgain: () => Promise<readonly Candidate[]>;
}

interface JudgedCandidates {
  readonly candidates: readonly Candidate[];
  readonly judgement?: Judgement;
}

/**
 * Asks a judge where the order of answers to a question in words is in doubt, and reorders the judged candidates by its
 * estimates, in the places that they have. Memories that may not be shown are kept from the judge. It is asked before
 * admission: of two contradicting memories that are believed alike, the preferred one is admitted; otherwise the more
 * believed one. A judge may take long, and memories may be forgotten, replaced or turned down meanwhile, so the
 * candidates are those found after its answer.
 */
export async function askJudge(
  { candidates, isReranked, searchAgain }: Doubted,
  { request, query }: Question,
  dependencies: RecallDependencies,
): Promise<JudgedCandidates> {
  const { judge, settings, files: working } = dependencies;
  if (judge === undefined || !isReranked) return { candidates };
  const files = (request.files ?? []).map((file) => working?.relative(file) ?? file);
  const possible = withContrary(mayBeShown(candidates, dependencies), settings.memory);
  const units = possible.map((candidate) => ({
    ...{ id: candidate.item.id, candidate, risk: transferRisk(riskOf(candidate)) },
    likelihood: likelihoodOf(candidate),
    contradicts: possible
      .filter((other) => other !== candidate && contradict(candidate, other))
      .map(({ item }) => item.id),
  }));
  const route = routeToJudge(units, settings.judging);
  if (route === undefined) return { candidates };
  const { ids, reasons } = route;
  const routed = units
    .filter(({ id }) => ids.includes(id))
    .map(({ id, candidate: { item }, contradicts }) => ({
      ...{ id, item, tokens: item.tokenCost },
      contradicts: contradicts.filter((other) => ids.includes(other)),
    }));
  const question = {
    task: query.words,
    plannedActions: plannedActions(query, files),
    units: routed.map(({ id, item, contradicts }) => ({
      ...{ id, type: item.type, contradicts },
      text: textOf(item),
    })),
  };
  const { answer: verdicts, ...told } = await answerInTime(
    async (signal) => readVerdicts(await judge.judge({ ...question, signal }), ids),
    settings.judging.timeoutMs,
  );
  const ledger = keepLedger(routed, verdicts);
  const judgement = { judge: judge.name, reasons, ...told, ledger };
  const found = await searchAgain();
  if (verdicts === undefined) return { candidates: found, judgement };
  const textsTold = new Map(routed.map(({ id, item }) => [id, textOf(item)]));
  const judged = found
    .filter(({ item }) => textsTold.get(item.id) === textOf(item))
    .map(({ item }) => item.id);
  const heard = ledger.filter(({ itemId }) => judged.includes(itemId));
  return { candidates: placeSuccessors(inOrderOf(heard, found, settings.judging.weight)), judgement };
}

function textOf({ title, content }: MemoryItem): string {
  return `${title}\n${content}`.slice(0, toldCharacters);
}

/** Candidates that would be shown if there were room: without any, recall is silent and asks no judge. */
function mayBeShown(
  candidates: readonly Candidate[],
  dependencies: RecallDependencies,
): readonly Candidate[] {
  return candidates.filter(
    (candidate) =>
      candidate.strength !== 'different' &&
      candidate.answer !== undefined &&
      isAdmissible(candidate, true, dependencies) &&
      answerLevel(candidate) !== 'nothing',
  );
}

/** Returns the likelihood, 0–1, that orders the candidates. */
function likelihoodOf({ answer, aboutWork }: Candidate): number {
  return Math.min(1, (aboutWork ? workingFileBoost : 1) * (answer?.confidence ?? 0));
}

function inOrderOf(
  ledger: readonly LedgerEntry[],
  candidates: readonly Candidate[],
  weight: number,
): readonly Candidate[] {
  const units = candidates.map((candidate) => ({
    ...{ id: candidate.item.id, candidate },
    likelihood: likelihoodOf(candidate),
  }));
  const utilities = new Map(ledger.map(({ itemId, utility = 0 }) => [itemId, utility]));
  return orderByJudge(units, utilities, weight).map(({ candidate }) => candidate);
}

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

/** Returns the kind of unit that a memory is in the graph of an instance. */
export function kindOfItem({ type }: Pick<MemoryItem, 'type'>): UnitKind {
  return kinds[type];
}

/** How far a speaker's own confidence is believed. */
const trusted: Readonly<Record<Trust, number>> = {
  untrusted: 0.4,
  imported: 0.7,
  agent: 0.7,
  verified: 1,
  user: 1,
};

/** @param files being worked on: the plan is to edit them, and to run the failing command again */
function plannedActions(
  { command }: Pick<QueryProfile, 'command'>,
  files: readonly string[],
): readonly string[] {
  return [...(command === undefined ? [] : [`run ${command}`]), ...files.map((file) => `edit ${file}`)];
}

function riskOf({ item, freshness, standing: { outcomes } }: Candidate): JudgedRisk {
  return {
    confidence: item.confidence * trusted[item.trust],
    isStale: freshness === 'stale' || freshness === 'orphaned' || item.status !== 'active',
    helped: (outcomes.verified ?? 0) + (outcomes.accepted ?? 0),
    failed: (outcomes.rejected ?? 0) + (outcomes.false_positive ?? 0),
    conflicts: item.relatedItems.filter(({ relation }) => relation === 'contradicts').length,
  };
}
