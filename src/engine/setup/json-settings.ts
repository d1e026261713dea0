import { agents } from '../../agents/agents.ts';
import type { SetupAgent } from '../../model/answers/setup-report.ts';
import { AfterwitError } from '../../model/errors.ts';
import { hookToolName, type ServerProfile, serverName } from '../../model/server.ts';
import type { JsonObject, SettingsPart } from '../../ports/settings-files.ts';
import { addEntry, blankComments, removeEntry, replaceValue } from '../../text/json/edit-json.ts';
import { isFields, parsedJson } from '../../text/json/fields.ts';

/** Common traits of settings in JSON. @param hasComments the agent reads comments and trailing commas */
export function jsonText(
  hasComments = false,
): Pick<SettingsPart, 'holds' | 'nothing' | 'isValid' | 'isEmpty'> {
  return {
    holds: hasComments ? 'a JSON object' : 'a JSON object (comments are not JSON)',
    nothing: '{}\n',
    isValid: (text) => isFields(parsedJson(withoutMark(hasComments ? blankComments(text) : text))),
    isEmpty: (text) => Object.keys(parseObject(text)).length === 0 && blankComments(text) === text,
  };
}

/**
 * The object in a settings file, whose comments are passed over.
 * @throws SyntaxError
 */
export function parseObject(text: string): JsonObject {
  const value: unknown = JSON.parse(withoutMark(blankComments(text)));
  if (!isFields(value)) throw new SyntaxError('not an object');
  return value;
}

/** Error for a value whose type prevents adding our entry. */
export function unexpectedShape(name: string, expected: string): AfterwitError {
  return new AfterwitError(
    'INVALID_SETTING',
    `"${name}" is not ${expected} in the agent's settings. Correct it there and run the command again; nothing was changed.`,
    { data: { name, expected } },
  );
}

/** Without the byte order mark that editors of Windows put first. */
function withoutMark(text: string): string {
  return text.replace(/^\uFEFF/, '');
}

/** Where agents keep the address of a server that they do not start. */
const addresses = ['url', 'httpUrl', 'serverUrl'];

/** Our MCP server in settings of JSON, as in `{"mcpServers": {"afterwit": {…}}}`. Codex keeps TOML. */
export function agentServer(agent: Exclude<SetupAgent, 'codex'>): SettingsPart {
  const { member, hasComments } = agents[agent].server;
  const serversIn = (text: string): JsonObject | undefined => {
    const { [member]: servers } = parseObject(text);
    return isFields(servers) ? servers : undefined;
  };
  return {
    ...jsonText(hasComments),

    find: (text) => {
      const { [serverName]: found } = serversIn(text) ?? {};
      return isFields(found) ? found : undefined;
    },

    put: (text, entry) => {
      if (!Object.hasOwn(parseObject(text), member))
        return addEntry(text, [], { [serverName]: entry }, member);
      const servers = serversIn(text);
      if (servers === undefined) throw unexpectedShape(member, 'an object');
      if (!Object.hasOwn(servers, serverName)) return addEntry(text, [member], entry, serverName);
      const { [serverName]: old } = servers;
      const merged = isFields(old) && isSameKind(old, entry) ? { ...old, ...entry } : entry;
      return JSON.stringify(old) === JSON.stringify(merged)
        ? text
        : replaceValue(text, [member, serverName], merged);
    },

    take: (text, original) => {
      const without = removeEntry(text, [member, serverName]);
      const isEmpty = Object.keys(serversIn(without) ?? {}).length === 0;
      return isEmpty && !Object.hasOwn(parseObject(original), member)
        ? removeEntry(without, [member])
        : without;
    },
  };
}

/** An entry that does not say its type starts a program as ours does, unless it has an address instead. */
function isSameKind(old: JsonObject, entry: JsonObject): boolean {
  const isRemote = addresses.some((key) => Object.hasOwn(old, key));
  return old.type === undefined ? !isRemote : old.type === entry.type;
}

/** Two entries of ours in one file: `first` and `second` of one entry. */
export function bothParts(first: SettingsPart, second: SettingsPart): SettingsPart {
  const { holds, nothing, isValid, isEmpty } = first;
  return {
    ...{ holds, nothing, isValid, isEmpty },
    find: (text) => {
      const found = { first: first.find(text), second: second.find(text) };
      return found.first === undefined && found.second === undefined ? undefined : found;
    },
    put: (text, entry) => putIf(second, putIf(first, text, entry.first), entry.second),
    take: (text, original) => second.take(first.take(text, original), original),
  };
}

function putIf(part: SettingsPart, text: string, entry: unknown): string {
  return entry === undefined ? text : part.put(text, entry as JsonObject);
}

/** Files that an agent is to start, by absolute paths. */
interface Startable {
  readonly node: string;
  readonly hook: string;
  /** The bundle of the command line. */
  readonly command: string;
  /** Home of the memory; the platform's when absent. */
  readonly home?: string;
  /** Tools that the server offers; `default` when absent. */
  readonly profile?: ServerProfile;
}

/** Whether a hook calls a tool of the running server where it can, or starts a process always. */
export type HookKind = 'warm' | 'cold';

/** Time after which an agent stops a hook that calls the server; ours ends by itself long before. */
const warmSeconds = 5;

/**
 * The entry of our hooks in an agent's settings. `cold` starts a process; `warm` calls a tool of the running server (Claude
 * Code 2.1.118 and later, Codex).
 * @returns both, the warm one without the arguments of each event; the cold one alone where it is wanted or the only one
 */
export function hookEntry(
  agent: SetupAgent,
  { node, hook, home }: Startable,
  kind: HookKind = 'warm',
): JsonObject {
  const { hooks } = agents[agent];
  if (hooks === undefined) return {};
  const who = hooks.of ?? agent;
  const said = who === 'claude-code' ? [] : ['--agent', who];
  const words = [node, hook, ...said, ...homeWords(home)] as const;
  const isWindows = words.some((word) => windowsPath.test(word));
  const cold = hooks.handler({ words, line: shellLine(words, isWindows), isWindows });
  const isEverWarm = Object.values(hooks.events).some(({ isWarm }) => isWarm);
  return kind === 'cold' || !isEverWarm
    ? cold
    : { cold, warm: { type: 'mcp_tool', server: serverName, tool: hookToolName, timeout: warmSeconds } };
}

const plainWord = /^[\w@%+=:,./-]+$/;
const windowsPath = /^(?:[A-Za-z]:[\\/]|\\\\)/;

/** Words as a line for the shell of the platform whose paths they are. */
function shellLine(words: readonly string[], isWindows: boolean): string {
  return words
    .map((word) => {
      if (plainWord.test(word)) return word;
      return isWindows ? `"${word}"` : `'${word.replaceAll("'", "'\\''")}'`;
    })
    .join(' ');
}

/** Our MCP server in the words of each agent. */
export function serverEntry(
  agent: SetupAgent,
  { node, command, home, profile = 'default' }: Startable,
): JsonObject {
  const args = [command, 'mcp', ...homeWords(home), ...(profile === 'default' ? [] : ['--profile', profile])];
  return agents[agent].server.entry(node, args);
}

function homeWords(home: string | undefined): readonly string[] {
  return home === undefined ? [] : ['--home', home];
}
