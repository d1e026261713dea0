/** What an agent told of its work, as far as it told it. */
export interface ToldWork {
  /** By the name of the tool; undefined where nothing was told. */
  readonly toolCalls: Readonly<Record<string, number>> | undefined;
  /** Runs of tests that failed as an earlier one of the same session did. */
  readonly repeatedFailures: number | undefined;
  /** Read and written. */
  readonly tokens: number | undefined;
}

interface Usage {
  readonly input_tokens?: number;
  readonly output_tokens?: number;
  readonly cache_creation_input_tokens?: number;
  readonly cache_read_input_tokens?: number;
}

interface Part {
  readonly type?: string;
  readonly name?: string;
  readonly content?: unknown;
}

/** A line of `claude -p --output-format stream-json`, or of `codex exec --json`. */
interface AgentEvent {
  readonly type?: string;
  readonly message?: { readonly content?: unknown };
  readonly usage?: Usage;
  readonly item?: { readonly type?: string; readonly tool?: string; readonly aggregated_output?: string };
}

/** What Node's own test runner sums up with. */
const failedRun = /^\s*(?:ℹ|#) fail [1-9]/m;
const failureLine = /^\s*(?:✖|not ok|code: |.*Error\b).*/;
/** Of Codex's items, those that are calls of tools. */
const codexTools = new Set(['command_execution', 'file_change', 'mcp_tool_call', 'web_search']);

/** Reads the events that an agent printed; other lines are passed over. */
export function readEvents(stdout: string): ToldWork {
  const events = stdout.split('\n').flatMap(parse);
  const calls = events.flatMap(callsIn);
  const told = events.some(({ type }) => type === 'assistant' || type?.startsWith('item.'));
  const usages = events.flatMap((event) => (isUsage(event) ? [sumOf(event.usage ?? {})] : []));
  return {
    toolCalls: told ? countByName(calls) : undefined,
    repeatedFailures: told ? countRepeated(events.flatMap(outputsIn)) : undefined,
    tokens: usages.length === 0 ? undefined : usages.reduce((sum, tokens) => sum + tokens, 0),
  };
}

function parse(line: string): readonly AgentEvent[] {
  try {
    const event: unknown = JSON.parse(line);
    return typeof event === 'object' && event !== null ? [event as AgentEvent] : [];
  } catch {
    return [];
  }
}

function partsOf({ message }: AgentEvent): readonly Part[] {
  return Array.isArray(message?.content) ? (message.content as readonly Part[]) : [];
}

function callsIn(event: AgentEvent): readonly string[] {
  const { type, item } = event;
  if (type === 'item.completed' && codexTools.has(item?.type ?? '')) return [item?.tool ?? item?.type ?? ''];
  return partsOf(event).flatMap((part) => (part.type === 'tool_use' ? [part.name ?? 'unnamed'] : []));
}

function outputsIn(event: AgentEvent): readonly string[] {
  if (event.type === 'item.completed') return [event.item?.aggregated_output ?? ''];
  return partsOf(event).flatMap(({ type, content }) => (type === 'tool_result' ? [textOf(content)] : []));
}

function textOf(content: unknown): string {
  if (!Array.isArray(content)) return typeof content === 'string' ? content : '';
  return content.map((part: { text?: string }) => part.text ?? '').join('\n');
}

/** Both tell of all tokens at the end, of a session or of a turn. */
function isUsage({ type, usage }: AgentEvent): boolean {
  return usage !== undefined && (type === 'result' || type === 'turn.completed');
}

/** Cached input is told of beside the input by Claude Code, and within it by Codex. */
function sumOf(usage: Usage): number {
  const { cache_creation_input_tokens: kept = 0, cache_read_input_tokens: read = 0 } = usage;
  return (usage.input_tokens ?? 0) + (usage.output_tokens ?? 0) + kept + read;
}

function countByName(names: readonly string[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

function countRepeated(outputs: readonly string[]): number {
  const failures = outputs.filter((output) => failedRun.test(output)).map(describeFailure);
  return failures.length - new Set(failures).size;
}

/** The lines that say what failed, without numbers, which differ from run to run. */
function describeFailure(output: string): string {
  const lines = output.split('\n').filter((line) => failureLine.test(line));
  return [...new Set(lines.map((line) => line.trim().replace(/\d+/g, '0')))].join('\n');
}
