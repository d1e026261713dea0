import { readIssueCases } from '../datasets/issue-cases.ts';
import type { Suite } from '../suite.ts';
import { collectExamples, type LocateExample } from './collect-examples.ts';
import { foreignCases } from './foreign-cases.ts';
import { judgeConfidence } from './judge-confidence.ts';
import { scoreLeftOut } from './rank-left-out.ts';
import { shippedWeights } from './trace-cases.ts';
import { visitRepositories } from './visit-repositories.ts';

/** Fits the confidence to the scores that users get, and judges it on repositories that had no part in it. */
export const locateConfidenceSuite: Suite = {
  description: 'how sure locate may be with the shipped weights',
  options: ['dataset', 'data', 'repos'],
  async run(options) {
    const cases = readIssueCases(options.datasets).filter(({ repo }) => options.repositories.has(repo));
    const own: LocateExample[] = [];
    const foreign: LocateExample[] = [];
    await visitRepositories(cases, options, async (memory, asked) => {
      own.push(...(await collectExamples(memory, asked)));
      foreign.push(...(await collectExamples(memory, foreignCases(asked, cases))));
    });
    const score = (examples: readonly LocateExample[]) => scoreLeftOut(examples, () => shippedWeights);
    const { tables, error } = judgeConfidence(score(own), score(foreign));
    return { cases: own.length, figures: { confidence_ece: error }, tables };
  },
};
