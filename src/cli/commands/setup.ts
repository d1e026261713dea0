import { requirePerson } from '../../engine/items/review-request.ts';
import {
  type AgentOnMachine,
  type SetupChange,
  type SetupOverview,
  type SetupReport,
  setupAgents,
} from '../../model/answers/setup-report.ts';
import { invalidArgument, isAfterwitError } from '../../model/errors.ts';
import { describeHooksToReview } from '../../wording/descriptions.ts';
import { isYes } from '../ask-person.ts';
import {
  type Block,
  blank,
  bold,
  cyan,
  dim,
  green,
  type Part,
  red,
  row,
  text,
  unbroken,
  whenShown,
  yellow,
} from '../page.ts';
import type { Answer, Session } from '../session.ts';
import { offerToRead } from './sessions.ts';

export async function setup(session: Session): Promise<Answer> {
  const { agent, dryRun = false, remove = false, home } = session.options;
  if (!dryRun && (remove || home !== undefined) && session.speaker.kind === 'agent')
    requirePerson(session.speaker, 'disconnect an agent, or connect it to another home');
  if (agent === undefined) return setUpWhatIsFound(session);
  const report = await setUp(session, agent, dryRun);
  return followedBy(
    { value: report, shown: whenShown(() => showSetup(report)) },
    await offerSessions(session),
  );
}

/** Tells a person the planned changes for each agent, and asks; without a terminal, names the commands. */
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
  const answer: Answer = { value: overview, shown: whenShown(() => showOverview(overview)) };
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
    return fault.code === 'NOT_A_REPOSITORY' ? [] : [{ value: undefined, shown: text(fault.message) }];
  }
}

function followedBy(answer: Answer, others: readonly Answer[]): Answer {
  return { ...answer, shown: [answer.shown, others.map(({ shown }) => [blank, shown])] };
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

/** Describes the changes to an agent's settings, in plain words. */
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
    .map(({ path, diff }) => [`${path}:`, ...diff.map((each) => `  ${each}`)].join('\n'))
    .join('\n');
}

/** Words for each kind of change, when made and in a preview. */
const changeWords: Readonly<Record<SetupChange['kind'], readonly [done: string, planned: string]>> = {
  created: ['created', 'would be created'],
  changed: ['changed', 'would be changed'],
  unchanged: ['as it should be', 'as it should be'],
  removed: ['removed', 'would be removed'],
};

/** Shows the changes made, or with the diff the planned ones. */
function showSetup(report: SetupReport): Block {
  const { agent, changes, notes, preview } = report;
  const isChanged = changes.some(({ kind }) => kind !== 'unchanged');
  return [
    text(bold(describeResult(report)), ` ${setupAgents[agent]}`),
    changes.map((change) => showChange(change, preview)),
    notes.map((note) => text(note)),
    preview && isChanged && [blank, text(dim('Nothing was written. Run it without --dry-run to write.'))],
  ];
}

function describeResult({ changes, preview, remove }: SetupReport): string {
  if (changes.every(({ kind }) => kind === 'unchanged')) return 'Nothing to change for';
  if (preview) return remove ? 'Would disconnect' : 'Would connect';
  return remove ? 'Disconnected' : 'Connected';
}

function showChange({ path, kind, diff, backupPath }: SetupChange, preview: boolean): Block {
  const words = changeWords[kind][preview ? 1 : 0];
  const copy = backupPath === undefined ? '' : `; original: ${backupPath.split(/[/\\]/).at(-1)}`;
  return [
    row('  ', bold(path), `  ${words}${copy}`),
    preview && diff.map((each) => unbroken('    ', diffLine(each))),
  ];
}

function diffLine(said: string): Part {
  if (said.startsWith('+')) return green(said);
  return said.startsWith('-') ? red(said) : dim(said);
}

/** Shows the changes made, the agents here, and the way to connect the others. */
function showOverview({ agents, reports, remove }: SetupOverview): Block {
  const settled = new Set<string>(reports.flatMap(({ agent, preview }) => (preview ? [] : [agent])));
  const here = agents.filter(({ found, connected }) => found || connected);
  const open = here.filter(({ agent, connected }) => connected === remove && !settled.has(agent));
  const known = agents.map(({ agent }) => agent).join(', ');
  return [
    reports.map((report) => [showSetup(report), blank]),
    here.length === 0
      ? text(`No agent was found on this machine. Known: ${known}.`)
      : [
          unbroken(bold('Agents on this machine')),
          here.map((each) => showAgent(each, settled.has(each.agent) ? !remove : each.connected)),
        ],
    open.length > 0 && [
      blank,
      open.map(({ agent }) =>
        unbroken('  ', cyan(`afterwit setup --agent ${agent}${remove ? ' --remove' : ''}`)),
      ),
      !reports.some(({ preview }) => preview) && text(dim('Add --dry-run to see first what would change.')),
    ],
  ];
}

function showAgent({ name, hooksToReview }: AgentOnMachine, isConnected: boolean): Block {
  return unbroken(
    '  ',
    name.padEnd(13),
    isConnected ? green('connected') : dim('not connected'),
    hooksToReview !== undefined && isConnected && yellow(`, ${describeHooksToReview(hooksToReview)}`),
  );
}

/** The published entry starts the server before it loads the command line, so this runs only for other spellings. */
export async function mcp(): Promise<Answer> {
  throw invalidArgument(
    'The MCP server is started by mcp as the first word, as in: afterwit mcp --repo PATH --home DIR --profile full --issues FILE. It takes no other options.',
  );
}
