import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Memory, openMemory, type RecalledExperience } from '../../src/index.ts';
import { describeRate } from '../reporting/statistics.ts';
import { type Table, tableOf } from '../reporting/table.ts';
import { notRun, type SuiteOptions, type SuiteReport } from '../suite.ts';
import { suiteOfParts } from '../suite-of-parts.ts';
import { describeValue } from './describe-value.ts';
import { type LinkedTask, readLinkedTasks } from './linked-tasks.ts';
import { searchTexts } from './one-text-search.ts';
import { type PastSession, readClaudeSessions, readMiniRuns, sources } from './past-sessions.ts';
import { recordedSessions, sessionsOfTasks } from './recorded-sessions.ts';
import { type ReplayedSession, replaySessions } from './replay-sessions.ts';

const depth = 5;
const likely = 0.5;
const longestText = 3_000;

/** The tasks offered for a later one. */
interface Answer {
  readonly task: LinkedTask;
  readonly offered: readonly RecalledExperience[];
  /** Of the same, with the right session taken out of what may be offered. */
  readonly without: readonly RecalledExperience[];
  /** Of a task of another repository, asked here. */
  readonly foreign: readonly RecalledExperience[];
  /** Names of earlier tasks, the best first. */
  readonly byWords: readonly string[];
}

/** The value of sessions for later ones: the lines that each would have been told, and the right task for a linked one. */
export const experienceSuite = suiteOfParts({
  description:
    'replay: what recorded sessions would have been told, against what they did; linked: is the right earlier task offered?',
  options: ['repos', 'data', 'limit'],
  parts: { replay, linked: offerLinked },
});

/** Sessions of people and, where they are at hand, of tasks, each repository's in time order. */
async function replay({ data, repositories, limit }: SuiteOptions, home: string): Promise<SuiteReport> {
  const tasks = repositories.get(sources.tasks);
  const transcripts = join(home, 'replayed');
  const sessions = [
    ...recordedSessions(data, transcripts),
    ...(tasks === undefined ? [] : sessionsOfTasks(readClaudeSessions(tasks, transcripts))),
  ];
  const replayed: ReplayedSession[] = [];
  for (const [repo, own] of Map.groupBy(sessions, (one) => one.repo)) {
    const first = own.toSorted((a, b) => a.startedAtMs - b.startedAtMs).slice(0, limit);
    const folder = join(home, 'replay', repo.replace('/', '__'));
    replayed.push(...(await replaySessions(first, repositories.get(repo), folder)));
    console.error(`${repo}: ${first.length} sessions replayed`);
  }
  return describeValue(replayed);
}

/** Is the linked earlier task offered first, or among five, and no task of another repository? */
async function offerLinked({ repositories, limit }: SuiteOptions, home: string): Promise<SuiteReport> {
  const [tasks, runs] = [repositories.get(sources.tasks), repositories.get(sources.runs)];
  if (tasks === undefined)
    return nothingRun(`--repos names no ${sources.tasks}: fetch it, and give its git directory`);
  const transcripts = join(home, 'transcripts');
  const claude = readClaudeSessions(tasks, transcripts);
  const known = new Set(claude.map(({ name }) => name));
  const mini =
    runs === undefined ? [] : readMiniRuns(runs, transcripts).filter(({ name }) => !known.has(name));
  const sessions = [...claude, ...mini];
  const linked = readLinkedTasks(tasks, sessions).slice(0, limit);
  const answers: Answer[] = [];
  for (const [repo, own] of Map.groupBy(sessions, (one) => one.repo)) {
    const clone = prepareClone(repositories.get(repo), join(home, 'clones', repo.replace('/', '__')));
    await using memory = await openMemory({ repository: clone, home: join(home, 'home') });
    const { taskCount } = await memory.mineSessions({ places: own.map(({ path }) => path), folders: ['/'] });
    const foreign = linked.filter((task) => task.repo !== repo);
    for (const [at, task] of linked.filter((one) => one.repo === repo).entries())
      answers.push(await ask(memory, task, { own, foreign: foreign[(at * 7) % (foreign.length || 1)] }));
    console.error(`${repo}: ${own.length} sessions, ${taskCount} tasks`);
  }
  return report(answers, sessions);
}

/** Where the repository is at hand, its files tell which paths of a session are its own. */
function prepareClone(gitDirectory: string | undefined, folder: string): string {
  mkdirSync(folder, { recursive: true });
  const git = (...words: readonly string[]) => execFileSync('git', words, { stdio: 'ignore' });
  if (gitDirectory !== undefined) git('clone', '--quiet', '--shared', gitDirectory, folder);
  else git('init', '--quiet', folder);
  return folder;
}

async function ask(
  memory: Memory,
  task: LinkedTask,
  { own, foreign }: { readonly own: readonly PastSession[]; readonly foreign: LinkedTask | undefined },
): Promise<Answer> {
  const { experiences: offered = [] } = await memory.recall({ query: task.problem });
  // A session is not told of its own tasks.
  const right = own.find(({ name }) => task.right.includes(name))?.session ?? '';
  const speaker = { kind: 'agent', name: 'claude-code', source: 'library', session: right } as const;
  const { experiences: without = [] } =
    task.right.length > 1 ? {} : await memory.recall({ query: task.problem, speaker });
  const { experiences: others = [] } =
    foreign === undefined ? {} : await memory.recall({ query: foreign.problem });
  const order = searchTexts(
    task.problem,
    own.map(({ request }) => request.slice(0, longestText)),
  );
  return { task, offered, without, foreign: others, byWords: order.map((at) => own[at]?.name ?? '') };
}

function report(answers: readonly Answer[], sessions: readonly PastSession[]): SuiteReport {
  const bySession = new Map(sessions.map((one) => [one.session, one]));
  const nameOf = ({ session }: RecalledExperience) => bySession.get(session)?.name ?? '';
  const isRight = ({ task, offered }: Answer, count: number) =>
    offered.slice(0, count).some((one) => task.right.includes(nameOf(one)));
  const byWords = ({ task, byWords: order }: Answer, count: number) =>
    order.slice(0, count).some((name) => task.right.includes(name));
  const elsewhere = answers.flatMap(({ task, offered }) =>
    offered.filter((one) => bySession.get(one.session)?.repo !== task.repo),
  );
  const count = (test: (answer: Answer) => boolean) => answers.filter(test).length;
  const share = (found: number) => (answers.length === 0 ? notRun : found / answers.length);
  const first = (list: readonly RecalledExperience[]) => list[0]?.confidence ?? 0;
  const shownAt = (list: (one: Answer) => readonly RecalledExperience[], least: number) =>
    count((one) => first(list(one)) >= least);
  const repositories = [...Map.groupBy(answers, ({ task }) => task.repo)];
  const table: Table = {
    title: 'Right experience',
    columns: ['repository', 'first', `among ${depth}`, 'BM25 first', `BM25 among ${depth}`],
    rows: [['all', answers] as const, ...repositories].map(([repo, own]) => [
      repo,
      ...[isRight, byWords].flatMap((test) =>
        [1, depth].map((most) => describeRate(own.filter((one) => test(one, most)).length, own.length)),
      ),
    ]),
  };
  const memories = {
    'the right one': (one: Answer) => one.offered,
    'the right one taken out': (one: Answer) => one.without,
    'another repository’s tasks': (one: Answer) => one.foreign,
  };
  const shown = tableOf(
    'Offered, by what is in memory (the first one’s probability)',
    Object.entries(memories),
    {
      'in memory': ([what]) => what,
      anything: ([, list]) => shownAt(list, 0.001),
      [`from ${likely} on`]: ([, list]) => shownAt(list, likely),
    },
  );
  return {
    cases: answers.length,
    figures: {
      experience_r_at_1: share(count((one) => isRight(one, 1))),
      experience_r_at_5: share(count((one) => isRight(one, depth))),
      bm25_r_at_1: share(count((one) => byWords(one, 1))),
      bm25_r_at_5: share(count((one) => byWords(one, depth))),
      other_repository_shown: elsewhere.length,
    },
    tables: [table, shown],
  };
}

function nothingRun(reason: string): SuiteReport {
  const figures = {
    experience_r_at_1: notRun,
    experience_r_at_5: notRun,
    other_repository_shown: notRun,
  } as const;
  return { cases: 0, figures, tables: [{ title: 'Not run', columns: ['reason'], rows: [[reason]] }] };
}
