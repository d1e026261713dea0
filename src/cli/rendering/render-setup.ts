import type { SetupChange, SetupReport } from '../../model/answers/setup-report.ts';
import { paragraph } from '../terminal/layout.ts';
import { type Line, line, type Span, span } from '../terminal/line.ts';
import { blank, labelled, type Page, sentence } from './page.ts';

/** Words for each kind of change, when made and in a preview. */
const changeWords: Readonly<Record<SetupChange['kind'], readonly [done: string, planned: string]>> = {
  created: ['created', 'would be created'],
  changed: ['changed', 'would be changed'],
  unchanged: ['as it should be', 'as it should be'],
  removed: ['removed', 'would be removed'],
};

/** Answer of `setup`. */
export function renderSetup(report: SetupReport, page: Page): readonly Line[] {
  const { agent, changes, notes, preview } = report;
  return [
    ...sentence(page, span(describeResult(report), 'bold'), ` (${agent})`),
    ...changes.flatMap((change) => [blank, ...renderChange(change, preview, page)]),
    ...(notes.length === 0 ? [] : [blank]),
    ...notes.flatMap((note) => sentence(page, note)),
    ...(preview && changes.some(({ kind }) => kind !== 'unchanged')
      ? [blank, ...sentence(page, span('Nothing was written. Run it without --dry-run to write.', 'dim'))]
      : []),
  ];
}

function describeResult({ changes, preview, remove }: SetupReport): string {
  if (changes.every(({ kind }) => kind === 'unchanged')) return 'Nothing to change';
  if (preview) return remove ? 'Would be disconnected' : 'Would be connected';
  return remove ? 'Disconnected' : 'Connected';
}

function renderChange(
  { path, kind, diff, backupPath }: SetupChange,
  preview: boolean,
  page: Page,
): readonly Line[] {
  const words = changeWords[kind][preview ? 1 : 0];
  return [
    ...paragraph(line(span(path, 'bold'), `  ${words}`), { width: page.width }),
    ...diff.map((row) => line('  ', diffSpan(row))),
    ...(backupPath === undefined ? [] : labelled('copy', [`the original file: ${backupPath}`], page, 2)),
  ];
}

function diffSpan(row: string): Span {
  if (row.startsWith('+')) return span(row, 'green');
  return row.startsWith('-') ? span(row, 'red') : span(row, 'dim');
}
