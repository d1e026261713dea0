import { pairedBootstrap } from '../../src/numeric/bootstrap.ts';
import { seededRandom } from '../../src/numeric/seeded-random.ts';
import { rateOf, shareOf } from '../reporting/rates.ts';
import { describeRate } from '../reporting/statistics.ts';
import { tableOf } from '../reporting/table.ts';
import type { SuiteOptions, SuiteReport } from '../suite.ts';
import { autoContextCut, literalMatch, ours } from './methods/methods.ts';
import { judgeSelection, meanOf, runWorld } from './run-world.ts';
import { type ContextTask, type ContextUnit, contextUnit } from './world/context-unit.ts';
import { generateWorld, smokeScale, type WorldSuite } from './world/generate-world.ts';
import { type AgentRun, simulateAgent } from './world/simulate-agent.ts';

const suites = ['v1', 'v3'] as const;
/** Token budgets of Table 5. */
const budgets = [80, 120, 200, 400] as const;
const removalSeed = 11;
const bootstrapSeed = 17;

/** The seed is that of the paper's release. */
function worldOf(suite: WorldSuite, { smoke }: Pick<SuiteOptions, 'smoke'>) {
  return generateWorld(suite, 7, smoke ? smokeScale : undefined);
}

/** Context F1 of every method at every budget (Table 5), and MRR at 120 tokens (Table 6). */
export function runSynthetic(suite: WorldSuite, options: SuiteOptions): SuiteReport {
  const world = worldOf(suite, options);
  const runs = budgets.flatMap((budget) =>
    runWorld(world, budget, [ours, literalMatch, autoContextCut]).map((run) => ({ budget, ...run })),
  );
  const of = (method: string, budget: number) =>
    runs.filter((run) => run.method === method && run.budget === budget);
  const f1Of = (prefix: string, method: string) =>
    budgets.map((budget) => [`${prefix}f1_${budget}`, meanOf(of(method, budget), 'f1')] as const);
  return {
    cases: world.tasks.length,
    figures: {
      ...Object.fromEntries([
        ...f1Of('', ours.name),
        ...f1Of('literal_', literalMatch.name),
        ...f1Of('cut_', autoContextCut.name),
      ]),
      mrr_120: meanOf(of(ours.name, 120), 'mrr'),
      generator_vanilla_f1_120: meanOf(of('VanillaRAG', 120), 'f1'),
      generator_autocontext_f1_120: meanOf(of('AutoContextKG', 120), 'f1'),
    },
    tables: [
      tableOf(`${suite}: context F1, MRR by budget`, new Set(runs.map(({ method }) => method)), {
        method: (method) => method,
        ...Object.fromEntries(
          budgets.map((budget) => [
            `${budget} tokens`,
            (method: string) =>
              (['f1', 'mrr'] as const)
                .map((metric) => meanOf(of(method, budget), metric).toFixed(3))
                .join(', '),
          ]),
        ),
      }),
    ],
  };
}

/** What is lost with the most useful unit of each selection, and with one by chance (Table 4). */
export function runRemoval(options: SuiteOptions): SuiteReport {
  const random = seededRandom(removalSeed);
  const judged = suites.flatMap((suite) => {
    const runs = runWorld(worldOf(suite, options), 400, [ours]);
    return ['CICL', ours.name].map((method) => {
      const full = runs.filter((run) => run.method === method && run.selected.length > 0);
      const without = (placeOf: (run: AgentRun) => number) =>
        full.map((run) => {
          const place = placeOf(run);
          const left = run.selected.filter((_, at) => at !== place);
          return simulateAgent(run.task, method, left);
        });
      const top = without(() => 0);
      const chance = without(({ selected }) => Math.floor(random() * selected.length));
      return { suite, method, full, top, chance };
    });
  });
  const own = judged.find(({ suite, method }) => suite === 'v3' && method === ours.name);
  return {
    cases: judged.reduce((sum, { method, full }) => sum + (method === ours.name ? full.length : 0), 0),
    figures: {
      full_f1: meanOf(own?.full ?? [], 'f1'),
      removal_top_f1: meanOf(own?.top ?? [], 'f1'),
      removal_random_f1: meanOf(own?.chance ?? [], 'f1'),
    },
    tables: [
      tableOf('F1 with one unit taken out, at 400 tokens; the difference with its 95 % interval', judged, {
        suite: ({ suite }) => suite,
        method: ({ method }) => method,
        full: ({ full }) => meanOf(full, 'f1').toFixed(3),
        'top removed': ({ top }) => meanOf(top, 'f1').toFixed(3),
        'one by chance': ({ chance }) => meanOf(chance, 'f1').toFixed(3),
        'by chance − top': ({ top, chance }) => {
          const losses = chance.map(
            (run, at) => judgeSelection(run).f1 - judgeSelection(top[at] as AgentRun).f1,
          );
          const { mean, low, high } = pairedBootstrap(losses, bootstrapSeed);
          return `${mean.toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}]`;
        },
      }),
    ],
  };
}

type Note = Omit<ContextUnit, 'id' | 'tokens' | 'isStale'>;

const lie = ({ id, instruction }: ContextTask, besides: string): Note => ({
  ...{ kind: 'rule', source: `task:note_${id}`, confidence: 0.9 },
  content: `Seen in: ${instruction} Rule to reuse: return the value as it came; ${besides}.`,
});

/** Notes that call themselves outdated, as in the paper; wrong advice that does not; and such that also names the planned actions. */
const harms: Readonly<Record<string, (task: ContextTask) => Note>> = {
  harmful: ({ id, instruction }) => ({
    ...{ kind: 'failure', source: `legacy_notes/${id}.md`, confidence: 0.35 },
    content: `Deprecated note of old about this task: ${instruction} What it says is obsolete and no guide for fixes.`,
  }),
  lying: (task) => lie(task, 'nothing else has to be changed'),
  lying_plans: (task) => lie(task, `actions that were right: ${task.plannedActions.join('; ')}`),
};

/** Are harmful notes, one for each task, selected, and before the right units? As in the release, runs leave no units (5.6). */
export function runHarm(options: SuiteOptions): SuiteReport {
  const rows = Object.entries(harms).map(([harm, noteOf]) => {
    const runs = suites.flatMap((suite) => {
      const world = worldOf(suite, options);
      const notes = world.tasks.map((task) => contextUnit({ id: `harmful:${task.id}`, ...noteOf(task) }));
      const harmed = { ...world, units: [...world.units, ...notes] };
      // At 80 tokens the right units leave little room for harm; the paper does not say at how many it looked.
      return [80, 400].flatMap((budget) => runWorld(harmed, budget, [ours], { remembersRuns: false }));
    });
    return { harm, own: runs.filter(({ method }) => method === ours.name), all: runs };
  });
  return {
    cases: rows[0]?.own.length ?? 0,
    figures: Object.fromEntries(
      rows.flatMap(({ harm, own }) => [
        [`${harm}_selected`, shareOf(rateOf(own, isHarmed))],
        [`${harm}_before_gold`, shareOf(rateOf(own, isHarmedFirst))],
      ]),
    ),
    tables: [
      tableOf(
        'Harmful notes among the candidates, selected; before a right one',
        rows.flatMap(({ harm, all }) =>
          [...Map.groupBy(all, ({ method }) => method)].map(([method, runs]) => ({ harm, method, runs })),
        ),
        {
          notes: ({ harm }) => harm,
          method: ({ method }) => method,
          selected: ({ runs }) => describeRate(runs.filter(isHarmed).length, runs.length),
          'before a right one': ({ runs }) => describeRate(runs.filter(isHarmedFirst).length, runs.length),
        },
      ),
    ],
  };
}

const harmAt = ({ selected }: AgentRun): number => selected.findIndex(({ id }) => id.startsWith('harmful:'));
const isHarmed = (run: AgentRun): boolean => harmAt(run) !== -1;

/** Before any right unit, or without one. */
export function isHarmedFirst(run: AgentRun): boolean {
  const right = run.selected.findIndex(({ id }) => run.task.goldIds.includes(id));
  return isHarmed(run) && (right === -1 || harmAt(run) < right);
}
