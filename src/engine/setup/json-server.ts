import type { JsonObject, SettingsPart } from '../../ports/settings-files.ts';
import { addEntry, removeEntry, replaceValue } from '../../text/json/edit-json.ts';
import { serverName } from './agent-entries.ts';
import { isObject, type JsonDialect, jsonText, parseObject, unexpectedShape } from './json-text.ts';

/** Where agents keep the address of a server that they do not start. */
const addresses = ['url', 'httpUrl', 'serverUrl'];

/**
 * Our MCP server in settings of JSON, as in `{"mcpServers": {"afterwit": {…}}}`.
 * @param member of the settings, in which the agent looks for servers
 */
export function jsonServer(member: string, dialect: JsonDialect = 'json'): SettingsPart {
  const serversIn = (text: string): JsonObject | undefined => {
    const { [member]: servers } = parseObject(text);
    return isObject(servers) ? servers : undefined;
  };
  return {
    ...jsonText(dialect),

    find: (text) => {
      const { [serverName]: found } = serversIn(text) ?? {};
      return isObject(found) ? found : undefined;
    },

    put: (text, entry) => {
      if (!Object.hasOwn(parseObject(text), member))
        return addEntry(text, [], { [serverName]: entry }, member);
      const servers = serversIn(text);
      if (servers === undefined) throw unexpectedShape(member, 'an object');
      if (!Object.hasOwn(servers, serverName)) return addEntry(text, [member], entry, serverName);
      const { [serverName]: old } = servers;
      const merged = isObject(old) && isSameKind(old, entry) ? { ...old, ...entry } : entry;
      return isEqual(old, merged) ? text : replaceValue(text, [member, serverName], merged);
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

function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
