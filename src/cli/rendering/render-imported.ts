import type { ImportReport } from '../../model/answers/exchange-report.ts';
import { countOf, formatCount } from '../../wording/format-number.ts';
import { shortUuid } from '../../wording/short-uuid.ts';
import { paragraph } from '../terminal/layout.ts';
import { type Line, line, span } from '../terminal/line.ts';
import { blank, labelled, type Page, sentence } from './page.ts';
import { type NextStep, renderNextSteps } from './render-next-steps.ts';

const shownFaults = 10;

/** Answer of `import`. */
export function renderImported(report: ImportReport, vouched: boolean, page: Page): readonly Line[] {
  const { lineCount, added, known, replaced, outcomesAdded } = report;
  const row = (label: string, count: number, words: string): readonly Line[] =>
    count === 0 ? [] : labelled(label, [words], page, 2);
  return [
    ...sentence(page, span(countOf(lineCount, 'line'), 'bold'), ' read.'),
    ...row('added', added, countOf(added, 'memory', 'memories')),
    ...row(
      'replaced',
      replaced,
      `${countOf(replaced, 'memory', 'memories')} that the file had a later version of`,
    ),
    ...row('here', known, `${countOf(known, 'memory', 'memories')} already; left unchanged`),
    ...renderDiffering(report.differing ?? [], page),
    ...row('outcomes', outcomesAdded, `${formatCount(outcomesAdded)} of earlier showings`),
    ...renderFaults(report, page),
    ...renderSkipped(report.skippedFiles ?? [], page),
    ...renderNextSteps('Next', nextSteps(report, vouched), page),
  ];
}

function renderDiffering(ids: readonly string[], page: Page): readonly Line[] {
  const [first] = ids;
  if (first === undefined) return [];
  const words = `${countOf(ids.length, 'of these is', 'of these are')} said in other words by the file. To take those: afterwit forget ${shortUuid(first)}, then import again`;
  return labelled('', [words], page, 2);
}

function renderFaults({ faults, faultCount }: ImportReport, page: Page): readonly Line[] {
  if (faults.length === 0) return [];
  const hidden = faultCount - Math.min(faults.length, shownFaults);
  return [
    blank,
    line(span(`${countOf(faultCount, 'line')} not taken in`, 'yellow')),
    ...faults.slice(0, shownFaults).flatMap(({ file, line: number, message }) =>
      paragraph(line(message), {
        width: page.width,
        lead: line(span(`  ${file === undefined ? '' : `${file} `}line ${number}  `, 'dim')),
      }),
    ),
    ...(hidden > 0 ? [line(span(`  … ${formatCount(hidden)} more; --json lists more`, 'dim'))] : []),
  ];
}

function renderSkipped(names: readonly string[], page: Page): readonly Line[] {
  const [first] = names;
  if (first === undefined) return [];
  return sentence(
    page,
    span(`${countOf(names.length, 'file')} not opened`, 'yellow'),
    `, the first ${first}: links, pipes and devices lead elsewhere. Copy what they stand for.`,
  );
}

function nextSteps({ added, newRepositories }: ImportReport, vouched: boolean): readonly NextStep[] {
  return [
    ...newRepositories.map(({ id, name }) => ({
      command: `afterwit repo link ${id}`,
      why: `inside your clone of ${name}`,
    })),
    ...(added === 0 || vouched ? [] : [{ command: 'afterwit review', why: 'what waits for your decision' }]),
  ];
}
