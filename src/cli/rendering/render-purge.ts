import { type PurgeReport, setupAgents } from '../../model/answers/setup-report.ts';
import { countOf, formatBytes, formatCount } from '../../wording/format-number.ts';
import { type Line, line, span } from '../terminal/line.ts';
import { type Page, sentence } from './page.ts';

const shownLeft = 20;

/** Answer of `purge`. */
export function renderPurge(report: PurgeReport, page: Page): readonly Line[] {
  const { home, preview, files, bytes, left, program } = report;
  const gone = `: ${countOf(files, 'file')}, ${formatBytes(bytes)}, in ${home}.`;
  const hidden = left.length - shownLeft;
  return [
    ...sentence(
      page,
      span(preview ? 'Would be overwritten and deleted' : 'Overwritten and deleted', 'bold'),
      gone,
    ),
    ...(left.length === 0
      ? []
      : sentence(
          page,
          span('Left, because it is yours, afterwit did not write it or could not delete it:', 'yellow'),
        )),
    ...left.slice(0, shownLeft).map((path) => line(`  ${path}`)),
    ...(hidden > 0 ? [line(span(`  … ${formatCount(hidden)} more`, 'dim'))] : []),
    ...(program === undefined ? [] : sentence(page, tellProgram(program))),
  ];
}

/** An agent that starts what is gone would meet a fault each time. */
function tellProgram({ path, startedBy }: NonNullable<PurgeReport['program']>): string {
  if (startedBy.length === 0)
    return `With it goes ${path}, the copy of the program that setup --from-here keeps. A project that was set up with it needs setup --project once more, or setup --project --remove.`;
  const names = startedBy.map((agent) => setupAgents[agent]).join(', ');
  const commands = startedBy.map((agent) => `afterwit setup --agent ${agent} --remove`).join('; ');
  return `${path} stays, because ${names} ${startedBy.length === 1 ? 'starts' : 'start'} the program from there. To remove it, too: ${commands}; then purge again.`;
}
