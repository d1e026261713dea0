import * as operations from '../../api/operations.ts';
import type {
  CountedShare,
  GateStatistics,
  LedgerReport,
  MemoryStatistics,
  ValueEstimate,
} from '../../model/answers/gate-report.ts';
import { type MetricName, metrics } from '../../model/answers/gate-report.ts';
import { countOf, formatCount, formatShare } from '../../wording/formats.ts';
import {
  actionWords,
  describeSteps,
  outcomeWords,
  shortUuid,
  trustWords,
} from '../../wording/memory-words.ts';
import { asking } from '../ask.ts';
import {
  type Block,
  blank,
  bold,
  dim,
  field,
  green,
  indent,
  itemMark,
  moment,
  type Part,
  section,
  text,
  title,
  unbroken,
  yellow,
} from '../page.ts';

const shownReasons = 8;

export const feedback = asking(operations.feedback, ({ kind, outcome, item }) => [
  text(
    bold(kind === 'recorded' ? 'Recorded' : 'Already known, and counted once'),
    ` for decision ${shortUuid(outcome.decisionId)}: ${outcomeWords[outcome.kind]}.`,
  ),
  item !== undefined && text(itemMark(item.id), `  ${item.title}`, dim(` (${trustWords[item.trust]})`)),
]);

export const gateShow = asking(operations.gate, (report) => {
  const { policy, policyVersion, knowledge, judged, learnsAfter, ledger, numbers, bytes } = report;
  return [
    unbroken(bold('Gate'), ` ${policy}, version ${policyVersion}`),
    indent(
      2,
      field(
        'knows',
        knowledge === 'priors'
          ? 'shipped priors alone: no outcome here was learned from yet'
          : `outcomes of ${countOf(judged, 'decision')} here, beside shipped priors`,
      ),
      learnsAfter !== undefined &&
        field('reset', `outcomes up to number ${formatCount(learnsAfter)} are left aside`),
      field('stored', countOf(bytes, 'byte')),
    ),
    section(
      'Decides with',
      indent(
        2,
        numbers.map(({ value, description }) =>
          text(green(value.toFixed(3).padStart(9)), `  ${description}`),
        ),
      ),
    ),
    blank,
    showLedger(ledger),
  ];
});

function openness({ isOpen, isOpenToSame }: LedgerReport): Part {
  if (isOpen) return ': open';
  return isOpenToSame ? ': open to the very same failure alone' : yellow(': closed');
}

/** Shows the ledger of 30 days, with the limits of its bound. */
function showLedger(ledger: LedgerReport): Block {
  const { falsePositives, pending, labelled: judged, unlabelled, limit } = ledger;
  return [
    unbroken(bold('Ledger of 30 days'), openness(ledger)),
    indent(
      2,
      field(
        'bound',
        `${countOf(falsePositives, 'false positive')} and ${formatCount(pending)} that may still be judged, with the next one at most ${limit.toFixed(1)}`,
      ),
      field('judged', countOf(judged, 'shown memory', 'shown memories')),
      field('unknown', `${describeShare(unlabelled)} not judged`),
    ),
  ];
}

/** `3 of 40 = 8% (3–20%)`: counts, share and 95 % interval. */
function describeShare({ count, of, low, high }: CountedShare): string {
  if (of === 0) return '0 of 0';
  return `${formatCount(count)} of ${formatCount(of)} = ${formatShare(count / of)} (${formatShare(low)}–${formatShare(high)})`;
}

export const gateReset = asking(operations.resetGate, ({ forgotten }) =>
  text(
    bold('Forgotten'),
    `: what was learned from ${countOf(forgotten, 'judged decision')}. The ledger and all decisions stay.`,
  ),
);

export const gateReplay = asking(operations.replayGate, (replay) => {
  const { policy, replayed, same, changed, passedOver, ofOthers } = replay;
  const verdict = `${formatCount(same)} of ${countOf(replayed, 'decision')} the same`;
  return [
    text(bold(policy), ': ', same === replayed ? green(verdict) : yellow(verdict), '.'),
    indent(
      2,
      ofOthers > 0 && text(dim(`${formatCount(ofOthers)} of them were made by another policy`)),
      passedOver > 0 &&
        text(dim(`${countOf(passedOver, 'decision')} passed over: compacted, or of an older version`)),
    ),
    section(
      'Decided otherwise, the latest',
      indent(
        2,
        changed.map(({ decisionId, atMs, before, now, reason }) =>
          text(
            itemMark(decisionId),
            '  ',
            moment(atMs),
            `: ${actionWords[before].toLowerCase()} → ${actionWords[now].toLowerCase()}`,
            dim(`; ${reason}`),
          ),
        ),
      ),
    ),
  ];
});

export const gateEvaluate = asking(operations.evaluateGate, (evaluation) => {
  const { judged, leftOut, logged, isDeterministic, policies } = evaluation;
  if (judged === 0)
    return text(
      bold('Nothing to estimate from'),
      `: of ${countOf(leftOut, 'decision')} none was judged. afterwit feedback judges one.`,
    );
  return [
    text(
      bold('Mean reward of a decision'),
      `, from ${countOf(judged, 'judged decision')}; ${formatCount(leftOut)} others tell nothing. What was done: ${describeValue(logged)}.`,
    ),
    policies.map(({ policy, matched, effectiveSampleSize, ips, snips, dr }) => [
      title(policy),
      indent(
        2,
        field(
          'rests on',
          `${countOf(matched, 'decision')} that it would make too, effectively ${effectiveSampleSize.toFixed(1)}`,
        ),
        field('IPS', describeValue(ips)),
        field('SNIPS', describeValue(snips)),
        field('DR', describeValue(dr)),
      ),
    ]),
    isDeterministic && [
      blank,
      text(
        dim(
          'Every decision was certain, so nothing tells what a policy earns where it decides otherwise: IPS counts it as 0, DR rests on its model. The setting gate.holdBackShare holds back a share at random.',
        ),
      ),
    ],
  ];
});

function describeValue({ value, low, high }: ValueEstimate): string {
  if (Number.isNaN(value)) return 'cannot be told';
  if (Number.isNaN(low)) return `${value.toFixed(3)} [no support: too few decisions tell]`;
  return `${value.toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}]`;
}

export const stats = asking(operations.statistics, showStatistics);

export function showStatistics(statistics: GateStatistics): Block {
  const { sinceMs, decisions, steps, hooks, silences, ledger } = statistics;
  return [
    text(bold(countOf(decisions, 'decision')), ' unasked, since ', moment(sinceMs), '.'),
    indent(
      2,
      rate('shown', statistics.injections, 'of all decisions'),
      rate('silent', statistics.abstentions, 'of all: something was near, and was not shown'),
      rate('unknown', statistics.nothingKnown, 'of all: nothing was near'),
      rate('asked', statistics.questions, 'of all: a question instead'),
    ),
    title('What came of it'),
    indent(
      2,
      rate('wrong', statistics.falsePositives, 'of the shown that were judged: false positives'),
      rate('helped', statistics.helped, 'of the shown that were judged'),
      rate('missed', statistics.missed, 'of the silences that were judged'),
      rate('unjudged', statistics.unlabelled, 'of the shown: nothing is known of them'),
      steps.of > 0 && field('steps', describeSteps(steps), dim(`  median of ${formatCount(steps.of)}`)),
    ),
    section(
      'Silent because',
      indent(
        2,
        silences
          .slice(0, shownReasons)
          .map(({ reason, count }) => text(green(formatCount(count).padStart(6)), `  ${reason}`)),
      ),
    ),
    blank,
    showMetrics(statistics.memory),
    blank,
    showLedger(ledger),
    blank,
    text(
      `Hooks that ran out of time: ${formatCount(hooks.tooLate)}; that met a fault: ${formatCount(hooks.faults)}.`,
    ),
  ];
}

function rate(label: string, share: CountedShare, words: string): Block {
  return field(label, describeShare(share), dim(`  ${words}`));
}

/** Shows the measures of the Memory V3 record, of all answers. */
function showMetrics(memory: MemoryStatistics): Block {
  const { answers, contradictoryPacks, repeatedFailures, medianTokens } = memory;
  return [
    unbroken(bold(`Memory V3, in ${countOf(answers, 'answer')}`)),
    indent(
      2,
      Object.entries(memory.metrics).map(([name, value]) =>
        text(
          green(formatCount(value).padStart(6)),
          `  ${name}`,
          dim(`  ${value === 0 ? noneBecause(name as MetricName) : ''}`),
        ),
      ),
      rate('contrary', contradictoryPacks, 'of the answers with memories'),
      rate('repeated', repeatedFailures, 'of known failures: nothing shown'),
      field('median', formatCount(medianTokens), dim('  tokens of an answer')),
    ),
  ];
}

/** Tells a number that can only be 0 from a number that happens to be 0. */
function noneBecause(name: MetricName): string {
  const metric = metrics[name];
  return 'noneBecause' in metric ? metric.noneBecause : '';
}
