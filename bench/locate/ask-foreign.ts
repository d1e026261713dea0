import * as commitConfidence from '../../src/history/estimate-confidence.ts';
import { historyConstants } from '../../src/history/options.ts';
import { fileAgreement } from '../../src/history/vote-files.ts';
import type { CommitSearch, Memory } from '../../src/index.ts';
import { predictLogistic } from '../../src/numeric/probabilities.ts';
import { type IssueCase, readDevelopmentIssues } from '../datasets/issue-cases.ts';
import { halfOf } from '../lookalikes/repository-half.ts';
import { calibrationError, type Promised } from '../reporting/calibration.ts';
import { fitAll, fitLeftOut } from '../reporting/fit-logistic.ts';
import { share } from '../reporting/rates.ts';
import { rate } from '../reporting/statistics.ts';
import { type Table, tableOf } from '../reporting/table.ts';
import type { SuiteOptions, SuiteReport } from '../suite.ts';
import { historyQuestions } from './history-questions.ts';
import { askAll, visitRepositories } from './visit-repositories.ts';

/** A title is what a person would type; a message is that of a past fix. */
type QuestionForm = 'issues' | 'titles of issues' | 'messages of past fixes';

/** A question, and the tree it is asked about. */
interface PosedQuestion {
  /** Asked repository. */
  readonly repo: string;
  /** Its files are the answer where the question is its own. */
  readonly place: IssueCase;
  readonly text: string;
  readonly isOwn: boolean;
  readonly form: QuestionForm;
}

/** A promise, its question, and what it is made of. */
interface JudgedPromise extends Promised {
  readonly question: PosedQuestion;
  readonly features: readonly number[];
}

interface Judged {
  /** The answer as a whole; `isGiven` unless it was "none relevant". */
  readonly answer: JudgedPromise & { readonly isGiven: boolean };
  /** Files or commits that were shown. */
  readonly items: readonly JudgedPromise[];
}

/** The confidence in an answer is about its first ten places. */
const judgedDepth = 10;
/** The half that weights of locate were fitted to; the other is judged. */
const fittedHalf = 'even';
const surely = 0.5;
/** Repositories with fewer issues are asked mostly with messages of their past fixes. */
const fewIssues = 10;
const [minedOfFew, minedOfMany] = [25, 8];
/** Steps through the other repositories' questions, so that neighbours do not get the same. */
const foreignStride = 37;
const drawSeed = 7;

/**
 * Do locate and search-commits know when a question is about something else? Figures of locate are of the half that no weight was
 * fitted to. Weights of search-commits are fitted on all repositories, so its figures use weights without the repository's own questions.
 */
export async function askForeign(options: SuiteOptions): Promise<SuiteReport> {
  const posed = poseForeign(readDevelopmentIssues(options.data), options.repositories);
  const asked = await visitRepositories(posed, options, async (memory, own) =>
    askAll(own, (question) => ask(memory, question)),
  );
  const files = asked.flatMap((one) =>
    halfOf(one.files.answer.question.repo) === fittedHalf ? [] : one.files,
  );
  const judged = asked.map((one) => one.commits);
  const commits = leaveOut(judged);
  return {
    cases: asked.length,
    figures: { ...figuresOf('locate', files), ...figuresOf('commits', commits) },
    tables: [
      silenceTable('locate, half that was left out', files),
      silenceTable('search-commits, repositories left out one at a time', commits),
      weightTable('search', commitConfidence.answerWeights, withFeatures(judged)),
      weightTable(
        'hit',
        commitConfidence.hitWeights,
        judged.flatMap(({ items }) => items),
      ),
    ],
  };
}

/**
 * Each question of a repository, with one of another repository beside it, about the same tree: whole issues, their titles, and
 * messages of past fixes, for repositories in languages without issues here. Both come from the same half, so that no question
 * of the judged half has a part in the fit.
 */
function poseForeign(
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
    return [
      ...pair(own, issues.filter(isOther), ['issues', 'titles of issues']),
      ...pair(fixes, otherFixes, ['messages of past fixes']),
    ];
  });
}

function pair(
  own: readonly IssueCase[],
  others: readonly IssueCase[],
  forms: readonly QuestionForm[],
): readonly PosedQuestion[] {
  return own.flatMap((place, position) => {
    const other = others[(position * foreignStride) % Math.max(1, others.length)];
    return [place, ...(other === undefined ? [] : [other])].flatMap((source) => {
      const text = source.problem_statement.trim();
      const title = text.split('\n', 1)[0] ?? '';
      return forms.map((form) => ({
        ...{ repo: place.repo, place, isOwn: source === place, form },
        text: form === 'titles of issues' ? title : text,
      }));
    });
  });
}

async function ask(memory: Pick<Memory, 'locate' | 'searchCommits'>, question: PosedQuestion) {
  const { text, place, isOwn } = question;
  const asOf = place.base_commit;
  const located = await memory.locate(text, { asOf, topK: judgedDepth, weights: 'shipped' });
  const { kind } = await memory.searchCommits(text, { asOf });
  const all = await memory.searchCommits(text, { asOf, topK: 30, minimumConfidence: 0, explain: true });
  const isGold = (path: string) => isOwn && place.gold_files.includes(path);
  const items = located.files.slice(0, judgedDepth).map(({ path, confidence = 0 }) => ({
    ...{ question, features: [], confidence, isKept: isGold(path) },
  }));
  const { confidence } = located;
  return {
    files: judge({ question, features: [], confidence, isGiven: located.kind === 'located' }, items),
    commits: judgeCommits(question, kind === 'relevant', all, isGold),
  };
}

function judge(answer: Omit<Judged['answer'], 'isKept'>, items: readonly JudgedPromise[]): Judged {
  return { items, answer: { ...answer, isKept: items.some(({ isKept }) => isKept) } };
}

function judgeCommits(
  question: PosedQuestion,
  isGiven: boolean,
  { hits, confidence }: CommitSearch,
  isGold: (path: string) => boolean,
): Judged {
  const shown = hits.flatMap(({ evidence, confidence: own, files }) =>
    evidence === undefined
      ? []
      : [{ evidence, confidence: own, paths: files.map((file): string => file.path) }],
  );
  const items = shown.slice(0, judgedDepth).map(({ evidence, confidence: own, paths }) => ({
    ...{ question, features: commitConfidence.hitFeatures(evidence), confidence: own },
    isKept: paths.some(isGold),
  }));
  const first = shown
    .toSorted((a, b) => b.evidence.relativeScore - a.evidence.relativeScore)
    .slice(0, judgedDepth);
  const strongest = commitConfidence.strongestOf(first.map(({ evidence }) => evidence));
  const agreement = fileAgreement(
    first.map(({ evidence, paths }) => ({ relativeScore: evidence.relativeScore, paths })),
  );
  // None where nothing is shown.
  const features = strongest === undefined ? [] : commitConfidence.answerFeatures(strongest, agreement);
  return judge({ question, confidence, isGiven, features }, items);
}

/** The same answers and hits with the confidence they would have by weights fitted on the other repositories. */
function leaveOut(judged: readonly Judged[]): readonly Judged[] {
  const repositoryOf = ({ question }: JudgedPromise) => question.repo;
  const answerWeights = fitLeftOut(withFeatures(judged), repositoryOf);
  const hitWeights = fitLeftOut(
    judged.flatMap(({ items }) => items),
    repositoryOf,
  );
  const least = historyConstants.search.minimumAnswerConfidence;
  const most = commitConfidence.highestConfidence;
  return judged.map(({ answer, items }) => {
    const { repo } = answer.question;
    const confidence = predictLogistic(answerWeights(repo), answer.features);
    return {
      answer: answer.features.length === 0 ? answer : { ...answer, confidence, isGiven: confidence >= least },
      items: items.map((one) => ({
        ...one,
        confidence: Math.min(most, predictLogistic(hitWeights(repo), one.features)),
      })),
    };
  });
}

/** Answers that show anything: the others have nothing to be fitted to. */
function withFeatures(judged: readonly Judged[]): readonly JudgedPromise[] {
  return judged.map(({ answer }) => answer).filter(({ features }) => features.length > 0);
}

function weightTable(what: string, shipped: object, rows: readonly JudgedPromise[]): Table {
  const fitted = fitAll(rows);
  return tableOf(
    `Confidence in a ${what}: weights fitted on ${rows.length}`,
    Object.entries(shipped).entries(),
    {
      weight: ([, [name]]) => name,
      fitted: ([at]) => (fitted[at] ?? 0).toFixed(2),
      shipped: ([, [, weight]]) => weight,
    },
  );
}

const isLost = ({ answer }: Judged) => !answer.isGiven;
const isGiven = ({ answer }: Judged) => answer.isGiven;
const isSure = ({ items }: Judged) => items.some(({ confidence }) => confidence > surely);
const present = (all: readonly Judged[]) => all.filter(({ answer }) => answer.isKept);
const foreign = (all: readonly Judged[]) => all.filter(({ answer }) => !answer.question.isOwn);

function figuresOf(name: string, judged: readonly Judged[]) {
  const issues = judged.filter(({ answer }) => answer.question.form === 'issues');
  const shareIn = (all: readonly Judged[], is: (one: Judged) => boolean) =>
    share(all.filter(is).length, all.length);
  return {
    [`${name}_present_lost`]: shareIn(present(issues), isLost),
    [`${name}_foreign_given`]: shareIn(foreign(issues), isGiven),
    [`${name}_foreign_sure`]: shareIn(foreign(issues), isSure),
    [`${name}_ece`]: calibrationError(judged.flatMap(({ items }) => items)),
    [`${name}_answer_ece`]: calibrationError(judged.map(({ answer }) => answer)),
  };
}

function silenceTable(title: string, judged: readonly Judged[]): Table {
  const forms = Map.groupBy(judged, ({ answer }) => answer.question.form);
  return tableOf(title, forms, {
    questions: ([form]) => form,
    'present ones lost': ([, own]) => rate(present(own), isLost),
    'foreign ones answered': ([, own]) => rate(foreign(own), isGiven),
    'foreign with one above 50 %': ([, own]) => rate(foreign(own), isSure),
  });
}
