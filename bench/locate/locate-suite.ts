import { suiteOfParts } from '../suite-of-parts.ts';
import { askForeign } from './ask-foreign.ts';
import { askFunctions } from './ask-functions.ts';
import { askHistory } from './ask-history.ts';
import { askIssues } from './ask-issues.ts';
import { fitRanker } from './fit-ranker.ts';
import { timeQuestions } from './time-questions.ts';

/** Does locate name what an issue changes, and know when it cannot? Each repository's index is kept in the home. */
export const locateSuite = suiteOfParts({
  description:
    'locate on issues; history: on past fixes of any language; functions: those that a fix changes; foreign: silence on questions of other repositories; time: time and memory of a warm question about --repo; fit: weights of files, judged without the repository',
  options: ['dataset', 'data', 'repos', 'repo', 'limit', 'questions', 'seed'],
  parts: { issues: askIssues },
  named: {
    history: askHistory,
    functions: askFunctions,
    foreign: askForeign,
    time: timeQuestions,
    fit: fitRanker,
  },
});
