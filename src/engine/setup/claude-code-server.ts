import { addEntry, removeEntry, replaceValue } from '../../text/json/edit-json.ts';
import {
  isObject,
  type JsonObject,
  parseObject,
  type SettingsPart,
  unexpectedShape,
} from './settings-part.ts';

const member = 'mcpServers';
const name = 'afterwit';

/** Our MCP server's entry in `~/.claude.json`, or in a project's `.mcp.json`. */
export const claudeCodeServer: SettingsPart = {
  find: (text) => {
    const { [name]: found } = serversIn(text) ?? {};
    return isObject(found) ? found : undefined;
  },

  put: (text, entry) => {
    if (!Object.hasOwn(parseObject(text), member)) return addEntry(text, [], { [name]: entry }, member);
    const servers = serversIn(text);
    if (servers === undefined) throw unexpectedShape(member, 'an object');
    if (!Object.hasOwn(servers, name)) return addEntry(text, [member], entry, name);
    const { [name]: old } = servers;
    const merged = isObject(old) && old.type === entry.type ? { ...old, ...entry } : entry;
    return isEqual(old, merged) ? text : replaceValue(text, [member, name], merged);
  },

  take: (text, original) => {
    const without = removeEntry(text, [member, name]);
    const isEmpty = Object.keys(serversIn(without) ?? {}).length === 0;
    return isEmpty && !Object.hasOwn(parseObject(original), member)
      ? removeEntry(without, [member])
      : without;
  },
};

function serversIn(text: string): JsonObject | undefined {
  const { [member]: servers } = parseObject(text);
  return isObject(servers) ? servers : undefined;
}

function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
