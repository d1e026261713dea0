import { describeRate } from '../../reporting/statistics.ts';
import type { SuiteReport } from '../../suite.ts';
import { baselines, oracleGold } from '../methods/baselines.ts';
import { ourProxy } from '../methods/our-methods.ts';
import { paperCicl } from '../methods/paper-cicl.ts';
import { type PatchTask, patchTasks } from '../patch/patch-tasks.ts';
import { tryPatch } from '../patch/try-patch.ts';
import { type ContextTask, contextUnit } from '../world/context-unit.ts';
import { WorldGraph } from '../world/world-graph.ts';

const budget = 80;
const compared = ['NoContext', 'VanillaRAG', 'SummaryMemory', 'AutoContextKG', 'CICL'];
/** Section 5.6: two tasks. */
const paper: Readonly<Record<string, string>> = {
  NoContext: '0.00',
  VanillaRAG: '1.00',
  AutoContextKG: '1.00',
  CICL: '1.00',
};

/** A toy loop of patch and test: is a module repaired with the context that a method selects, and not harmed? */
export function runPatch(): SuiteReport {
  const graph = new WorldGraph(worldOf(patchTasks));
  const methods = [...baselines, ...paperCicl].filter(({ name }) => compared.includes(name));
  const tasks = patchTasks.map((task) => ({ task, asked: contextTask(task) }));
  const tried = [
    ...[...methods, ourProxy].map(({ name, select }) => ({
      name,
      patches: tasks.map(({ task, asked: { goldIds: _judges, ...told } }) =>
        tryPatch(task, select({ graph, task: told, budget, history: [] })),
      ),
    })),
    {
      name: 'OracleGold',
      patches: tasks.map(({ task, asked }) => tryPatch(task, oracleGold(graph, asked, budget))),
    },
  ];
  const own = tried.find(({ name }) => name === ourProxy.name)?.patches ?? [];
  const share = (key: 'isRepaired' | 'isHarmed') => own.filter((one) => one[key]).length / own.length;
  return {
    cases: patchTasks.length,
    figures: { patch_success: share('isRepaired'), harmful_rate: share('isHarmed') },
    tables: [
      {
        title: `Patched and tested, at ${budget} tokens (the paper: two tasks)`,
        columns: ['method', 'repaired', 'paper', 'harmed'],
        rows: tried.map(({ name, patches }) => [
          name,
          describeRate(patches.filter(({ isRepaired }) => isRepaired).length, patches.length),
          paper[name] ?? '',
          describeRate(patches.filter(({ isHarmed }) => isHarmed).length, patches.length),
        ]),
      },
    ],
  };
}

function contextTask({ id, instruction, path, functionName }: PatchTask): ContextTask {
  return {
    ...{ id, instruction, plannedActions: [`inspect ${path}`, `update ${functionName}`] },
    goldIds: [`memory:${id}`, `symbol:${path}:${functionName}:1`, `file:${path}`],
  };
}

/** Each module, what an earlier task taught of it, and a stale note that would break it. */
function worldOf(tasks: readonly PatchTask[]) {
  const units = tasks.flatMap(({ id, path, functionName, module, fault, repair, harm, instruction }) => {
    const text = module.replace('FAULT', () => fault);
    return [
      contextUnit({ id: `file:${path}`, kind: 'file', source: path, content: text, confidence: 1 }),
      contextUnit({
        ...{ id: `symbol:${path}:${functionName}:1`, kind: 'symbol', source: `${path}:1` },
        ...{ content: text, confidence: 1 },
      }),
      contextUnit({
        ...{ id: `memory:${id}`, kind: 'rule', source: `task:base_${id}`, confidence: 0.9 },
        content: `Seen before in ${path}. What repaired \`${functionName}\`: \`${repair}\` Inspect ${path} and update ${functionName}.`,
      }),
      contextUnit({
        ...{ id: `harmful:${id}`, kind: 'failure', source: `legacy_notes/${id}.md`, confidence: 0.35 },
        content: `Deprecated note: ${instruction} What was once put into \`${functionName}\`: \`${harm}\` It is obsolete.`,
      }),
    ];
  });
  const containments = tasks.map(
    ({ path, functionName }) => [`file:${path}`, `symbol:${path}:${functionName}:1`] as const,
  );
  return { units, containments };
}
