import { codexServer } from '../adapters/agent-settings/codex-server.ts';
import { type Call, callProgram } from '../adapters/processes/start-program.ts';
import { agentHookPart } from '../engine/setup/hook-settings.ts';
import { agentServer } from '../engine/setup/json-settings.ts';
import type { AgentAnswers, AgentOnMachine, SetupAgent } from '../model/answers/setup-report.ts';
import type { JsonObject } from '../ports/settings-files.ts';
import { fieldsOf, parsedJson } from '../text/json/fields.ts';
import { type AgentSearch, foundIn, userPlaces } from './connected-agents.ts';
import { probeEvent } from './hook-answer.ts';
import { thisProcess } from './this-user.ts';

const mostHookMs = 5_000;
const mostServerMs = 10_000;

/**
 * Starts the programs in an agent's settings, as the agent does, with an empty report and the first questions of a client. It
 * reads the user's settings alone, because those in a repository may name any program.
 */
export async function askAgent(
  { agent }: Pick<AgentOnMachine, 'agent'>,
  workingDirectory: string,
  search: AgentSearch = thisProcess(),
): Promise<AgentAnswers> {
  const places = userPlaces(agent, search);
  const hook = hookCall(foundIn(places.hooks, (text) => agentHookPart(agent)?.find(text)));
  const server = serverCall(foundIn(places.servers, (text) => serverPart(agent).find(text)));
  return {
    ...(hook === undefined ? {} : { hooks: await askHook(hook, workingDirectory) }),
    ...(server === undefined ? {} : { tools: await askServer(server, workingDirectory) }),
  };
}

function serverPart(agent: SetupAgent) {
  return agent === 'codex' ? codexServer : agentServer(agent);
}

async function askHook(call: Call, workingDirectory: string): Promise<NonNullable<AgentAnswers['hooks']>> {
  const input = JSON.stringify({ hook_event_name: probeEvent, cwd: workingDirectory });
  const { tookMs, output, fault } = await callProgram({ call, workingDirectory, mostMs: mostHookMs, input });
  if (fault !== undefined) return { tookMs, fault };
  return output.trim() === '{}' ? { tookMs } : { tookMs, fault: 'it said nothing' };
}

async function askServer(call: Call, workingDirectory: string): Promise<NonNullable<AgentAnswers['tools']>> {
  let count: number | undefined;
  const { tookMs, fault } = await callProgram({
    call,
    workingDirectory,
    mostMs: mostServerMs,
    input: line({
      id: 1,
      method: 'initialize',
      params: {
        protocolVersion: '2025-06-18',
        capabilities: {},
        clientInfo: { name: 'afterwit-doctor', version: '1' },
      },
    }),
    onLine: (said) => {
      const { id, result } = fieldsOf(parsedJson(said));
      if (id === 1)
        return line({ method: 'notifications/initialized' }) + line({ id: 2, method: 'tools/list' });
      if (id !== 2) return undefined;
      const { tools } = fieldsOf(result);
      count = Array.isArray(tools) ? tools.length : undefined;
      return 'end';
    },
  });
  if (count !== undefined) return { tookMs, count };
  return { tookMs, fault: fault ?? 'it listed no tools' };
}

function line(message: object): string {
  return `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`;
}

/** The process that a hook starts, in the words of each agent (`agents`). */
function hookCall(entry: JsonObject | undefined): Call | undefined {
  if (entry === undefined) return undefined;
  const { cold = entry, first } = entry as { readonly cold?: JsonObject; readonly first?: JsonObject };
  if (first !== undefined) return hookCall(first);
  const { command, args, bash, powershell, node, words } = cold;
  if (typeof node === 'string' && isWords(words)) return [node, ...words];
  if (typeof command === 'string' && isWords(args)) return [command, ...args];
  return [command, bash, powershell].find((said) => typeof said === 'string');
}

function serverCall(entry: JsonObject | undefined): Call | undefined {
  const { command, args = [] } = entry ?? {};
  if (isWords(command) && command[0] !== undefined) return [command[0], ...command.slice(1)];
  return typeof command === 'string' && isWords(args) ? [command, ...args] : undefined;
}

function isWords(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((word) => typeof word === 'string');
}
