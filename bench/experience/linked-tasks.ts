import { runGit } from '../locate/run-git.ts';

/** Repositories of which these data may be read; of all others nothing is. */
const readable = [
  'pallets/flask',
  'psf/requests',
  'mwaskom/seaborn',
  'pydata/xarray',
  'pylint-dev/pylint',
  'pytest-dev/pytest',
  'sphinx-doc/sphinx',
];

/** `pallets__flask-4045`: its repository, and the number of its pull request. */
export function readTaskName(name: string): { readonly repo: string; readonly number: number } | undefined {
  const [, owner = '', project = '', number = ''] = /^([\w.-]+)__([\w.-]+)-(\d+)$/.exec(name) ?? [];
  const repo = `${owner}/${project}`;
  return readable.includes(repo) ? { repo, number: Number(number) } : undefined;
}

/** A task that came later, with the earlier ones that it is linked to. */
export interface LinkedTask {
  readonly name: string;
  readonly repo: string;
  readonly problem: string;
  readonly right: readonly string[];
}

/** A task as it lies in the data. */
interface RelatedTask {
  readonly repo: string;
  readonly pull_number: number | string;
  readonly base_commit: string;
  readonly problem_statement: string;
  readonly hints_text: string;
}

/** An earlier task with what it says. */
export interface PastTask {
  readonly name: string;
  readonly request: string;
  readonly baseCommit?: string | undefined;
}

const folder = 'cases/SWEContextBench Full/';

/**
 * Later tasks with their linked earlier ones, which the data lack. The rule was decided before any ranking: the same pull request, or
 * the same commit before it; else a task that names the number of the other.
 */
export function readLinkedTasks(gitDirectory: string, past: readonly PastTask[]): readonly LinkedTask[] {
  const paths = runGit(gitDirectory, ['ls-tree', '-r', '-z', '--name-only', 'HEAD', '--', folder]).split(
    '\0',
  );
  return paths.flatMap((path) => {
    const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.json$/, '');
    const known = readTaskName(name);
    if (known === undefined || !path.endsWith('.json')) return [];
    const task: RelatedTask = JSON.parse(runGit(gitDirectory, ['show', `HEAD:${path}`]));
    const right = linksOf(
      { ...task, number: known.number },
      past.filter((one) => readTaskName(one.name)?.repo === known.repo),
    );
    return right.length === 0 ? [] : [{ name, repo: known.repo, problem: task.problem_statement, right }];
  });
}

function linksOf(
  task: RelatedTask & { readonly number: number },
  past: readonly PastTask[],
): readonly string[] {
  const numberOf = ({ name }: PastTask) => readTaskName(name)?.number ?? 0;
  const said = numbersIn(`${task.problem_statement}\n${task.hints_text}`);
  const rules: readonly ((one: PastTask) => boolean)[] = [
    (one) => numberOf(one) === Number(task.pull_number) || one.baseCommit === task.base_commit,
    (one) =>
      said.has(numberOf(one)) ||
      [Number(task.pull_number), task.number].some((number) => numbersIn(one.request).has(number)),
  ];
  for (const isLinked of rules) {
    const found = past.filter(isLinked).map(({ name }) => name);
    if (found.length > 0) return found;
  }
  return [];
}

function numbersIn(text: string): ReadonlySet<number> {
  return new Set([...text.matchAll(/(?:#|issues\/|pull\/)(\d+)\b/g)].map(([, number]) => Number(number)));
}
