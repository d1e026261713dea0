import { addEntry, type JsonPath, removeEntry, replaceValue } from '../../text/json/edit-json.ts';
import {
  isObject,
  type JsonObject,
  parseObject,
  type SettingsPart,
  unexpectedShape,
} from './settings-part.ts';

const member = 'hooks';

/** The first event reports failed commands, the second also those whose failure is hidden by a pipe. */
const events = ['PostToolUseFailure', 'PostToolUse'];

const matcher = 'Bash';

/** Position of one of our handlers: `hooks[event][group].hooks[handler]`. */
interface Found {
  readonly event: string;
  readonly group: number;
  readonly handler: number;
  readonly value: JsonObject;
}

/** The hook that follows the agent's Bash commands, in `settings.json`. */
export const claudeCodeHooks: SettingsPart = {
  find: (text) => handlersIn(text)[0]?.value,

  put: (text, entry) => {
    let changed = text;
    for (const extra of extraHandlersIn(text).toReversed()) changed = takeHandler(changed, extra, {});
    for (const event of events) changed = putHandler(changed, event, entry);
    return changed;
  },

  take: (text, original) => {
    const kept = hooksIn(original);
    let changed = text;
    for (const found of handlersIn(text).toReversed()) changed = takeHandler(changed, found, kept ?? {});
    const isEmpty = Object.keys(hooksIn(changed) ?? {}).length === 0;
    return isEmpty && kept === undefined ? removeEntry(changed, [member]) : changed;
  },
};

/** Superfluous handlers of ours: those of events that we no longer use, and duplicates within an event. */
function extraHandlersIn(text: string): readonly Found[] {
  const seen = new Set<string>();
  return handlersIn(text).filter(({ event }) => {
    const isFirst = !seen.has(event);
    seen.add(event);
    return !(isFirst && events.includes(event));
  });
}

function putHandler(text: string, event: string, entry: JsonObject): string {
  const group = { matcher, hooks: [entry] };
  if (!Object.hasOwn(parseObject(text), member)) return addEntry(text, [], { [event]: [group] }, member);
  const hooks = hooksIn(text);
  if (hooks === undefined) throw unexpectedShape(member, 'an object');
  if (!Object.hasOwn(hooks, event)) return addEntry(text, [member], [group], event);
  if (!Array.isArray(hooks[event])) throw unexpectedShape(`${member}.${event}`, 'a list');
  const found = handlersIn(text).find((handler) => handler.event === event);
  if (found === undefined) return addEntry(text, [member, event], group);
  const merged = { ...found.value, ...entry };
  return JSON.stringify(merged) === JSON.stringify(found.value)
    ? text
    : replaceValue(text, pathOf(found), merged);
}

/** Removes a handler and the containers that become empty, except for events that `kept` has. */
function takeHandler(text: string, found: Found, kept: JsonObject): string {
  const without = removeEntry(text, pathOf(found));
  const groups = groupsOf(hooksIn(without) ?? {}, found.event);
  if (handlersOf(groups[found.group]).length > 0) return without;
  if (groups.length > 1 || Object.hasOwn(kept, found.event))
    return removeEntry(without, [member, found.event, found.group]);
  return removeEntry(without, [member, found.event]);
}

function handlersIn(text: string): readonly Found[] {
  const hooks = hooksIn(text) ?? {};
  return Object.keys(hooks).flatMap((event) =>
    groupsOf(hooks, event).flatMap((candidate, group) =>
      handlersOf(candidate).flatMap((value, handler) =>
        isObject(value) && isOurs(value) ? [{ event, group, handler, value }] : [],
      ),
    ),
  );
}

/** Whether a handler starts afterwit: our bundle at any path with any Node, or our command. */
function isOurs({ type, command, args }: JsonObject): boolean {
  if (type !== 'command' || typeof command !== 'string') return false;
  const words = [...command.split(/\s+/), ...(Array.isArray(args) ? args : [])].filter(
    (word) => typeof word === 'string',
  );
  return (
    /(?:^|[\\/])afterwit(?:\.(?:cmd|exe|ps1))?$/.test(words[0] ?? '') ||
    words.some((word) => /[\\/]dist[\\/]hooks[\\/]claude-code\.js["']?$/.test(word))
  );
}

function hooksIn(text: string): JsonObject | undefined {
  const { [member]: hooks } = parseObject(text);
  return isObject(hooks) ? hooks : undefined;
}

function groupsOf(hooks: JsonObject, event: string): readonly unknown[] {
  const groups = Object.hasOwn(hooks, event) ? hooks[event] : undefined;
  return Array.isArray(groups) ? groups : [];
}

function handlersOf(group: unknown): readonly unknown[] {
  return isObject(group) && Array.isArray(group.hooks) ? group.hooks : [];
}

function pathOf({ event, group, handler }: Found): JsonPath {
  return [member, event, group, 'hooks', handler];
}
