import type { ExportReport } from '../../model/answers/exchange-report.ts';
import { countOf, formatBytes } from '../../wording/format-number.ts';
import { type Line, span } from '../terminal/line.ts';
import { type Page, sentence } from './page.ts';
import { renderNextSteps } from './render-next-steps.ts';
import { shellWord } from './shell-word.ts';

/** Answer of `export --out`. */
export function renderExported({ path, lineCount, bytes }: ExportReport, page: Page): readonly Line[] {
  const size = `${countOf(lineCount, 'record')} (memories of all states and places, with the parts of known failures), ${formatBytes(bytes)}`;
  const taken = { command: `afterwit import ${shellWord(path)}`, why: 'in another home, takes them in' };
  return [
    ...sentence(page, span('Exported', 'bold'), ` to ${path}: ${size}.`),
    ...renderNextSteps('Next', [taken], page),
  ];
}
