import {
  type CountedShare,
  type GateStatistics,
  type MemoryStatistics,
  type MetricName,
  metrics,
} from '../../model/answers/gate-report.ts';
import { formatMoment } from '../../wording/format-date.ts';
import { countOf, formatCount } from '../../wording/format-number.ts';
import { type Line, line, span } from '../terminal/line.ts';
import { describeShare } from './describe-share.ts';
import { blank, indented, labelled, type Page, sentence } from './page.ts';
import { renderLedger } from './render-gate.ts';

const indent = 2;
const shownReasons = 8;

/** Answer of `stats`. */
export function renderStatistics(statistics: GateStatistics, page: Page): readonly Line[] {
  const { sinceMs, decisions, hooks, silences, ledger } = statistics;
  const rate = (label: string, share: CountedShare, words: string): readonly Line[] =>
    labelled(label, [describeShare(share), span(`  ${words}`, 'dim')], page, indent);
  return [
    ...sentence(
      page,
      span(countOf(decisions, 'decision'), 'bold'),
      ` that nobody asked for, since ${formatMoment(sinceMs, page.nowMs)}.`,
    ),
    ...rate('shown', statistics.injections, 'of all decisions'),
    ...rate('silent', statistics.abstentions, 'of all: something was near, and was not shown'),
    ...rate('unknown', statistics.nothingKnown, 'of all: nothing was near'),
    ...rate('asked', statistics.questions, 'of all: a question instead'),
    blank,
    line(span('What came of it', 'bold')),
    ...rate('wrong', statistics.falsePositives, 'of the shown that were judged: false positives'),
    ...rate('helped', statistics.helped, 'of the shown that were judged'),
    ...rate('missed', statistics.missed, 'of the silences that were judged'),
    ...rate('unjudged', statistics.unlabelled, 'of the shown: nothing is known of them'),
    ...(silences.length === 0 ? [] : [blank, line(span('Silent because', 'bold'))]),
    ...silences
      .slice(0, shownReasons)
      .flatMap(({ reason, count }) =>
        indented(page, indent, span(formatCount(count).padStart(6), 'green'), `  ${reason}`),
      ),
    blank,
    ...renderMetrics(statistics.memory, page),
    blank,
    ...renderLedger(ledger, page),
    blank,
    ...sentence(
      page,
      `Hooks that ran out of time: ${formatCount(hooks.tooLate)}; that met a fault: ${formatCount(hooks.faults)}.`,
    ),
  ];
}

/** What the Memory V3 record measures, of all answers. */
function renderMetrics(memory: MemoryStatistics, page: Page): readonly Line[] {
  const { answers, contradictoryPacks, repeatedFailures, medianTokens } = memory;
  const words = (text: string) => span(`  ${text}`, 'dim');
  return [
    line(span(`Memory V3, in ${countOf(answers, 'answer')}`, 'bold')),
    ...Object.entries(memory.metrics).flatMap(([name, value]) =>
      indented(
        page,
        indent,
        span(formatCount(value).padStart(6), 'green'),
        `  ${name}`,
        words(value === 0 ? noneBecause(name as MetricName) : ''),
      ),
    ),
    ...labelled(
      'contrary',
      [describeShare(contradictoryPacks), words('of the answers with memories')],
      page,
      indent,
    ),
    ...labelled(
      'repeated',
      [describeShare(repeatedFailures), words('of known failures: nothing shown')],
      page,
      indent,
    ),
    ...labelled('median', [formatCount(medianTokens), words('tokens of an answer')], page, indent),
  ];
}

/** A number that cannot be anything else is told from one that only happens to be 0. */
function noneBecause(name: MetricName): string {
  const metric = metrics[name];
  return 'noneBecause' in metric ? metric.noneBecause : '';
}
