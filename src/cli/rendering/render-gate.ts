import type {
  GateEvaluation,
  GateReplay,
  GateReport,
  GateReset,
  LedgerReport,
  ValueEstimate,
} from '../../model/answers/gate-report.ts';
import { formatMoment } from '../../wording/format-date.ts';
import { countOf, formatCount } from '../../wording/format-number.ts';
import { actionWords } from '../../wording/memory-words.ts';
import { shortUuid } from '../../wording/short-uuid.ts';
import { type Line, line, span } from '../terminal/line.ts';
import { describeShare } from './describe-share.ts';
import { blank, indented, labelled, type Page, sentence } from './page.ts';

const indent = 2;

/** Answer of `gate show`. */
export function renderGateReport(report: GateReport, page: Page): readonly Line[] {
  const { policy, policyVersion, knowledge, judged, learnsAfter, ledger, numbers, bytes } = report;
  const learned =
    knowledge === 'priors'
      ? 'shipped priors alone: no outcome here was learned from yet'
      : `outcomes of ${countOf(judged, 'decision')} here, beside shipped priors`;
  return [
    line(span('Gate', 'bold'), ` ${policy}, version ${policyVersion}`),
    ...labelled('knows', [learned], page, indent),
    ...(learnsAfter === undefined
      ? []
      : labelled(
          'reset',
          [`outcomes up to number ${formatCount(learnsAfter)} are left aside`],
          page,
          indent,
        )),
    ...labelled('stored', [countOf(bytes, 'byte')], page, indent),
    ...(numbers.length === 0 ? [] : [blank, line(span('Decides with', 'bold'))]),
    ...numbers.flatMap(({ value, description }) =>
      indented(page, indent, span(value.toFixed(3).padStart(9), 'green'), `  ${description}`),
    ),
    blank,
    ...renderLedger(ledger, page),
  ];
}

function openness({ isOpen, isOpenToSame }: LedgerReport) {
  if (isOpen) return [': open'];
  return [isOpenToSame ? ': open to the very same failure alone' : span(': closed', 'yellow')];
}

/** The ledger of 30 days, with what its bound leaves unsaid. */
export function renderLedger(ledger: LedgerReport, page: Page): readonly Line[] {
  const { falsePositives, pending, labelled: judged, unlabelled, limit } = ledger;
  return [
    line(span('Ledger of 30 days', 'bold'), ...openness(ledger)),
    ...labelled(
      'bound',
      [
        `${countOf(falsePositives, 'false positive')} and ${formatCount(pending)} that may still be judged, with the next one at most ${limit.toFixed(1)}`,
      ],
      page,
      indent,
    ),
    ...labelled('judged', [countOf(judged, 'shown memory', 'shown memories')], page, indent),
    ...labelled('unknown', [`nobody judged ${describeShare(unlabelled)}`], page, indent),
  ];
}

/** Answer of `gate reset`. */
export function renderGateReset({ forgotten }: GateReset, page: Page): readonly Line[] {
  return sentence(
    page,
    span('Forgotten', 'bold'),
    `: what was learned from ${countOf(forgotten, 'judged decision')}. The ledger and all decisions stay.`,
  );
}

/** Answer of `gate replay`. */
export function renderGateReplay(replay: GateReplay, page: Page): readonly Line[] {
  const { policy, replayed, same, changed, passedOver, ofOthers } = replay;
  const isSame = same === replayed;
  return [
    ...sentence(
      page,
      span(policy, 'bold'),
      ': ',
      span(`${formatCount(same)} of ${countOf(replayed, 'decision')} the same`, isSame ? 'green' : 'yellow'),
      '.',
    ),
    ...(ofOthers === 0
      ? []
      : indented(page, indent, span(`${formatCount(ofOthers)} of them were made by another policy`, 'dim'))),
    ...(passedOver === 0
      ? []
      : indented(
          page,
          indent,
          span(`${countOf(passedOver, 'decision')} passed over: compacted, or of an older version`, 'dim'),
        )),
    ...(changed.length === 0 ? [] : [blank, line(span('Decided otherwise, the latest', 'bold'))]),
    ...changed.flatMap(({ decisionId, atMs, before, now, reason }) =>
      indented(
        page,
        indent,
        span(shortUuid(decisionId), 'yellow'),
        `  ${formatMoment(atMs, page.nowMs)}: ${actionWords[before].toLowerCase()} → ${actionWords[now].toLowerCase()}`,
        span(`; ${reason}`, 'dim'),
      ),
    ),
  ];
}

/** Answer of `gate evaluate`. */
export function renderGateEvaluation(evaluation: GateEvaluation, page: Page): readonly Line[] {
  const { judged, leftOut, logged, isDeterministic, policies } = evaluation;
  if (judged === 0)
    return sentence(
      page,
      span('Nothing to estimate from', 'bold'),
      `: of ${countOf(leftOut, 'decision')} none was judged. afterwit feedback judges one.`,
    );
  return [
    ...sentence(
      page,
      span('Mean reward of a decision', 'bold'),
      `, from ${countOf(judged, 'judged decision')}; ${formatCount(leftOut)} others tell nothing. What was done: ${describeValue(logged)}.`,
    ),
    ...policies.flatMap(({ policy, matched, effectiveSampleSize, ips, snips, dr }) => [
      blank,
      line(span(policy, 'bold')),
      ...labelled(
        'rests on',
        [
          `${countOf(matched, 'decision')} that it would make too, effectively ${effectiveSampleSize.toFixed(1)}`,
        ],
        page,
        indent,
      ),
      ...labelled('IPS', [describeValue(ips)], page, indent),
      ...labelled('SNIPS', [describeValue(snips)], page, indent),
      ...labelled('DR', [describeValue(dr)], page, indent),
    ]),
    ...(isDeterministic
      ? [
          blank,
          ...sentence(
            page,
            span(
              'Every decision was certain, so nothing tells what a policy earns where it decides otherwise: IPS counts it as 0, DR rests on its model. The setting gate.holdBackShare holds back a share at random.',
              'dim',
            ),
          ),
        ]
      : []),
  ];
}

function describeValue({ value, low, high }: ValueEstimate): string {
  if (Number.isNaN(value)) return 'cannot be told';
  return `${value.toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}]`;
}
