import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import { isObject } from '../../api/check-input.ts';
import type { Speaker } from '../../model/provenance.ts';
import { hookToolName } from '../../model/server.ts';
import type { WarmHooks } from '../../open/warm-hooks.ts';

/** The report of the agent's program has a parser of its own. */
const anyReport: StandardSchemaWithJSON<Readonly<Record<string, unknown>>> = {
  '~standard': {
    version: 1,
    vendor: 'afterwit',
    validate: (told) => ({ value: isObject(told) ? told : {} }),
    jsonSchema: { input: () => ({ type: 'object' }), output: () => ({ type: 'object' }) },
  },
};

/**
 * The tool that the agent's program calls as a hook, hidden from the model where the program can (MCP Apps, SEP-1865), else
 * short. A model that calls it gets the answer of `recall`.
 */
export const hookTool = {
  name: hookToolName,
  definition: {
    description: 'For hooks, not for you.',
    inputSchema: anyReport,
    _meta: { ui: { visibility: ['app'] } },
  },
} as const;

/** Stands for silence: the answer is read as the output of a hook. */
export const silence = '{}';

/** Never an error: a hook that fails is told to the person. The reader of reports is loaded with the first. */
export async function answerWarmHook(
  hooks: Promise<WarmHooks>,
  told: Readonly<Record<string, unknown>>,
): Promise<string> {
  try {
    const [{ answer }, { readWarmReport }, { reportingAgent }] = await Promise.all([
      hooks,
      import('../../engine/moments/warm-report.ts'),
      import('../../engine/agents/agent-reports.ts'),
    ]);
    return (await answer(readWarmReport(told), reportingAgent(told.agent))) || silence;
  } catch {
    return silence;
  }
}

const warmPrograms = ['claude-code', 'codex'];

/** Whether it is a program whose hooks call the server: Claude Code is `claude-code`, Codex `codex-mcp-client`. */
export function runsHooks({ name }: Speaker): boolean {
  return warmPrograms.some((program) => name.startsWith(program));
}
