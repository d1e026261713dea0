import * as commitConfidence from '../../src/history/estimate-confidence.ts';
import { historyConstants } from '../../src/history/options.ts';
import { fileAgreement } from '../../src/history/vote-files.ts';
import * as fileConfidence from '../../src/locate/estimate-confidence.ts';
import { locateOptions } from '../../src/locate/options.ts';
import { halfOf } from '../lookalikes/repository-half.ts';
import { calibrationError, reliabilityTable } from '../reporting/calibration.ts';
import type { Table } from '../reporting/table.ts';
import type { SuiteReport } from '../suite.ts';
import type { Answer, AskedQuestion, Shown, ShownCommit, ShownFile } from './ask-foreign.ts';
import {
  countSilence,
  fitLeftOut,
  type PromisedAnswer,
  type PromisedOf,
  silenceTable,
} from './judge-foreign.ts';

/** The confidence in an answer is about its first ten places. */
const judgedDepth = 10;
/** The half that weights are fitted to; the other is judged. */
const fittedHalf = 'even';

/** Answers, and each file or commit of theirs, as promises. */
interface Judged {
  readonly answers: readonly PromisedAnswer[];
  readonly items: readonly PromisedOf[];
}

/**
 * Figures of locate are of the half that no weight was fitted to. Weights of search-commits are fitted on all repositories, so its
 * figures use weights fitted without the repository's own questions.
 */
export function reportForeign(asked: readonly AskedQuestion[], fit: boolean): SuiteReport {
  const isFitted = ({ question }: AskedQuestion) => halfOf(question.place.repo) === fittedHalf;
  const fitted = asked.filter(isFitted);
  const judged = asked.filter((one) => !isFitted(one));
  return {
    cases: asked.length,
    figures: figuresOf(judged, asked),
    tables: [
      ...locateTables('half that was left out', judged),
      ...locateTables('half that was fitted to', fitted),
      ...commitTables('repositories left out one at a time', leaveOut(judgeCommits(asked))),
      ...commitTables('as shipped', judgeCommits(asked)),
      ...(fit ? fitTables(fitted, asked) : []),
    ],
  };
}

const thresholds = {
  locate: locateOptions.minimumAnswerConfidence.default,
  commits: historyConstants.search.minimumAnswerConfidence,
} as const;

function judgeFiles(asked: readonly AskedQuestion[], part: 'files' | 'codeOnly' = 'files'): Judged {
  const isYoung = part === 'codeOnly';
  return judge(asked, (one): Answer<ShownFile> => one[part], {
    itemFeatures: fileConfidence.confidenceFeatures,
    answerFeatures: ([first]) => first && fileConfidence.confidenceFeatures(first.evidence),
    withoutRight: (shown) => withoutRight(shown, isYoung),
  });
}

function judgeCommits(asked: readonly AskedQuestion[]): Judged {
  const byScore = (shown: readonly ShownCommit[]) =>
    shown.toSorted((a, b) => b.evidence.relativeScore - a.evidence.relativeScore);
  const agreementOf = (shown: readonly ShownCommit[]) =>
    fileAgreement(shown.map(({ evidence, paths }) => ({ relativeScore: evidence.relativeScore, paths })));
  return judge(asked, (one): Answer<ShownCommit> => one.commits, {
    itemFeatures: commitConfidence.hitFeatures,
    answerFeatures(shown) {
      const first = byScore(shown).slice(0, judgedDepth);
      const strongest = commitConfidence.strongestOf(first.map(({ evidence }) => evidence));
      return strongest && commitConfidence.answerFeatures(strongest, agreementOf(first));
    },
    withoutRight(shown) {
      const wrong = byScore(shown.filter(({ isRight }) => !isRight)).slice(0, judgedDepth);
      return commitConfidence.estimateAnswer(
        wrong.map(({ evidence }) => evidence),
        agreementOf(wrong),
      );
    },
  });
}

/** Confidence in the first wrong file, as though the right ones were not there: their shares go to the others. */
function withoutRight(shown: readonly ShownFile[], isYoung: boolean): number {
  const taken = shown.reduce((sum, { isRight, evidence }) => sum + (isRight ? evidence.share : 0), 0);
  const first = shown.find(({ isRight }) => !isRight)?.evidence;
  if (first === undefined) return 0;
  const share = first.share / Math.max(1e-9, 1 - taken);
  return fileConfidence.estimateAnswer({ ...first, share }, isYoung);
}

/** How answers of one kind are judged. */
interface Judging<Evidence, Item extends Shown<Evidence>> {
  readonly itemFeatures: (evidence: Evidence) => readonly number[];
  /** Undefined where nothing is shown. */
  readonly answerFeatures: (shown: readonly Item[]) => readonly number[] | undefined;
  readonly withoutRight: (shown: readonly Item[]) => number;
}

function judge<Evidence, Item extends Shown<Evidence>>(
  asked: readonly AskedQuestion[],
  answerIn: (one: AskedQuestion) => Answer<Item>,
  judging: Judging<Evidence, Item>,
): Judged {
  const answers: PromisedAnswer[] = [];
  const items: PromisedOf[] = [];
  for (const one of asked) {
    const { isGiven, confidence, shown } = answerIn(one);
    const { place, isOwn, form } = one.question;
    const source = { repository: place.repo, isOwn, form };
    const first = shown.slice(0, judgedDepth);
    const isKept = first.some(({ isRight }) => isRight);
    const features = judging.answerFeatures(shown);
    // An answer without anything shown has nothing to be fitted to.
    if (features !== undefined) {
      const highest = Math.max(0, ...first.map((item) => item.confidence));
      const takenOut = isKept ? { takenOut: judging.withoutRight(shown) } : {};
      answers.push({ ...source, features, confidence, isKept, isGiven, highest, ...takenOut });
    } else answers.push({ ...source, features: [], confidence, isKept, isGiven, highest: 0 });
    for (const item of first) {
      items.push({
        ...source,
        features: judging.itemFeatures(item.evidence),
        confidence: item.confidence,
        isKept: item.isRight,
      });
    }
  }
  return { answers, items };
}

function figuresOf(judged: readonly AskedQuestion[], asked: readonly AskedQuestion[]) {
  const of = (name: string, { answers, items }: Judged) => {
    const issues = answers.filter(({ form }) => form === 'issue');
    const { present, lost, foreign, foreignGiven, foreignSure } = countSilence(issues);
    return {
      [`${name}_present_lost`]: lost / Math.max(1, present),
      [`${name}_foreign_given`]: foreignGiven / Math.max(1, foreign),
      [`${name}_foreign_sure`]: foreignSure / Math.max(1, foreign),
      [`${name}_ece`]: calibrationError(items),
      [`${name}_answer_ece`]: calibrationError(answers),
    };
  };
  return {
    ...of('locate', judgeFiles(judged)),
    ...of('commits', leaveOut(judgeCommits(asked))),
  };
}

/** The same answers and hits with the confidence they would have by weights fitted on the other repositories. */
function leaveOut({ answers, items }: Judged): Judged {
  const silent = answers.filter(({ features }) => features.length === 0);
  const fitted = fitLeftOut(answers.filter(({ features }) => features.length > 0)).leftOut;
  return {
    answers: [...silent, ...fitted.map((one) => ({ ...one, isGiven: one.confidence >= thresholds.commits }))],
    items: fitLeftOut(items).leftOut.map((one) => ({
      ...one,
      confidence: Math.min(commitConfidence.highestConfidence, one.confidence),
    })),
  };
}

function locateTables(where: string, asked: readonly AskedQuestion[]): readonly Table[] {
  const files = judgeFiles(asked);
  const alone = judgeFiles(asked, 'codeOnly');
  return [
    silenceTable(`locate, ${where}`, files.answers, thresholds.locate),
    reliabilityTable(`locate, answers, ${where}`, files.answers),
    reliabilityTable(`locate, first ${judgedDepth} files, ${where}`, files.items),
    silenceTable(`locate without history, ${where}`, alone.answers, thresholds.locate),
  ];
}

function commitTables(where: string, { answers, items }: Judged): readonly Table[] {
  return [
    silenceTable(`search-commits, ${where}`, answers, thresholds.commits),
    reliabilityTable(`search-commits, answers, ${where}`, answers),
    reliabilityTable(`search-commits, first ${judgedDepth} hits, ${where}`, items),
  ];
}

/** Weights to put into the two files of constants, and what they would promise where they had no part. */
function fitTables(fitted: readonly AskedQuestion[], asked: readonly AskedQuestion[]): readonly Table[] {
  const files = judgeFiles(fitted);
  const commits = judgeCommits(asked);
  const withFeatures = ({ features }: PromisedOf) => features.length > 0;
  const fits = [
    ['locate, answers', files.answers, fileConfidence.answerWeights],
    [
      'locate, answers by code alone',
      judgeFiles(fitted, 'codeOnly').answers,
      fileConfidence.codeAnswerWeights,
    ],
    ['locate, files', files.items, fileConfidence.fileWeights],
    ['search-commits, answers', commits.answers, commitConfidence.answerWeights],
    ['search-commits, hits', commits.items, commitConfidence.hitWeights],
  ] as const;
  return fits.flatMap(([name, promises, shipped]) => {
    const { weights, leftOut } = fitLeftOut<PromisedOf>(promises.filter(withFeatures));
    return [
      {
        title: `Weights of ${name}, fitted on ${promises.length}`,
        columns: ['feature', 'fitted', 'shipped'],
        rows: Object.entries(shipped).map(([feature, weight], i) => [
          feature,
          (weights[i] ?? 0).toFixed(3),
          weight.toFixed(3),
        ]),
      },
      reliabilityTable(`${name}, repositories left out one at a time`, leftOut),
    ];
  });
}
