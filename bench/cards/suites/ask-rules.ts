import { join } from 'node:path';
import { halfOf } from '../../lookalikes/repository-half.ts';
import { type DecisionCase, ruleDecisions } from '../../recall/decision-cases.ts';
import { makeRepository } from '../../security/scratch-home.ts';
import type { SuiteOptions } from '../../suite.ts';
import { KeptSteps } from '../keep-step.ts';

/** Where the rules of one source are remembered. */
export interface RulePlace {
  readonly repository: string;
  readonly home: string;
}

/** Asks for rules of real repositories, one source after another; answers of a source are kept under the name. */
export async function askRules<Asked>(
  name: string,
  { data, limit, seed, home, results, half }: SuiteOptions,
  ask: (place: RulePlace, cases: readonly DecisionCase[]) => Promise<readonly Asked[]>,
): Promise<readonly Asked[]> {
  const wants = (repository: string) => half === undefined || halfOf(repository) === half;
  const cases = [...ruleDecisions(data, wants, seed)].slice(0, limit);
  const steps = new KeptSteps(name, results, [data, limit, seed, half]);
  const asked: Asked[] = [];
  for (const [source, own] of Map.groupBy(cases, (one) => one.source)) {
    const folder = source.replaceAll(/[^\w]+/g, '_');
    const askSource = () =>
      ask({ repository: makeRepository(home, folder), home: join(home, `${folder}-home`) }, own);
    asked.push(...(await steps.keep(source, askSource)));
  }
  return asked;
}
