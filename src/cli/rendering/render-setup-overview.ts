import type { AgentOnMachine, SetupOverview } from '../../model/answers/setup-report.ts';
import { describeHooksToReview } from '../../wording/hooks-to-review.ts';
import { type Line, line, span } from '../terminal/line.ts';
import { blank, type Page, sentence } from './page.ts';
import { renderSetup } from './render-setup.ts';

/** Answer of `setup` without an agent: what was done, which agents are here, and how to connect the others. */
export function renderSetupOverview({ agents, reports, remove }: SetupOverview, page: Page): readonly Line[] {
  const settled = new Set(reports.flatMap(({ agent, preview }) => (preview ? [] : [agent])));
  const here = agents.filter(({ found, connected }) => found || connected);
  const open = here.filter(({ agent, connected }) => connected === remove && !settled.has(agent));
  return [
    ...reports.flatMap((report) => [...renderSetup(report, page), blank]),
    ...(here.length === 0
      ? sentence(
          page,
          `No agent was found on this machine. Known: ${agents.map(({ agent }) => agent).join(', ')}.`,
        )
      : [
          line(span('Agents on this machine', 'bold')),
          ...here.map((agent) => renderAgent(agent, settled, remove)),
        ]),
    ...(open.length === 0 ? [] : [blank]),
    ...open.map(({ agent }) =>
      line('  ', span(`afterwit setup --agent ${agent}${remove ? ' --remove' : ''}`, 'cyan')),
    ),
    ...(open.length === 0 || reports.some(({ preview }) => preview)
      ? []
      : sentence(page, span('Add --dry-run to see first what would change.', 'dim'))),
  ];
}

function renderAgent(
  { agent, name, connected, hooksToReview }: AgentOnMachine,
  settled: ReadonlySet<string>,
  remove: boolean,
): Line {
  const isConnected = settled.has(agent) ? !remove : connected;
  return line(
    '  ',
    name.padEnd(13),
    span(isConnected ? 'connected' : 'not connected', isConnected ? 'green' : 'dim'),
    ...(hooksToReview === undefined || !isConnected
      ? []
      : [span(`, ${describeHooksToReview(hooksToReview)}`, 'yellow')]),
  );
}
