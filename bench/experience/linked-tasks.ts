import { runGit } from '../locate/run-git.ts';
import { type PastSession, pathsIn, readTaskName } from './past-sessions.ts';

/** A task that came later, with the earlier ones that it is linked to. */
export interface LinkedTask {
  readonly name: string;
  readonly repo: string;
  readonly problem: string;
  readonly right: readonly string[];
}

/** A task as it lies in the data. */
interface RelatedTask {
  readonly pull_number: number | string;
  readonly base_commit: string;
  readonly problem_statement: string;
  readonly hints_text: string;
}

/**
 * Later tasks with their linked earlier ones, which the data lack. The rule was decided before any ranking: the same pull request, or
 * the same commit before it; else a task that names the number of the other.
 */
export function readLinkedTasks(gitDirectory: string, past: readonly PastSession[]): readonly LinkedTask[] {
  return pathsIn(gitDirectory, 'cases/SWEContextBench Full/').flatMap((path) => {
    const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.json$/, '');
    const known = readTaskName(name);
    if (known === undefined || !path.endsWith('.json')) return [];
    const task: RelatedTask = JSON.parse(runGit(gitDirectory, ['show', `HEAD:${path}`]));
    const earlier = past.filter(({ repo }) => repo === known.repo);
    const right = linksOf(task, known.number, earlier);
    return right.length === 0 ? [] : [{ name, repo: known.repo, problem: task.problem_statement, right }];
  });
}

function linksOf(task: RelatedTask, number: number, past: readonly PastSession[]): readonly string[] {
  const pull = Number(task.pull_number);
  const numberOf = ({ name }: PastSession) => readTaskName(name)?.number ?? 0;
  const said = numbersIn(`${task.problem_statement}\n${task.hints_text}`);
  const rules: readonly ((one: PastSession) => boolean)[] = [
    (one) => numberOf(one) === pull || one.baseCommit === task.base_commit,
    (one) => said.has(numberOf(one)) || [pull, number].some((own) => numbersIn(one.request).has(own)),
  ];
  return (
    rules.map((isLinked) => past.filter(isLinked).map(({ name }) => name)).find(({ length }) => length > 0) ??
    []
  );
}

function numbersIn(text: string): ReadonlySet<number> {
  return new Set([...text.matchAll(/(?:#|issues\/|pull\/)(\d+)\b/g)].map(([, number]) => Number(number)));
}
