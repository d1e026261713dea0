import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Memory, openMemory } from '../../src/index.ts';
import { namesPath } from '../../src/text/path-role.ts';
import { type IssueCase, readIssueCases } from '../datasets/issue-cases.ts';
import { readText } from '../datasets/json-lines.ts';
import type { SuiteOptions } from '../suite.ts';
import { prepareClone } from './prepare-clone.ts';
import { timePrompts } from './time-prompts.ts';

/**
 * Prompts that ask for no place in the code: thanks, go-aheads, housekeeping, talk about the work and questions about the world. Written
 * before anything was fitted to them, and never changed for a result.
 */
const chatPrompts = readText(join(import.meta.dirname, 'chat-prompts.txt'))
  .trim()
  .split('\n');

/** What was told at the prompts of one repository. */
export interface JudgedPrompts {
  readonly repository: string;
  readonly issues: number;
  /** Issues at which something was told. */
  readonly spoken: number;
  /** Issues whose text names no file of the fix, and those of them of which a file of the fix was named. */
  readonly goldUnsaid: number;
  readonly goldShown: number;
  readonly filesNamed: number;
  readonly chats: number;
  readonly chatsSilent: number;
  /** Of the hook in a running server, each prompt in a session of its own. */
  readonly warmMs: readonly number[];
}

type Place = Pick<SuiteOptions, 'data' | 'repositories' | 'limit'> & {
  readonly folder: string;
  readonly command: string;
};

const datasets = ['swe-bench-verified', 'swe-bench-lite', 'loc-bench'];

/**
 * Puts the development issues of each repository that is at hand as prompts, at the commit before their fix, and chat at the last of
 * these commits.
 */
export async function judgePrompts(place: Place): Promise<readonly JudgedPrompts[]> {
  const { data, repositories, limit } = place;
  const files = datasets.map((name) => join(data, 'localization', `${name}.jsonl.gz`));
  const cases =
    repositories.size === 0 ? [] : readIssueCases(files).filter(({ repo }) => repositories.has(repo));
  const judged: JudgedPrompts[] = [];
  for (const [repository, own] of Map.groupBy(cases.slice(0, limit), ({ repo }) => repo)) {
    judged.push(await judgeRepository(repository, own, place));
    console.error(`${repository}: ${own.length} issues put as prompts`);
  }
  return judged;
}

async function judgeRepository(
  repository: string,
  cases: readonly IssueCase[],
  { repositories, folder, command }: Place,
): Promise<JudgedPrompts> {
  const own = join(folder, repository.replace('/', '+'));
  mkdirSync(own);
  const home = join(own, 'home');
  const clone = prepareClone(repositories.get(repository) ?? '', join(own, 'clone'));
  const told: (readonly string[] | undefined)[] = [];
  let chatsSilent = 0;
  for (const issue of cases) {
    clone.checkOut(issue.base_commit);
    await using memory = await openMemory({ repository: clone.path, home });
    await memory.locate('what is there');
    told.push(await namedAt(memory, issue.problem_statement));
    if (issue !== cases.at(-1)) continue;
    for (const chat of chatPrompts) if ((await namedAt(memory, chat)) === undefined) chatsSilent++;
  }
  const prompts = cases.map(({ problem_statement }) => problem_statement);
  const warmMs = await timePrompts({ command, home, repository: clone.path, folder: own, prompts });
  const unsaid = cases
    .map((issue, at) => [issue, told[at]] as const)
    .filter(([{ gold_files, problem_statement: text }]) => !gold_files.some((path) => namesPath(text, path)));
  const spoken = told.filter((files) => files !== undefined);
  return {
    ...{ repository, issues: cases.length, chats: chatPrompts.length, chatsSilent, warmMs },
    spoken: spoken.length,
    goldUnsaid: unsaid.length,
    goldShown: unsaid.filter(([{ gold_files }, files]) => gold_files.some((path) => files?.includes(path)))
      .length,
    filesNamed: spoken.flat().length,
  };
}

/** The files that are named in what is told at a prompt; undefined where nothing is. */
async function namedAt(memory: Memory, prompt: string): Promise<readonly string[] | undefined> {
  const speaker = { kind: 'agent', name: 'bench', source: 'hook', session: crypto.randomUUID() } as const;
  const answer = await memory.atMoment({ kind: 'prompt', prompt, speaker });
  if (answer.kind !== 'card') return undefined;
  return [...answer.text.matchAll(/^- (\S+\.\w+)(?= \(\d+% likely|:|$)/gm)].map(([, path = '']) => path);
}
