import type { Check, Diagnosis } from '../../model/answers/memory-status.ts';
import { paragraph } from '../terminal/layout.ts';
import { type Line, line, type Style, span } from '../terminal/line.ts';
import { blank, type Page, sentence } from './page.ts';

const marks: Readonly<Record<Check['result'], { readonly mark: string; readonly style: Style }>> = {
  ok: { mark: 'ok', style: 'green' },
  warning: { mark: 'warning', style: 'yellow' },
  problem: { mark: 'problem', style: 'red' },
};
const markWidth = 9;

/** Answer of `doctor`. */
export function renderDiagnosis(diagnosis: Diagnosis, page: Page): readonly Line[] {
  return [
    ...diagnosis.checks.flatMap((check) => renderCheck(check, page)),
    blank,
    ...sentence(page, span(verdict(diagnosis), 'bold')),
  ];
}

function renderCheck({ name, result, message, remedy }: Check, page: Page): readonly Line[] {
  const { mark, style } = marks[result];
  const lead = line(span(mark.padEnd(markWidth), style));
  return [
    ...paragraph(line(span(`${name}: `, 'bold'), message), { width: page.width, lead }),
    ...(remedy === undefined
      ? []
      : paragraph(line(span(remedy, 'cyan')), { width: page.width, lead: line(' '.repeat(markWidth)) })),
  ];
}

function verdict({ healthy, checks }: Diagnosis): string {
  const warnings = checks.filter(({ result }) => result === 'warning').length;
  if (!healthy) return 'Something is wrong; the lines marked "problem" say what to do.';
  return warnings === 0 ? 'All is well.' : 'All works; see the warnings.';
}
