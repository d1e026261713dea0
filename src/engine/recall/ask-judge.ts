import { contradict } from '../../gate/admit.ts';
import { keepLedger } from '../../judging/keep-ledger.ts';
import { readVerdicts } from '../../judging/read-verdicts.ts';
import { routeToJudge } from '../../judging/route-to-judge.ts';
import { transferRisk } from '../../judging/utility-terms.ts';
import type { ItemId } from '../../model/brands.ts';
import type { Judgement, JudgeResult, LedgerEntry } from '../../model/decision.ts';
import type { MemoryItem } from '../../model/memory-item.ts';
import type { Judge, JudgeQuestion, JudgeVerdict } from '../../ports/judge.ts';
import type { QueryProfile } from '../../query/profile-query.ts';
import { workingFileBoost } from '../../retrieval/rank-items.ts';
import type { RecallDependencies } from '../memory/recall-dependencies.ts';
import { isAdmissible } from './admit-candidates.ts';
import { withContrary } from './find-contrary.ts';
import type { InspectedCandidate } from './inspect-candidates.ts';
import { answerLevel } from './judge-answer.ts';
import { placeSuccessors } from './place-successors.ts';
import { plannedActions, readUnits } from './read-units.ts';
import type { RecallMemoriesRequest } from './recall-request.ts';

/** Of a memory, as much is told. */
const toldCharacters = 4_000;

interface Asked {
  readonly request: RecallMemoriesRequest;
  readonly query: QueryProfile;
  /** Likeliest first. */
  readonly candidates: readonly InspectedCandidate[];
  /** They are in that order; else nobody is asked, for somebody wants the order of words. */
  readonly isReranked?: boolean | undefined;
  /** Looks for candidates anew. */
  readonly searchAgain: () => Promise<readonly InspectedCandidate[]>;
}

interface JudgedCandidates {
  readonly candidates: readonly InspectedCandidate[];
  readonly judgement?: Judgement;
}

/**
 * Asks a judge where the order of what was asked in words is in doubt, and puts those it was asked about in the order of its estimates, on the places
 * that they have. What may not be shown is not told to it. It is asked before admission: of two that contradict each other and are believed alike the one it
 * prefers is admitted, and of others still the one that is believed more. It may think for long, and what is forgotten, replaced or turned down meanwhile is
 * not to be shown: whatever it answers, the candidates are those that are found afterwards.
 */
export async function askJudge(
  { request, query, candidates, isReranked, searchAgain }: Asked,
  dependencies: RecallDependencies,
): Promise<JudgedCandidates> {
  const { judge, settings, files: working } = dependencies;
  if (judge === undefined || !isReranked) return { candidates };
  const files = (request.files ?? []).map((file) => working?.relative(file) ?? file);
  const possible = withContrary(mayBeShown(candidates, dependencies), settings.memory);
  const risks = readUnits(possible, query, files).map(transferRisk);
  const units = possible.map((candidate, at) => ({
    ...{ id: candidate.item.id, candidate, risk: risks[at] ?? 0 },
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
  const { result, verdicts } = await verdictsOf(
    judge,
    {
      task: query.words,
      plannedActions: plannedActions(query, files),
      units: routed.map(({ id, item, contradicts }) => ({
        ...{ id, type: item.type, contradicts },
        text: textOf(item),
      })),
    },
    settings.judging.timeoutMs,
  );
  const ledger = keepLedger(routed, verdicts);
  const judgement = { judge: judge.name, reasons, result, ledger };
  const found = await searchAgain();
  if (verdicts === undefined) return { candidates: found, judgement };
  const told = new Map(routed.map(({ id, item }) => [id, textOf(item)]));
  const judged = found.filter(({ item }) => told.get(item.id) === textOf(item)).map(({ item }) => item.id);
  const heard = ledger.filter(({ itemId }) => judged.includes(itemId));
  return { candidates: placeSuccessors(inOrderOf(heard, found)), judgement };
}

function textOf({ title, content }: MemoryItem): string {
  return `${title}\n${content}`.slice(0, toldCharacters);
}

/** Those that would be shown if there were room: where recall is going to be silent, nobody is asked. */
function mayBeShown(
  candidates: readonly InspectedCandidate[],
  dependencies: RecallDependencies,
): readonly InspectedCandidate[] {
  const possible = candidates.filter(
    (candidate) =>
      candidate.strength !== 'different' &&
      candidate.answer !== undefined &&
      isAdmissible(candidate, true, dependencies),
  );
  return possible.filter((candidate) => answerLevel(candidate) !== 'nothing');
}

/** What it is ordered by. */
function likelihoodOf({ answer, aboutWork }: InspectedCandidate): number {
  return Math.min(1, (aboutWork ? workingFileBoost : 1) * (answer?.confidence ?? 0));
}

interface Answered {
  readonly result: JudgeResult;
  readonly verdicts?: readonly JudgeVerdict[];
}

/** Never throws, and waits no longer than it may. */
async function verdictsOf(
  judge: Judge,
  question: Omit<JudgeQuestion, 'signal'>,
  timeoutMs: number,
): Promise<Answered> {
  const stop = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<Answered>((resolve) => {
    timer = setTimeout(() => {
      resolve({ result: 'too_late' });
      stop.abort();
    }, timeoutMs);
  });
  const ids = question.units.map(({ id }) => id);
  const answered = async (): Promise<Answered> => {
    const verdicts = readVerdicts(await judge.judge({ ...question, signal: stop.signal }), ids);
    return verdicts === undefined ? { result: 'unusable' } : { result: 'judged', verdicts };
  };
  try {
    return await Promise.race([answered(), late]);
  } catch {
    return { result: 'failed' };
  } finally {
    clearTimeout(timer);
  }
}

/** The judged by their utility, on the places that they had; of equals the likelier first. */
function inOrderOf(
  ledger: readonly LedgerEntry[],
  candidates: readonly InspectedCandidate[],
): readonly InspectedCandidate[] {
  const judged = ledger.toSorted((a, b) => (b.utility ?? 0) - (a.utility ?? 0));
  const byId = new Map<ItemId, InspectedCandidate>(candidates.map((one) => [one.item.id, one]));
  const places = new Set(ledger.map(({ itemId }) => itemId));
  let next = 0;
  return candidates.map((candidate) => {
    if (!places.has(candidate.item.id)) return candidate;
    const itemId = judged[next++]?.itemId;
    return (itemId && byId.get(itemId)) ?? candidate;
  });
}
