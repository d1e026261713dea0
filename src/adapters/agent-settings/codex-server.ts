import { type AST, getStaticTOMLValue, parseTOML } from 'toml-eslint-parser';
import { AfterwitError } from '../../model/errors.ts';
import type { JsonObject, SettingsPart } from '../../ports/settings-files.ts';
import { isFields } from '../../text/json/fields.ts';

const member = 'mcp_servers';
const name = 'afterwit';

type Value = readonly [key: string, value: unknown];

/** Our MCP server in Codex's `config.toml`: the table `[mcp_servers.afterwit]`, at the end of the file. */
export const codexServer: SettingsPart = {
  holds: 'TOML that can be parsed',
  nothing: '',
  isValid: (text) => {
    try {
      parseTOML(text);
      return true;
    } catch {
      return false;
    }
  },
  isEmpty: (text) => text.trim() === '',

  find: (text) => {
    const { [member]: servers } = settingsIn(text);
    const found = isFields(servers) ? servers[name] : undefined;
    return isFields(found) ? found : undefined;
  },

  put: (text, entry) => {
    const values = Object.entries(entry).filter(([, value]) => isOurs(value));
    const changed =
      ownTableIn(text) === undefined
        ? addTable(text, values)
        : values.reduce((before, [key, value]) => putValue(before, key, value), text);
    if (!holdsAll(changed, values)) throw notAsTables();
    return changed;
  },

  take: (text) =>
    tablesIn(text)
      .toReversed()
      .reduce((changed, table) => removeLines(changed, table), text),
};

/** Adds the server as a table of its own. Refuses servers in another form: an edit of that would change text of the user. */
function addTable(text: string, values: readonly Value[]): string {
  const { [member]: servers } = settingsIn(text);
  const isInline = topLevel(text).some(
    (node) => node.type === 'TOMLKeyValue' && keysOf(node.key)[0] === member,
  );
  // Without a table of ours, those in it, such as `[mcp_servers.afterwit.env]`, may stand before it.
  const isElsewhere = isFields(servers) && Object.hasOwn(servers, name) && tablesIn(text).length === 0;
  if (isInline || isElsewhere) throw notAsTables();
  const lineBreak = lineBreakOf(text);
  const lines = values.map(([key, value]) => `${key} = ${toToml(value)}`);
  const table = [`[${member}.${name}]`, ...lines, ''].join(lineBreak);
  if (text.trim() === '') return `${text}${table}`;
  const gap = /\n$/.test(text) ? lineBreak : `${lineBreak}${lineBreak}`;
  return `${text}${gap}${table}`;
}

/** Whether our table has these values, in a text that may be damaged. */
function holdsAll(text: string, values: readonly Value[]): boolean {
  if (!codexServer.isValid(text)) return false;
  const found = codexServer.find(text);
  return (
    found !== undefined &&
    values.every(([key, value]) => JSON.stringify(found[key]) === JSON.stringify(value))
  );
}

/** Our values are strings and lists of strings. Others put all else in an entry there, such as the table `env`. */
function isOurs(value: unknown): boolean {
  return typeof value === 'string' || (Array.isArray(value) && value.every((one) => typeof one === 'string'));
}

function notAsTables(): AfterwitError {
  return new AfterwitError(
    'INVALID_SETTING',
    `"${member}" is not written as tables ([${member}.NAME]) in the agent's settings. Write it so and run the command again; nothing was changed.`,
    { data: { name: member } },
  );
}

/** Sets one value of our table; a value that is the same already keeps its layout. */
function putValue(text: string, key: string, value: unknown): string {
  const table = ownTableIn(text);
  if (table === undefined) return text;
  const old = table.body.find((node) => keysOf(node.key).join('.') === key);
  if (old !== undefined) {
    const isSame = JSON.stringify(getStaticTOMLValue(old.value)) === JSON.stringify(value);
    return isSame ? text : splice(text, old.value.range, toToml(value));
  }
  const end = (table.body.at(-1) ?? table.key).range[1];
  const lineEnd = endOfLine(text, end);
  return splice(text, [lineEnd, lineEnd], `${lineBreakOf(text)}${key} = ${toToml(value)}`);
}

/** Removes a table with the empty line before it and the rest of its last line. */
function removeLines(text: string, table: AST.TOMLTable): string {
  const [start, end] = table.range;
  const before = text.slice(0, start).replace(/(\r?\n)[ \t]*\r?\n[ \t]*$/, '$1');
  const after = text.slice(endOfLine(text, end)).replace(/^\r?\n/, '');
  return before.trim() === '' ? `${before.trimStart()}${after}` : `${before}${after}`;
}

function endOfLine(text: string, at: number): number {
  const found = text.slice(at).search(/\r?\n|$/);
  return at + found;
}

function ownTableIn(text: string): AST.TOMLTable | undefined {
  return tablesIn(text).find(({ resolvedKey }) => resolvedKey.length === 2);
}

/** Our table and the tables in it, such as `[mcp_servers.afterwit.env]`, in the order of the file. */
function tablesIn(text: string): readonly AST.TOMLTable[] {
  return topLevel(text).filter(
    (node): node is AST.TOMLTable =>
      node.type === 'TOMLTable' && node.resolvedKey[0] === member && node.resolvedKey[1] === name,
  );
}

function topLevel(text: string): readonly (AST.TOMLKeyValue | AST.TOMLTable)[] {
  return parseTOML(text).body[0].body;
}

function settingsIn(text: string): JsonObject {
  const value: unknown = getStaticTOMLValue(parseTOML(text));
  return isFields(value) ? value : {};
}

function keysOf(key: AST.TOMLKey): readonly string[] {
  return key.keys.map((part) => (part.type === 'TOMLBare' ? part.name : part.value));
}

/** A string or a list of strings; a JSON string is a TOML basic string as well, except for the character DEL. */
function toToml(value: unknown): string {
  return Array.isArray(value)
    ? `[${value.map(toToml).join(', ')}]`
    : JSON.stringify(value).replaceAll('\u007f', '\\u007f');
}

function lineBreakOf(text: string): string {
  return /\r?\n/.exec(text)?.[0] ?? '\n';
}

function splice(text: string, [start, end]: readonly [number, number], replacement: string): string {
  return text.slice(0, start) + replacement + text.slice(end);
}
