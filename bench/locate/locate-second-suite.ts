import type { Memory } from '../../src/index.ts';
import { pathRole } from '../../src/text/path-role.ts';
import { type IssueCase, readIssueCases } from '../datasets/issue-cases.ts';
import { readTaskName } from '../experience/linked-tasks.ts';
import { describeRate } from '../reporting/statistics.ts';
import type { Table } from '../reporting/table.ts';
import type { Suite } from '../suite.ts';
import { historyQuestions } from './history-questions.ts';
import { runGit } from './run-git.ts';
import { visitRepositories } from './visit-repositories.ts';

const runs = 'gruckion/mini-swe-agent';
const depths = [1, 3, 5, 10] as const;

/** A change of which some files are known: all of a run of an agent, or all but one of a past fix. */
interface PartOfChange extends IssueCase {
  readonly opened: readonly string[];
  readonly edited: readonly string[];
  readonly isRun: boolean;
}

interface Told {
  readonly part: PartOfChange;
  readonly missing: readonly string[];
  /** Files that were not opened, by locate alone, and by how likely they must be changed beside those that are. */
  readonly alone: readonly string[];
  readonly beside: readonly string[];
}

/** Is the file that an agent, or a part of a past fix, lacks found by what is changed already? */
export const locateSecondSuite: Suite = {
  description:
    'the file that a change still lacks: in runs of an agent, and in past fixes with one file hidden',
  options: ['dataset', 'repos', 'questions', 'seed'],
  async run(options) {
    const { repositories, questions, seed } = options;
    const own = [...repositories].filter(([name]) => name !== runs);
    const fixes = own.flatMap(([name, path]) => hideFiles(historyQuestions(path, name, questions, seed)));
    const cases = new Map(readIssueCases(options.datasets).map((one) => [one.instance_id, one]));
    const parts = [...readRuns(repositories.get(runs), cases), ...fixes];
    const told: Told[] = [];
    await visitRepositories(parts, options, async (memory, asked) => {
      for (const part of asked) told.push(await ask(memory, part));
    });
    return {
      cases: told.length,
      figures: {},
      tables: [
        rankTable('Runs of an agent that lack a file', true, told),
        rankTable('Past fixes with one file hidden', false, told),
      ],
    };
  },
};

function hideFiles(questions: readonly IssueCase[]): readonly PartOfChange[] {
  return questions
    .filter(({ gold_files }) => gold_files.length > 1)
    .flatMap((fix) =>
      fix.gold_files.map((hidden) => ({
        ...fix,
        opened: [],
        edited: fix.gold_files.filter((path) => path !== hidden),
        isRun: false,
      })),
    );
}

/** Changed files and named files of each run, for the repositories that may be read. */
function readRuns(
  gitDirectory: string | undefined,
  cases: ReadonlyMap<string, IssueCase>,
): readonly PartOfChange[] {
  if (gitDirectory === undefined) return [];
  const listed = runGit(gitDirectory, ['ls-tree', '-r', '--name-only', 'HEAD', 'swebench_results/']);
  return listed.split('\n').flatMap((path) => {
    const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.traj\.json$/, '');
    const issue = cases.get(name);
    if (!path.endsWith('.traj.json') || readTaskName(name) === undefined || issue === undefined) return [];
    const { info, messages } = JSON.parse(runGit(gitDirectory, ['show', `HEAD:${path}`]));
    const commands = JSON.stringify(messages.slice(2)).match(/```bash\\n.*?\\n```/g) ?? [];
    const opened = new Set(
      (commands.join('\n').match(/[\w./+-]+\.\w+/g) ?? []).map((word) =>
        word.replace(/^(?:\.?\/)?(?:testbed\/)?/, ''),
      ),
    );
    // The images of some tasks come with changed files that no command names.
    const edited = [...String(info.submission ?? '').matchAll(/^diff --git a\/.+ b\/(.+)$/gm)]
      .map(([, changed = '']) => changed)
      .filter((changed) => pathRole(changed) === 'source' && opened.has(changed));
    return [{ ...issue, opened: [...opened], edited, isRun: true }];
  });
}

async function ask(memory: Memory, part: PartOfChange): Promise<Told> {
  const { problem_statement: text, base_commit: asOf, gold_files: gold, opened, edited } = part;
  const known = new Set([...opened, ...edited]);
  const options = { asOf, topK: 100, explain: true, opened: [...known] };
  const { files: alone } = await memory.locate(text, options);
  const { files: beside } = await memory.locate(text, { ...options, edited });
  return {
    part,
    missing: gold.filter((path) => !known.has(path)),
    alone: alone.map(({ path }) => path),
    beside: beside.map(({ path }) => path),
  };
}

function rankTable(title: string, isRun: boolean, told: readonly Told[]): Table {
  const lacking = told.filter(({ part, missing }) => part.isRun === isRun && missing.length > 0);
  const within = (order: (one: Told) => readonly string[], depth: number) =>
    lacking.filter((one) =>
      order(one)
        .slice(0, depth)
        .some((path) => one.missing.includes(path)),
    ).length;
  const row = (name: string, order: (one: Told) => readonly string[]) => [
    name,
    ...depths.map((depth) => describeRate(within(order, depth), lacking.length)),
  ];
  return {
    title: `${title}: ${lacking.length}`,
    columns: ['a missing one among the first', ...depths.map(String)],
    rows: [
      row('by the text alone', ({ alone }) => alone),
      row('beside what is changed', ({ beside }) => beside),
    ],
  };
}
