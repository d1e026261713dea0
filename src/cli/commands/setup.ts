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

/** Says to a person what would change in each agent, and asks; where nobody can be asked, says which commands do it. */
async function setUpWhatIsFound(session: Session): Promise<Answer> {
  const { remove = false, repo, dryRun = false, json = false } = session.options;
  const agents = await session.findAgents(repo);
  const reports: SetupReport[] = [];
  for (const { agent, name } of json && !dryRun ? [] : agents.filter((one) => isDue(one, remove))) {
    const preview = await setUp(session, agent, true);
    if (dryRun) {
      reports.push(preview);
      continue;
    }
    const answer = askToChange(session, name, preview);
    if (answer === undefined) break;
    if (isYes(answer)) reports.push(await setUp(session, agent, false));
  }
  const overview: SetupOverview = { remove, agents, reports };
  const answer: Answer = { value: overview, lines: (page) => renderSetupOverview(overview, page) };
  const isConnected = reports.length > 0 || agents.some(({ connected }) => connected);
  return isConnected ? followedBy(answer, await offerSessions(session)) : answer;
}

function askToChange({ ask }: Session, name: string, preview: SetupReport): string | undefined {
  const verb = preview.remove ? 'Disconnect' : 'Connect';
  const answer = ask(
    `${describeSetup(name, preview).join('\n')}\n${verb} ${name}? d shows the diff. Type yes or no: `,
  );
  if (answer?.toLowerCase() !== 'd') return answer;
  return ask(`${diffOf(preview)}\n${verb} ${name}? Type yes or no: `);
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

/** What becomes of the settings of an agent, in plain words. */
function describeSetup(name: string, { changes, hasHooks, remove }: SetupReport): readonly string[] {
  const paths = changes.flatMap(({ kind, path }) => (kind === 'unchanged' ? [] : [`  ${path}`]));
  if (remove)
    return [`${name}: afterwit takes its entries out of`, ...paths, 'All else in them stays as it is.'];
  return [
    `${name}: afterwit adds to`,
    ...paths,
    hasHooks
      ? 'hooks, which tell the agent known fixes and rules as it works, and a server, whose tools let it ask and remember.'
      : 'a server, whose tools let the agent ask and remember.',
    'All else in them stays as it is, and a copy of each is kept. To undo it: afterwit setup --remove',
  ];
}

function diffOf({ changes }: SetupReport): string {
  return changes
    .filter(({ kind }) => kind !== 'unchanged')
    .map(({ path, diff }) => [`${path}:`, ...diff.map((line) => `  ${line}`)].join('\n'))
    .join('\n');
}
