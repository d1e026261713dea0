import type { JudgeQuestion } from '../../src/index.ts';
import { judgeCandidates } from '../cards/methods/judge-candidates.ts';
import { estimateByProxy } from '../cards/proxy/estimate.ts';
import { generateWorld } from '../cards/world/generate-world.ts';
import { withoutEdges } from '../cards/world/world-graph.ts';
import type { JudgedQuestion, TestedJudge } from './tested-judge.ts';
import { questionKey } from './tested-judge.ts';

/** Those of Table 8: 25 base tasks of the suite v1, some 28 candidates each. */
type ItemId = JudgeQuestion['units'][number]['id'];

const tasks = 25;
const candidates = 28;
const seed = 7;

/** A task of the CICL paper's made-up repository, with its candidates. */
export interface WorldQuestion {
  readonly question: JudgeQuestion;
  /** Texts of the units that it needs. */
  readonly right: readonly string[];
  /** Verdicts of the proxy of Eq. 1, without a model. */
  readonly byProxy: JudgedQuestion;
}

/** Equal for everybody: they are generated. */
export function worldQuestions(limit: number): readonly WorldQuestion[] {
  const world = generateWorld('v1', 'judged', seed, { rules: tasks, tasksOfRule: 1 });
  const graph = withoutEdges(world.units);
  return world.tasks.slice(0, limit).map((task) => {
    const found = judgeCandidates({ graph, task, budget: 0, history: [] }).slice(0, candidates);
    const units = found.map(({ unit }) => ({
      ...{ id: unit.id as ItemId, type: 'project_fact' as const, text: unit.content, contradicts: [] },
    }));
    const question = {
      ...{ task: task.instruction, plannedActions: task.plannedActions, units },
      signal: new AbortController().signal,
    };
    return {
      question,
      right: found.filter(({ unit }) => task.goldIds.includes(unit.id)).map(({ unit }) => unit.content),
      byProxy: {
        question: questionKey(question),
        verdicts: found.map(({ unit, evidence }) => {
          const { actionShift, necessity, outcomeGain, transferRisk } = estimateByProxy(evidence);
          return {
            ...{ id: unit.id as ItemId, actionShift, necessity, confidence: unit.confidence },
            ...{ expectedOutcomeUplift: outcomeGain, negativeTransferRisk: transferRisk },
          };
        }),
      },
    };
  });
}

export async function askOfWorld(
  questions: readonly WorldQuestion[],
  tested: TestedJudge,
): Promise<readonly JudgedQuestion[]> {
  const judged: JudgedQuestion[] = [];
  for (const { question, right } of questions) {
    tested.expect(...right);
    judged.push(await tested.judge(question));
  }
  return judged;
}
