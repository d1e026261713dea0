import type { IssueCase } from '../datasets/issue-cases.ts';
import { halfOf } from '../lookalikes/repository-half.ts';
import { historyQuestions } from './history-questions.ts';

export type QuestionForm = 'issue' | 'title' | 'message';

/** A question, and the tree it is asked about. */
export interface PosedQuestion {
  /** The asked repository and tree, by its base commit; its files are the answer where the question is its own. */
  readonly place: IssueCase;
  readonly text: string;
  /** Repository that the question is from. */
  readonly from: string;
  readonly isOwn: boolean;
  /** A title is what a person would type; a message is that of a past fix. */
  readonly form: QuestionForm;
}

/** Repositories with fewer issues are asked mostly with messages of their past fixes. */
const fewIssues = 10;
const minedOfFew = 25;
const minedOfMany = 8;
/** Steps through the other repositories' questions, so that neighbours do not get the same. */
const foreignStride = 37;
const drawSeed = 7;

/**
 * Each question of a repository, with one of another repository beside it, about the same tree: whole issues, their titles, and
 * messages of past fixes, for repositories in languages without issues here. Both come from the same half, so that no question
 * of the judged half has a part in the fit.
 */
export function poseForeign(
  issues: readonly IssueCase[],
  repositories: ReadonlyMap<string, string>,
): readonly PosedQuestion[] {
  const mined = new Map(
    [...repositories].map(([name, path]) => [name, historyQuestions(path, name, minedOfFew, drawSeed)]),
  );
  return [...repositories.keys()].flatMap((repository) => {
    const own = issues.filter(({ repo }) => repo === repository);
    const fixes = (mined.get(repository) ?? []).slice(0, own.length > fewIssues ? minedOfMany : minedOfFew);
    const isOther = ({ repo }: IssueCase) => repo !== repository && halfOf(repo) === halfOf(repository);
    const otherFixes = [...mined.values()].flat().filter(isOther);
    return [...pair(own, issues.filter(isOther), 'issue'), ...pair(fixes, otherFixes, 'message')];
  });
}

function pair(
  own: readonly IssueCase[],
  others: readonly IssueCase[],
  form: QuestionForm,
): readonly PosedQuestion[] {
  return own.flatMap((place, position) => {
    const other = others[(position * foreignStride) % Math.max(1, others.length)];
    return [place, ...(other === undefined ? [] : [other])].flatMap((source) => pose(place, source, form));
  });
}

function pose(place: IssueCase, source: IssueCase, form: QuestionForm): readonly PosedQuestion[] {
  const text = source.problem_statement.trim();
  const title = text.split('\n', 1)[0] ?? '';
  const question = { place, from: source.repo, isOwn: source === place } as const;
  const whole = { ...question, text, form };
  return form === 'issue' ? [whole, { ...question, text: title, form: 'title' }] : [whole];
}
