import * as operations from '../../api/operations.ts';
import type {
  DecisionExplanation,
  DecisionReceipt,
  EmbeddingReceipt,
  Judgement,
  JudgeResult,
  LedgerEntry,
  Outcome,
  PolicyVerdict,
  RouteReason,
} from '../../model/decision.ts';
import { isAfterwitError } from '../../model/errors.ts';
import type { FailureProfile } from '../../model/failure.ts';
import { countOf, formatCount, formatShare } from '../../wording/formats.ts';
import {
  actionWords,
  describePrincipal,
  describeScope,
  describeSteps,
  momentWords,
  outcomeWords,
  shortUuid,
} from '../../wording/memory-words.ts';
import { asking } from '../ask.ts';
import {
  andMore,
  type Block,
  blank,
  bold,
  dim,
  field,
  green,
  indent,
  itemMark,
  joined,
  lines,
  moment,
  type Part,
  red,
  row,
  steps,
  text,
  title,
  unbroken,
  yellow,
} from '../page.ts';
import type { Answer, Session } from '../session.ts';
import { showConsidered } from './considered.ts';
import { scoreTree } from './search-commits.ts';

const shownNames = 8;
const summaryCandidates = 3;
const summaryErrorLines = 2;

const explain = asking(operations.why, (explanation, _, { options }) =>
  showExplanation(explanation, options.full === true),
);

export async function why(session: Session): Promise<Answer> {
  try {
    return await explain(session);
  } catch (fault) {
    // No decision yet is an answer.
    const isAboutOne = session.arguments.length > 0;
    if (isAboutOne || !isAfterwitError(fault) || fault.code !== 'DECISION_NOT_FOUND') throw fault;
    return { value: null, shown: text(fault.message) };
  }
}

/** A summary, or all of it with the parts of every score. */
export function showExplanation(
  { receipt, considered, outcomes }: DecisionExplanation,
  full: boolean,
): Block {
  const { id, judgement, embedding, places = [], experiences = [] } = receipt;
  const listed = full ? considered : considered.slice(0, summaryCandidates);
  const isMore = !full && considered.length > 0;
  return [
    showQuestion(receipt, full),
    blank,
    showVerdict(receipt, full),
    blank,
    judgement !== undefined && [showJudgement(judgement, full), blank],
    embedding !== undefined && [showEmbedding(embedding), blank],
    considered.length === 0
      ? text('No memory was a candidate.')
      : unbroken(bold(`Considered, ${countOf(considered.length, 'memory', 'memories')}`)),
    listed.map((each, at) => [at > 0 && full && blank, showConsidered(each, at + 1, full)]),
    indent(2, andMore(considered.length - listed.length, '')),
    showOffered('Earlier tasks offered', experiences, ({ id: task }) => itemMark(task)),
    showOffered('Files named', places, ({ path }) => path),
    showOutcomes(outcomes),
    isMore && steps('Next', [`afterwit why ${shortUuid(id)} --full`, 'every score, and its parts']),
  ];
}

function showOffered<One extends { readonly confidence: number }>(
  name: string,
  all: readonly One[],
  nameOf: (one: One) => Part,
): Block {
  const rows = all.map((one) => text(nameOf(one), dim(`  ${formatShare(one.confidence)}`)));
  return rows.length > 0 && [unbroken(bold(name)), indent(2, rows)];
}

function showEmbedding({ model, told, fault }: EmbeddingReceipt): Block {
  const was = fault === undefined ? '' : `, but gave no vectors: ${fault}`;
  const also = told.length === 0 ? '' : ` and ${countOf(told.length, 'memory', 'memories')}`;
  return [
    text(bold('Vectors: '), `${model} was told the question${also}${was}.`),
    indent(
      2,
      told.map((id) => text(itemMark(id))),
    ),
  ];
}

function showQuestion(receipt: DecisionReceipt, full: boolean): Block {
  const { client, session, query, failure } = receipt;
  const isAbout = query !== '' && receipt.moment !== 'after_failure';
  return [
    unbroken('Decision ', yellow(receipt.id)),
    indent(
      2,
      field('when', moment(receipt.atMs)),
      field('how', momentWords[receipt.moment]),
      field('by', session === undefined ? client : `${client}, session ${session}`),
      field('in', joined(receipt.scopes.map(describeScope))),
      isAbout && field('about', query.replaceAll(/\s+/g, ' ')),
      failure !== undefined && showFailure(failure, full),
      receipt.isCompacted && field('kept', 'in short: it is old, so how each score came about was taken out'),
      receipt.steps && field('steps', describeSteps(receipt.steps)),
      field('size', `${formatCount(receipt.usedTokens)} of ${countOf(receipt.budgetTokens, 'token')} shown`),
    ),
  ];
}

function showFailure(
  { command, errorLines, entities, exceptionTypes }: FailureProfile,
  full: boolean,
): Block {
  const names = entities
    .slice(0, shownNames)
    .map(({ kind, value }) => `${kind.replaceAll('_', ' ')} ${value}`);
  const said = full ? errorLines : errorLines.slice(0, summaryErrorLines);
  return [
    field('failure', command === undefined ? 'of an unknown command' : command.family),
    indent('failure  '.length, said.flatMap(lines)),
    full && [field('kind', joined(exceptionTypes)), field('names', joined(names))],
  ];
}

function showVerdict({ verdict, moment: when }: DecisionReceipt, full: boolean): Block {
  if (verdict === undefined)
    return when === 'asked'
      ? text(
          bold('Asked for'),
          ': a request shows everything that is admitted and fits the budget; no policy is involved.',
        )
      : text(
          bold('Unasked'),
          ': what may be shown without being asked for, is new to the session and fits the budget; no policy is involved.',
        );
  const { action, policy, policyVersion, propensity, reason } = verdict;
  const chance = `takes this action here with a probability of ${formatShare(propensity)}`;
  return [
    text(bold('Verdict: ', actionWords[action].toLowerCase())),
    indent(
      2,
      field('because', reason),
      field('policy', `${policy}, version ${policyVersion}; ${chance}`),
      showGuard(verdict),
    ),
    showScores(verdict, full),
  ];
}

/** The scores of the best, the chosen and the overridden action as a picture; with `full`, of all. */
function showScores({ action, actionScores, overridden }: PolicyVerdict, full: boolean): Block {
  const isPicture = actionScores.some(({ score }) => score.parts.some(({ value }) => value < 0));
  if (!isPicture)
    return (
      full &&
      actionScores.map(({ action: candidate, score }) => [
        unbroken('  ', (candidate === action ? green : dim)(actionWords[candidate])),
        indent(4, scoreTree(score)),
      ])
    );
  const wanted = [actionScores[0]?.action, action, overridden?.action];
  const shown = full ? actionScores : actionScores.filter((one) => wanted.includes(one.action));
  return [title('Score of each action'), indent(2, scorePicture(shown, action))];
}

/** Cells on either side of the axis. */
const reach = 10;

/**
 * The scores of actions as a picture: each term is a bar from the axis, to the right for the action or to the left against
 * it, all on one scale.
 */
function scorePicture(shown: PolicyVerdict['actionScores'], chosen: string): Block {
  const sizes = shown.flatMap(({ score }) => score.parts.map(({ value }) => Math.abs(value)));
  const largest = Math.max(...sizes, 1e-9);
  return shown.map(({ action, score }) => {
    const words = actionWords[action];
    return [
      text(
        (action === chosen ? green : dim)(score.value.toFixed(3).padStart(7)),
        '  ',
        action === chosen ? green(words) : words,
      ),
      score.parts.map(({ value, description }) =>
        row(
          [dim(`${value.toFixed(3).padStart(7)}  `), (value < 0 ? red : green)(bar(value, largest)), '  '],
          dim(description),
        ),
      ),
    ];
  });
}

/** `      ████│          ` or `          │██        `. A value other than 0 is at least a thin line. */
function bar(value: number, largest: number): string {
  const cells = (Math.abs(value) / largest) * reach;
  const whole = '█'.repeat(Math.round(cells));
  const drawn = whole === '' && Math.abs(value) > 1e-4 ? '▏' : whole;
  return value < 0
    ? `${drawn.padStart(reach)}│${' '.repeat(reach)}`
    : `${' '.repeat(reach)}│${drawn.padEnd(reach)}`;
}

const knowledgeWords: Readonly<Record<NonNullable<PolicyVerdict['knowledge']>, string>> = {
  outcomes: 'from what came of earlier decisions here',
  priors: 'a cold start: shipped priors alone, no outcome here yet',
  none: 'nothing yet',
};

/** Shows the reasons beyond the score: the override, the risk, the ledger, and the source of the knowledge. */
function showGuard({ overridden, risk, ledger, knowledge }: PolicyVerdict): Block {
  return [
    field('instead of', overridden && actionWords[overridden.action].toLowerCase()),
    field('risk', risk !== undefined && `${formatShare(risk)} that it would be wrong`),
    field(
      'ledger',
      ledger &&
        `${countOf(ledger.falsePositives, 'false positive')} of ${formatCount(ledger.labelled)} judged in 30 days, ${formatCount(ledger.pending)} not judged yet`,
    ),
    field('knows', knowledge && knowledgeWords[knowledge]),
  ];
}

function showOutcomes(outcomes: readonly Outcome[]): Block {
  if (outcomes.length === 0) return undefined;
  const said = outcomes.map(({ kind, itemId, by, principal, atMs }) => {
    const who =
      by === 'inference' || principal.startsWith('inference:')
        ? 'inferred'
        : `said by ${describePrincipal(principal)} (${by})`;
    const about = itemId !== undefined && ['; ', itemMark(itemId)];
    return text(outcomeWords[kind], about, dim(`; ${who}, `, moment(atMs)));
  });
  return [title('What came of it'), indent(2, said)];
}

const reasonWords: Readonly<Record<RouteReason, string>> = {
  unsure: 'none of them is likely the answer',
  near_tie: 'they are nearly as likely the answer',
  conflict: 'two of them contradict each other',
  high_risk: 'one of them may lead astray',
};

const resultWords: Readonly<Record<JudgeResult, string>> = {
  judged: 'it had its say in their order',
  failed: 'it failed, so the order is as it was',
  too_late: 'it took too long, so the order is as it was',
  unusable: 'its answer could not be used, so the order is as it was',
};

/** Shows the question to a judge about the order, and its result; in full, its ledger. */
function showJudgement({ judge, reasons, result, fault, ledger }: Judgement, full: boolean): Block {
  const about = countOf(ledger.length, 'memory', 'memories');
  return [
    unbroken(bold('Judge '), judge),
    indent(
      2,
      field('asked', `about ${about}: ${reasons.map((one) => reasonWords[one]).join('; ')}`),
      field('result', [resultWords[result], fault !== undefined && dim(` (${fault})`)]),
      full && ledger.map(showLedgerEntry),
    ),
  ];
}

function showLedgerEntry(entry: LedgerEntry): Block {
  const { itemId, state, utility, confidence, supportedBy, contradictedBy } = entry;
  const others = (words: string, ids: LedgerEntry['supportedBy']): Part =>
    ids.length > 0 && [`, ${words} `, joined(ids.map(itemMark))];
  return text(
    itemMark(itemId),
    `  ${state}`,
    utility !== undefined && `, utility ${utility.toFixed(2)}`,
    confidence !== undefined && dim(`, says it is ${confidence.toFixed(2)} sure`),
    others('supported by', supportedBy),
    others('contradicted by', contradictedBy),
  );
}
