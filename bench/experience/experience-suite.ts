import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openMemory, type RecalledExperience } from '../../src/index.ts';
import { countTerms } from '../../src/text/terms.ts';
import { rankTexts } from '../datasets/rank-texts.ts';
import { type Rate, rateOf, rateTable, sharesOf } from '../reporting/rates.ts';
import { tableOf } from '../reporting/table.ts';
import type { SuiteOptions, SuiteReport } from '../suite.ts';
import { suiteOfParts } from '../suite-of-parts.ts';
import { describeValue } from './describe-value.ts';
import { type LinkedTask, readLinkedTasks } from './linked-tasks.ts';
import { readClaudeSessions, readMiniRuns, sources } from './past-sessions.ts';
import {
  type ReplayedSession,
  recordedSessions,
  replaySessions,
  sessionsOfTasks,
} from './replay-sessions.ts';

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
  /** Names of offered earlier tasks, and of all by words, the best first. */
  readonly names: readonly string[];
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
    throw new Error(`--repos names no ${sources.tasks}: fetch it, and give its git directory.`);
  const transcripts = join(home, 'transcripts');
  const claude = readClaudeSessions(tasks, transcripts);
  const known = new Set(claude.map(({ name }) => name));
  const mini =
    runs === undefined ? [] : readMiniRuns(runs, transcripts).filter(({ name }) => !known.has(name));
  const sessions = [...claude, ...mini];
  const bySession = new Map(sessions.map((one) => [one.session, one]));
  const linked = readLinkedTasks(tasks, sessions).slice(0, limit);
  const answers: Answer[] = [];
  for (const [repo, own] of Map.groupBy(sessions, (one) => one.repo)) {
    const clone = prepareClone(repositories.get(repo), join(home, 'clones', repo.replace('/', '__')));
    await using memory = await openMemory({ repository: clone, home: join(home, 'home') });
    const { taskCount } = await memory.mineSessions({ places: own.map(({ path }) => path), folders: ['/'] });
    const recall = async (query: string, session?: string) => {
      const speaker = { kind: 'agent', name: 'claude-code', source: 'library' } as const;
      const asked = session === undefined ? { query } : { query, speaker: { ...speaker, session } };
      return (await memory.recall(asked)).experiences ?? [];
    };
    const texts = own.map(({ request }) => countTerms(request.slice(0, longestText)));
    const others = linked.filter((task) => task.repo !== repo);
    for (const [at, task] of linked.filter((one) => one.repo === repo).entries()) {
      const offered = await recall(task.problem);
      // A session is not told of its own tasks.
      const right = own.find(({ name }) => task.right.includes(name))?.session ?? '';
      const other = others[(at * 7) % (others.length || 1)];
      answers.push({
        ...{ task, offered },
        without: task.right.length > 1 ? [] : await recall(task.problem, right),
        foreign: other === undefined ? [] : await recall(other.problem),
        names: offered.map(({ session }) => bySession.get(session)?.name ?? ''),
        byWords: rankTexts(task.problem, texts).map((place) => own[place]?.name ?? ''),
      });
    }
    console.error(`${repo}: ${own.length} sessions, ${taskCount} tasks`);
  }
  const holds = (count: number, of: (one: Answer) => readonly string[]) =>
    rateOf(answers, (one) =>
      of(one)
        .slice(0, count)
        .some((name) => one.task.right.includes(name)),
    );
  const rates: Readonly<Record<string, Rate>> = {
    experience_r_at_1: holds(1, ({ names }) => names),
    experience_r_at_5: holds(depth, ({ names }) => names),
    bm25_r_at_1: holds(1, ({ byWords }) => byWords),
    bm25_r_at_5: holds(depth, ({ byWords }) => byWords),
  };
  const elsewhere = answers.flatMap(({ task, offered }) =>
    offered.filter(({ session }) => bySession.get(session)?.repo !== task.repo),
  );
  const offers: Readonly<Record<string, (one: Answer) => readonly RecalledExperience[]>> = {
    'the right one': ({ offered }) => offered,
    'the right one taken out': ({ without }) => without,
    'another repository’s tasks': ({ foreign }) => foreign,
  };
  const shownFrom = (least: number, of: (one: Answer) => readonly RecalledExperience[]) =>
    answers.filter((one) => (of(one)[0]?.confidence ?? 0) >= least).length;
  return {
    cases: answers.length,
    figures: { ...sharesOf(rates), other_repository_shown: elsewhere.length },
    tables: [
      rateTable('Right experience', rates),
      tableOf('Offered, by what is in memory (the first one’s probability)', Object.entries(offers), {
        'in memory': ([what]) => what,
        anything: ([, of]) => shownFrom(0.001, of),
        [`from ${likely} on`]: ([, of]) => shownFrom(likely, of),
      }),
    ],
  };
}

/** Where the repository is at hand, its files tell which paths of a session are its own. */
function prepareClone(gitDirectory: string | undefined, folder: string): string {
  mkdirSync(folder, { recursive: true });
  const words = gitDirectory === undefined ? ['init'] : ['clone', '--shared', gitDirectory];
  execFileSync('git', [...words, '--quiet', folder], { stdio: 'ignore' });
  return folder;
}
