import type { AgentOnMachine, SetupOverview, SetupReport } from '../../model/answers/setup-report.ts';
import { isAfterwitError } from '../../model/errors.ts';
import { blank, sentence } from '../rendering/page.ts';
import { renderSetup } from '../rendering/render-setup.ts';
import { renderSetupOverview } from '../rendering/render-setup-overview.ts';
import type { Answer, Session } from '../session.ts';
import { isYes } from '../terminal/ask-at-terminal.ts';
import { offerToRead } from './mine-sessions.ts';

export async function runSetup(session: Session): Promise<Answer> {
  const { agent, dryRun = false } = session.options;
  if (agent === undefined) return setUpWhatIsFound(session);
  const report = await setUp(session, agent, dryRun);
  const answer: Answer = { value: report, lines: (page) => renderSetup(report, page) };
  return followedBy(answer, await offerSessions(session));
}

/** Shows a person each change and asks before it is made; where nobody can be asked, says which commands make them. */
async function setUpWhatIsFound(session: Session): Promise<Answer> {
  const { remove = false, repo, dryRun = false, json = false } = session.options;
  const agents = await session.findAgents(repo);
  const reports: SetupReport[] = [];
  for (const { agent, name } of dryRun || json ? [] : agents.filter((one) => isDue(one, remove))) {
    const preview = await setUp(session, agent, true);
    const answer = session.ask(question(name, preview));
    if (answer === undefined) break;
    if (isYes(answer)) reports.push(await setUp(session, agent, false));
  }
  const overview: SetupOverview = { remove, agents, reports };
  const answer: Answer = { value: overview, lines: (page) => renderSetupOverview(overview, page) };
  const isConnected = reports.length > 0 || agents.some(({ connected }) => connected);
  return isConnected ? followedBy(answer, await offerSessions(session)) : answer;
}

/** Once an agent is connected in a repository, a person is asked whether sessions there may be read. */
async function offerSessions(session: Session): Promise<readonly Answer[]> {
  const { remove, dryRun } = session.options;
  if (remove || dryRun || !session.isAtTerminal) return [];
  try {
    return await offerToRead(session);
  } catch (fault) {
    if (!isAfterwitError(fault) || fault.code === 'INTERRUPTED') throw fault;
    // Connected is connected; sessions can be read later.
    return fault.code === 'NOT_A_REPOSITORY'
      ? []
      : [{ value: undefined, lines: (page) => sentence(page, fault.message) }];
  }
}

function followedBy(answer: Answer, others: readonly Answer[]): Answer {
  return {
    ...answer,
    lines: (page) => [...answer.lines(page), ...others.flatMap(({ lines }) => [blank, ...lines(page)])],
  };
}

function setUp({ options, setupAgent }: Session, agent: AgentOnMachine['agent'], preview: boolean) {
  const { remove = false, project, cold, fromHere, profile, home, repo } = options;
  const where = project ? 'project' : 'user';
  const hooks = cold ? 'cold' : undefined;
  return setupAgent({ agent, fromHere, remove, preview, where, hooks, profile, home, repository: repo });
}

function isDue({ found, connected }: AgentOnMachine, remove: boolean): boolean {
  return remove ? connected : found && !connected;
}

function question(name: string, { changes, remove }: SetupReport): string {
  const shown = changes
    .filter(({ kind }) => kind !== 'unchanged')
    .map(({ path, diff }) => [`${JSON.stringify(path)}:`, ...diff.map((line) => `  ${line}`)].join('\n'));
  return `${shown.join('\n')}\n${remove ? 'Disconnect' : 'Connect'} ${name} by these changes? Type yes or no: `;
}
