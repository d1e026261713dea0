import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Memory, openMemory } from '../../src/index.ts';
import { namesPath } from '../../src/text/path-role.ts';
import { builtCommand } from '../built.ts';
import { type IssueCase, readDevelopmentIssues } from '../datasets/issue-cases.ts';
import { readText } from '../datasets/json-lines.ts';
import { percentile, sum } from '../reporting/statistics.ts';
import { tableOf } from '../reporting/table.ts';
import { notRun, type SuiteOptions, type SuiteReport } from '../suite.ts';
import { prepareClone } from './prepare-clone.ts';
import { timeWarmHook } from './time-hook.ts';

/**
 * Prompts that ask for no place in the code: thanks, go-aheads, housekeeping, talk about the work and questions about the world. Written
 * before anything was fitted to them, and never changed for a result.
 */
const chatPrompts = readText(join(import.meta.dirname, 'chat-prompts.txt'))
  .trim()
  .split('\n');
const warmUps = 3;

/** Counts of what was told at the prompts of one repository. */
interface Counts {
  readonly issues: number;
  /** Issues at which something was told. */
  readonly spoken: number;
  /** Issues whose text names no file of the fix, and those of them of which a file of the fix was named. */
  readonly goldUnsaid: number;
  readonly goldShown: number;
  readonly filesNamed: number;
  readonly chats: number;
  readonly chatsSilent: number;
}

interface JudgedPrompts extends Counts {
  readonly repository: string;
  /** Of the hook in a running server, each prompt in a session of its own. */
  readonly warmMs: readonly number[];
}

/**
 * Puts the development issues of each repository that is at hand as prompts, at the commit before their fix, and chat at the last of
 * these commits.
 */
export async function judgePrompts(options: SuiteOptions, folder: string): Promise<SuiteReport> {
  const { data, repositories, limit } = options;
  const cases = readDevelopmentIssues(data).filter(({ repo }) => repositories.has(repo));
  const judged: JudgedPrompts[] = [];
  for (const [repository, own] of Map.groupBy(cases.slice(0, limit), ({ repo }) => repo)) {
    const place = join(folder, repository.replace('/', '+'));
    judged.push(await judgeRepository(repository, own, repositories.get(repository) ?? '', place));
    console.error(`${repository}: ${own.length} issues put as prompts`);
  }
  const of = (name: keyof Counts) => sum(judged.map((one) => one[name]));
  const share = (count: keyof Counts, all: keyof Counts) => (of(all) === 0 ? notRun : of(count) / of(all));
  const warmMs = judged.flatMap((one) => one.warmMs);
  const at = (times: readonly number[], quantile: number) => Math.round(percentile(times, quantile));
  return {
    cases: of('issues'),
    figures: {
      prompt_gold_shown: share('goldShown', 'goldUnsaid'),
      chat_silent: share('chatsSilent', 'chats'),
      hook_prompt_warm_added_ms_p95: warmMs.length === 0 ? notRun : percentile(warmMs, 0.95),
    },
    tables: [
      tableOf('Told at prompts: issues at the commit before their fix, and chat', judged, {
        repository: ({ repository }) => repository,
        issues: ({ issues }) => issues,
        spoken: ({ spoken }) => spoken,
        'text names no file of the fix': ({ goldUnsaid }) => goldUnsaid,
        'one of them told': ({ goldShown }) => goldShown,
        'files named': ({ filesNamed, spoken }) => (filesNamed / Math.max(1, spoken)).toFixed(1),
        'chat silent': ({ chatsSilent, chats }) => `${chatsSilent} of ${chats}`,
        'warm ms p50': (one) => at(one.warmMs, 0.5),
        p95: (one) => at(one.warmMs, 0.95),
      }),
    ],
  };
}

async function judgeRepository(
  repository: string,
  cases: readonly IssueCase[],
  gitDirectory: string,
  folder: string,
): Promise<JudgedPrompts> {
  mkdirSync(folder);
  const home = join(folder, 'home');
  const clone = prepareClone(gitDirectory, join(folder, 'clone'));
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
  const events = [...prompts.slice(0, warmUps), ...prompts].map((prompt) => ({
    ...{ hook_event_name: 'UserPromptSubmit', session_id: crypto.randomUUID() },
    ...{ cwd: clone.path, prompt, source: 'user' },
  }));
  const timed = await timeWarmHook(
    { command: builtCommand, home, repository: clone.path },
    folder,
    events.map((event) => ['card', event] as const),
  );
  const unsaid = cases
    .map((issue, at) => ({ ...issue, told: told[at] ?? [] }))
    .filter(({ gold_files, problem_statement: text }) => !gold_files.some((path) => namesPath(text, path)));
  const spoken = told.filter((files) => files !== undefined);
  return {
    ...{ repository, issues: cases.length, chats: chatPrompts.length, chatsSilent },
    warmMs: timed.slice(Math.min(warmUps, prompts.length)).map(({ wallMs }) => wallMs),
    spoken: spoken.length,
    goldUnsaid: unsaid.length,
    goldShown: unsaid.filter((one) => one.gold_files.some((path) => one.told.includes(path))).length,
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
