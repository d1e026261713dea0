import { contradict } from '../../gate/admit.ts';
import { keepLedger, orderByJudge, readVerdicts, routeToJudge } from '../../judging/judge-answers.ts';
import { type JudgedRisk, transferRisk } from '../../judging/utility.ts';
import type { UnitKind } from '../../model/card.ts';
import type { Judgement, LedgerEntry } from '../../model/decision.ts';
import type { ItemType, MemoryItem } from '../../model/memory-item.ts';
import type { Trust } from '../../model/provenance.ts';
import type { QueryProfile } from '../../query/profile-query.ts';
import { workingFileBoost } from '../../retrieval/rank-items.ts';
import type { RecallDependencies } from '../memory/recall-dependencies.ts';
import { answerInTime } from '../models/answer-in-time.ts';
import type { Candidate } from './candidate.ts';
import { isAdmissible, withContrary } from './check-candidates.ts';
import { placeSuccessors } from './find-candidates.ts';
import { answerLevel } from './judge-answer.ts';
import type { Question } from './question.ts';

/** Of a memory, as much is told. */
const toldCharacters = 4_000;

interface Doubted {
  /** Likeliest first. */
  readonly candidates: readonly Candidate[];
  /** They are in that order; else nobody is asked, for somebody wants the order of words. */
  readonly isReranked?: boolean | undefined;
  /** Looks for candidates anew. */
  readonly searchAgain: () => Promise<readonly Candidate[]>;
}

interface JudgedCandidates {
  readonly candidates: readonly Candidate[];
  readonly judgement?: Judgement;
}

/**
 * Asks a judge where the order of what was asked in words is in doubt, and puts those it was asked about in the order of its estimates, on the places
 * that they have. What may not be shown is not told to it. It is asked before admission: of two that contradict each other and are believed alike the one it
 * prefers is admitted, and of others still the one that is believed more. It may think for long, and what is forgotten, replaced or turned down meanwhile is
 * not to be shown: whatever it answers, the candidates are those that are found afterwards.
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

/** Those that would be shown if there were room: where recall is going to be silent, nobody is asked. */
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

/** What it is ordered by. */
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

/** What a memory is in the graph of an instance. */
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

/** @param files being worked on: what is planned is to edit them, and to run the failing command again */
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
