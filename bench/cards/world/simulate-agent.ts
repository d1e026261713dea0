import { type ContextTask, type ContextUnit, contextUnit, sharedWords, wordsOf } from './context-unit.ts';

/** One task done with one selection. */
export interface AgentRun {
  readonly task: ContextTask;
  readonly method: string;
  readonly selected: readonly ContextUnit[];
  readonly success: boolean;
  readonly hasGold: boolean;
  readonly tokens: number;
  readonly toolCalls: number;
  readonly actions: readonly string[];
  readonly observations: readonly string[];
}

/** Share of an action's words that the context has to hold for the action to be taken. */
const actionShare = 0.5;
const mostToolCalls = 6;

/**
 * The simulator behind "success" and "tool calls", without an agent or a repository. A task succeeds when a right unit is selected,
 * or the selected text holds half of the words of a planned action. Tool calls are the selected units, 1 to 6.
 */
export function simulateAgent(task: ContextTask, method: string, selected: readonly ContextUnit[]): AgentRun {
  const hasGold = selected.some(({ id }) => task.goldIds.includes(id));
  const words = new Set(wordsOf(selected.map(({ content }) => content).join('\n')));
  const isSupported = task.plannedActions.some((action) => {
    const wanted = new Set(wordsOf(action));
    return sharedWords(wanted, words) / wanted.size >= actionShare;
  });
  const success = hasGold || isSupported;
  const [first] = selected;
  return {
    task,
    method,
    selected,
    success,
    hasGold,
    tokens: selected.reduce((sum, { tokens }) => sum + tokens, 0),
    toolCalls: Math.max(1, Math.min(mostToolCalls, selected.length)),
    actions: success
      ? task.plannedActions
      : [first === undefined ? 'inspect the task' : `inspect ${first.source}`, 'try a fix'],
    observations: [
      hasGold ? 'right_context_selected' : 'no_right_context',
      isSupported ? 'action_supported' : 'action_not_supported',
    ],
  };
}

/** The unit that a run leaves for later tasks: it looks much like the task, and is never a right one. */
export function rememberRun({
  task,
  method,
  selected,
  success,
  actions,
  observations,
}: AgentRun): ContextUnit {
  const ids = selected.map(({ id }) => id).join(', ') || 'none';
  const lesson = success
    ? `Where a task is like it, read these units before anything else: ${ids}`
    : `These units did not help; believe them only where a rule or file says the same: ${ids}`;
  return contextUnit({
    id: `trajectory:${method}:${task.id}`,
    kind: success ? 'trajectory' : 'failure',
    source: `run:${method}:${task.id}`,
    content: [
      `Seen in: ${task.instruction}`,
      `Outcome: ${success ? 'success' : 'failure'}`,
      `Selected context: ${ids}`,
      `Actions: ${actions.join(' | ')}`,
      `Observations: ${observations.join(' | ')}`,
      `Lesson to reuse: ${lesson}`,
    ].join('\n'),
    confidence: success ? 0.82 : 0.52,
  });
}
