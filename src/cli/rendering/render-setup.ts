import { type SetupChange, type SetupReport, setupAgents } from '../../model/answers/setup-report.ts';
import { paragraph } from '../terminal/layout.ts';
import { type Line, line, type Span, span } from '../terminal/line.ts';
import { blank, type Page, sentence } from './page.ts';

/** Words for each kind of change, when made and in a preview. */
const changeWords: Readonly<Record<SetupChange['kind'], readonly [done: string, planned: string]>> = {
  created: ['created', 'would be created'],
  changed: ['changed', 'would be changed'],
  unchanged: ['as it should be', 'as it should be'],
  removed: ['removed', 'would be removed'],
};

/** Answer of `setup`: what was done, or with the diff what would be. */
export function renderSetup(report: SetupReport, page: Page): readonly Line[] {
  const { agent, changes, notes, preview } = report;
  const isChanged = changes.some(({ kind }) => kind !== 'unchanged');
  return [
    ...sentence(page, span(describeResult(report), 'bold'), ` ${setupAgents[agent]}`),
    ...changes.flatMap((change) => renderChange(change, preview, page)),
    ...notes.flatMap((note) => sentence(page, note)),
    ...(preview && isChanged
      ? [blank, ...sentence(page, span('Nothing was written. Run it without --dry-run to write.', 'dim'))]
      : []),
  ];
}

function describeResult({ changes, preview, remove }: SetupReport): string {
  if (changes.every(({ kind }) => kind === 'unchanged')) return 'Nothing to change for';
  if (preview) return remove ? 'Would disconnect' : 'Would connect';
  return remove ? 'Disconnected' : 'Connected';
}

function renderChange(
  { path, kind, diff, backupPath }: SetupChange,
  preview: boolean,
  page: Page,
): readonly Line[] {
  const words = changeWords[kind][preview ? 1 : 0];
  const copy = backupPath === undefined ? '' : `; original: ${backupPath.split(/[/\\]/).at(-1)}`;
  return [
    ...paragraph(line(span(path, 'bold'), `  ${words}${copy}`), { width: page.width, lead: line('  ') }),
    ...(preview ? diff.map((row) => line('    ', diffSpan(row))) : []),
  ];
}

function diffSpan(row: string): Span {
  if (row.startsWith('+')) return span(row, 'green');
  return row.startsWith('-') ? span(row, 'red') : span(row, 'dim');
}
