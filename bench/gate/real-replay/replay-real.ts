import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { guardedRscbMc } from '../../../src/gate/guarded-rscb-mc.ts';
import { halfOf } from '../../lookalikes/repository-half.ts';
import { KeptSteps } from '../../reporting/kept-steps.ts';
import { rateOf, shareOf } from '../../reporting/rates.ts';
import { describeRate } from '../../reporting/statistics.ts';
import { tableOf } from '../../reporting/table.ts';
import type { SuiteOptions, SuiteReport } from '../../suite.ts';
import { lexical, ours } from '../gate-methods.ts';
import { riskCoverageArea } from '../risk-coverage.ts';
import { type ObservedEvent, observeHistory } from './observe-history.ts';
import { type RealHistory, type RealKind, readRealHistories } from './read-real-histories.ts';
import { type LiveMethod, type LiveRun, type LiveStep, runLive } from './run-live.ts';

/** Ours as it is shipped, beside search by words, which shows whatever it finds. */
const methods: readonly LiveMethod[] = [
  { name: ours, policy: guardedRscbMc() },
  { name: 'lexical', policy: lexical, ignoresLedger: true },
];

/** Real events through the published library, in order of time, then each policy on what was found. */
export async function replayReal(kind: RealKind, options: SuiteOptions): Promise<SuiteReport> {
  const { data, half, questions, repositories, results } = options;
  const histories = readRealHistories({ data, kind, questions }).filter(
    ({ repository }) => half === undefined || halfOf(repository) === half,
  );
  const events: ObservedEvent[] = [];
  for (const history of histories) {
    const isLocatable = repositories.has(history.repository);
    const steps = new KeptSteps('gate-replay', results, [history.events, isLocatable]);
    const observe = () => observeRepository(kind, history, options);
    events.push(...(await steps.keep(`${kind} ${history.repository}`, observe)));
  }
  const ordered = events.toSorted((a, b) => a.atMs - b.atMs).slice(0, options.limit);
  const runs = methods.map((method) => ({ name: method.name, ...runLive(method, ordered) }));
  const own = runs[0] as LiveRun;
  const rates = ratesOf(own.steps);
  const rateIn = (name: keyof typeof rates) => (run: LiveRun) => {
    const { count, of } = ratesOf(run.steps)[name];
    return describeRate(count, of);
  };
  return {
    cases: ordered.length,
    figures: {
      [`${kind}_events`]: ordered.length,
      [`${kind}_live_coverage`]: shareOf(rates.coverage),
      [`${kind}_live_disjoint`]: shareOf(rates.disjoint),
      [`${kind}_live_same_function`]: shareOf(rates.sameFunction),
      [`${kind}_live_must_abstain`]: shareOf(rates.mustAbstain),
      [`${kind}_aurc`]: areaOf(own.steps),
      [`${kind}_bound_violations`]: own.violations,
    },
    tables: [
      tableOf(`${kind}, live: told what came of what is shown, and of what would have been`, runs, {
        policy: ({ name }) => name,
        shown: rateIn('coverage'),
        disjoint: rateIn('disjoint'),
        'same function': rateIn('sameFunction'),
        'must_abstain shown': rateIn('mustAbstain'),
        'bound broken': ({ violations }) => violations,
      }),
    ],
  };
}

function ratesOf(steps: readonly LiveStep[]) {
  const shown = steps.filter((step) => step.shown !== undefined);
  return {
    coverage: { count: shown.length, of: steps.length },
    disjoint: rateOf(shown, (step) => !step.shown?.sharesFile),
    sameFunction: rateOf(shown, (step) => step.shown?.sharesFunction === true),
    mustAbstain: rateOf(
      steps.filter(({ event }) => event.mustAbstain),
      (step) => step.shown !== undefined,
    ),
  };
}

/** Ranks what was shown, or would have been: it takes full feedback, of what was never shown, too. */
function areaOf(steps: readonly LiveStep[]): number {
  return riskCoverageArea(
    steps.flatMap(({ best, risk = 0.5 }) =>
      best === undefined ? [] : [{ risk, isWrong: !best.sharesFile }],
    ),
  );
}

/** Keeps the index in the home, so that the next run goes on from it. */
async function observeRepository(
  kind: RealKind,
  { repository, events }: RealHistory,
  { repositories, home }: SuiteOptions,
): Promise<readonly ObservedEvent[]> {
  const git = repositories.get(repository);
  const slug = repository.replaceAll('/', '__');
  const folder = join(home, 'replay', `${kind}-${slug}`);
  const indexHome = join(home, 'replay', `index-${slug}`);
  const observed = await observeHistory({ repository, events }, { git, indexHome, folder });
  rmSync(folder, { recursive: true, force: true });
  const located = observed.filter(({ isLocated }) => isLocated).length;
  const why = git === undefined && repositories.size > 0 ? ': the map has no such repository' : '';
  console.error(
    `${kind}: ${repository}: ${observed.length} asked, ${located} of them located${why}; ${events.length} events`,
  );
  return observed;
}
