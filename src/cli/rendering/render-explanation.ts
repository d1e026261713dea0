import type { DecisionExplanation, DecisionReceipt, Outcome, PolicyVerdict } from '../../model/decision.ts';
import type { FailureProfile } from '../../model/failure.ts';
import { formatMoment } from '../../wording/format-date.ts';
import { countOf, formatCount, formatShare } from '../../wording/format-number.ts';
import {
  actionWords,
  describePrincipal,
  describeScope,
  momentWords,
  outcomeWords,
} from '../../wording/memory-words.ts';
import { shortUuid } from '../../wording/short-uuid.ts';
import { type Line, type LinePart, line, span } from '../terminal/line.ts';
import { blank, indented, itemMark, joinParts, labelled, type Page, sentence, textLines } from './page.ts';
import { renderConsidered } from './render-considered.ts';
import { renderJudgement } from './render-judgement.ts';
import { type NextStep, renderNextSteps } from './render-next-steps.ts';
import { renderScorePicture } from './render-score-picture.ts';
import { renderScoreTree } from './render-score-tree.ts';

const indent = 2;
const shownNames = 8;

const summaryCandidates = 3;
const summaryErrorLines = 2;

/** Answer of `why`: a summary, or all of it with the parts of every score. */
export function renderExplanation(
  { receipt, considered, outcomes }: DecisionExplanation,
  full: boolean,
  page: Page,
): readonly Line[] {
  const listed = full ? considered : considered.slice(0, summaryCandidates);
  const hidden = considered.length - listed.length;
  return [
    ...renderQuestion(receipt, full, page),
    blank,
    ...renderVerdict(receipt, full, page),
    blank,
    ...(receipt.judgement === undefined ? [] : [...renderJudgement(receipt.judgement, full, page), blank]),
    ...(considered.length === 0
      ? sentence(page, 'No memory was a candidate.')
      : [line(span(`Considered, ${countOf(considered.length, 'memory', 'memories')}`, 'bold'))]),
    ...listed.flatMap((memory, position) => [
      ...(position === 0 || !full ? [] : [blank]),
      ...renderConsidered(memory, position + 1, full, page),
    ]),
    ...(hidden > 0 ? indented(page, indent, span(`… ${formatCount(hidden)} more`, 'dim')) : []),
    ...renderNamed(receipt, page),
    ...renderOutcomes(outcomes, page),
    ...(full || considered.length === 0 ? [] : renderNextSteps('Next', [everything(receipt)], page)),
  ];
}

/** Files that were named beside the memories, and how sure it was of each. */
function renderNamed({ places = [] }: DecisionReceipt, page: Page): readonly Line[] {
  if (places.length === 0) return [];
  return [
    line(span('Files named', 'bold')),
    ...places.flatMap(({ path, confidence }) =>
      indented(page, indent, path, span(`  ${formatShare(confidence)}`, 'dim')),
    ),
  ];
}

function everything({ id }: DecisionReceipt): NextStep {
  return { command: `afterwit why ${shortUuid(id)} --full`, why: 'every score, and its parts' };
}

function renderQuestion(receipt: DecisionReceipt, full: boolean, page: Page): readonly Line[] {
  const detail = (label: string, parts: readonly LinePart[]): readonly Line[] =>
    labelled(label, parts, page, indent);
  const { client, session, query, failure } = receipt;
  return [
    line('Decision ', span(receipt.id, 'yellow')),
    ...detail('when', [formatMoment(receipt.atMs, page.nowMs)]),
    ...detail('how', [momentWords[receipt.moment]]),
    ...detail('by', [session === undefined ? client : `${client}, session ${session}`]),
    ...detail('in', joinParts(receipt.scopes.map(describeScope))),
    ...(query === '' || receipt.moment === 'after_failure'
      ? []
      : detail('about', [query.replaceAll(/\s+/g, ' ')])),
    ...(failure === undefined ? [] : renderFailure(failure, full, page)),
    ...(receipt.isCompacted
      ? detail('kept', ['in short: it is old, so how each score came about was taken out'])
      : []),
    ...detail('size', [
      `${formatCount(receipt.usedTokens)} of ${countOf(receipt.budgetTokens, 'token')} shown`,
    ]),
  ];
}

function renderFailure(failure: FailureProfile, full: boolean, page: Page): readonly Line[] {
  const { command, errorLines, entities, exceptionTypes } = failure;
  const names = entities
    .slice(0, shownNames)
    .map(({ kind, value }) => `${kind.replaceAll('_', ' ')} ${value}`);
  const detail = (label: string, parts: readonly LinePart[]): readonly Line[] =>
    parts.length === 0 ? [] : labelled(label, parts, page, indent);
  return [
    ...detail('failure', command === undefined ? ['of an unknown command'] : [command.family]),
    ...(full ? errorLines : errorLines.slice(0, summaryErrorLines)).flatMap((text) =>
      textLines(text, page, indent + 'failure  '.length),
    ),
    ...(full ? [...detail('kind', joinParts(exceptionTypes)), ...detail('names', joinParts(names))] : []),
  ];
}

function renderVerdict({ verdict, moment }: DecisionReceipt, full: boolean, page: Page): readonly Line[] {
  if (verdict === undefined && moment !== 'asked') {
    return sentence(
      page,
      span('Unasked', 'bold'),
      ': what may be shown without being asked for, is new to the session and fits the budget; no policy is involved.',
    );
  }
  if (verdict === undefined) {
    return sentence(
      page,
      span('Asked for', 'bold'),
      ': a request shows everything that is admitted and fits the budget; no policy is involved.',
    );
  }
  const { action, policy, policyVersion, propensity, reason } = verdict;
  const chance = `takes this action here with a probability of ${formatShare(propensity)}`;
  return [
    ...sentence(page, span('Verdict: ', 'bold'), span(actionWords[action].toLowerCase(), 'bold')),
    ...labelled('because', [reason], page, indent),
    ...labelled('policy', [`${policy}, version ${policyVersion}; ${chance}`], page, indent),
    ...renderGuard(verdict, page),
    ...renderScores(verdict, full, page),
  ];
}

/** Scores of terms as a picture, in the summary those of what was done and what came before it; other scores in full alone. */
function renderScores(verdict: PolicyVerdict, full: boolean, page: Page): readonly Line[] {
  const { action, actionScores, overridden } = verdict;
  const isPicture = actionScores.some(({ score }) => score.parts.some(({ value }) => value < 0));
  if (!isPicture)
    return (full ? actionScores : []).flatMap(({ action: candidate, score }) => [
      line('  ', span(actionWords[candidate], candidate === action ? 'green' : 'dim')),
      ...renderScoreTree(score, indent * 2, page),
    ]);
  const wanted = [actionScores[0]?.action, action, overridden?.action];
  const shown = full ? actionScores : actionScores.filter((one) => wanted.includes(one.action));
  return [blank, line(span('Score of each action', 'bold')), ...renderScorePicture(shown, action, page)];
}

/** What stood over the score: the override, the risk, the ledger, and where the knowledge came from. */
function renderGuard({ overridden, risk, ledger, knowledge }: PolicyVerdict, page: Page): readonly Line[] {
  const detail = (label: string, text: string | undefined): readonly Line[] =>
    text === undefined ? [] : labelled(label, [text], page, indent);
  return [
    ...detail('instead of', overridden && actionWords[overridden.action].toLowerCase()),
    ...detail('risk', risk === undefined ? undefined : `${formatShare(risk)} that it would be wrong`),
    ...detail(
      'ledger',
      ledger &&
        `${countOf(ledger.falsePositives, 'false positive')} of ${formatCount(ledger.labelled)} judged in 30 days, ${formatCount(ledger.pending)} not judged yet`,
    ),
    ...detail('knows', knowledge && knowledgeWords[knowledge]),
  ];
}

const knowledgeWords: Readonly<Record<NonNullable<PolicyVerdict['knowledge']>, string>> = {
  outcomes: 'from what came of earlier decisions here',
  priors: 'a cold start: shipped priors alone, no outcome here yet',
  none: 'nothing yet',
};

function renderOutcomes(outcomes: readonly Outcome[], page: Page): readonly Line[] {
  if (outcomes.length === 0) return [];
  return [
    blank,
    line(span('What came of it', 'bold')),
    ...outcomes.flatMap(({ kind, itemId, by, principal, atMs }) => {
      const who = by === 'inference' ? 'inferred' : `said by ${describePrincipal(principal)} (${by})`;
      const mark = itemId === undefined ? [] : ['; ', itemMark(itemId)];
      const when = formatMoment(atMs, page.nowMs);
      return indented(page, indent, outcomeWords[kind], ...mark, span(`; ${who}, ${when}`, 'dim'));
    }),
  ];
}
