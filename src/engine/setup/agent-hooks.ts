import type { JsonObject, SettingsPart } from '../../ports/settings-part.ts';
import { addEntry, type JsonPath, removeEntry, replaceValue } from '../../text/json/edit-json.ts';
import { hookToolName, serverName } from './agent-entries.ts';
import { isObject, jsonText, parseObject, unexpectedShape } from './json-text.ts';

const member = 'hooks';

/** An event of an agent that our hook is told of. */
interface HookedEvent {
  readonly matcher?: string;
  /** Arguments of the server's tool, where the server runs then and may be called. */
  readonly warm?: JsonObject;
  /** Where the agent gives a process less time at this event than our entry takes. */
  readonly timeout?: number;
}

/** Events by the name that the agent gives them. */
export type HookedEvents = Readonly<Record<string, HookedEvent>>;

/** Position of one of our handlers: `hooks[event][group].hooks[handler]`. */
interface Found {
  readonly event: string;
  readonly group: number;
  readonly handler: number;
  readonly value: JsonObject;
}

/**
 * The hooks of an agent that writes them as Claude Code does: lists of handlers, in groups, by event. The entry is that of
 * `hookEntry`.
 */
export function agentHooks(events: HookedEvents): SettingsPart {
  return {
    ...jsonText('json'),
    isOursAlone: true,

    find: (text) => {
      const found = handlersIn(text).map(({ value }) => value);
      const warm = withoutInput(found.find(isWarm));
      const cold = withoutEvent(found.filter((value) => !isWarm(value))) ?? warm;
      return warm === undefined ? cold : { cold, warm };
    },

    put: (text, entry) => {
      let changed = text;
      for (const extra of extraHandlersIn(text, events).toReversed())
        changed = takeHandler(changed, extra, {});
      for (const [event, hooked] of Object.entries(events))
        changed = putHandler(changed, event, hooked, handlerFor(hooked, entry));
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
}

/** Superfluous handlers of ours: those of events that we no longer use, and duplicates within an event. */
function extraHandlersIn(text: string, events: HookedEvents): readonly Found[] {
  const seen = new Set<string>();
  return handlersIn(text).filter(({ event }) => {
    const isFirst = !seen.has(event);
    seen.add(event);
    return !(isFirst && Object.hasOwn(events, event));
  });
}

function putHandler(text: string, event: string, { matcher }: HookedEvent, entry: JsonObject): string {
  const group = { ...(matcher === undefined ? {} : { matcher }), hooks: [entry] };
  if (!Object.hasOwn(parseObject(text), member)) return addEntry(text, [], { [event]: [group] }, member);
  const hooks = hooksIn(text);
  if (hooks === undefined) throw unexpectedShape(member, 'an object');
  if (!Object.hasOwn(hooks, event)) return addEntry(text, [member], [group], event);
  if (!Array.isArray(hooks[event])) throw unexpectedShape(`${member}.${event}`, 'a list');
  const found = handlersIn(text).find((handler) => handler.event === event);
  if (found === undefined) return addEntry(text, [member, event], group);
  const merged =
    found.value.type === entry.type ? { ...found.value, ...entry } : { ...othersOf(found.value), ...entry };
  return JSON.stringify(merged) === JSON.stringify(found.value)
    ? text
    : replaceValue(text, pathOf(found), merged);
}

/** What is called or started at an event. */
function handlerFor({ warm: input, timeout }: HookedEvent, entry: JsonObject): JsonObject {
  const { cold = entry, warm } = entry;
  if (input !== undefined && isObject(warm)) return { ...warm, input };
  const started = isObject(cold) ? cold : entry;
  return timeout === undefined ? started : { ...started, timeout };
}

/** The time belongs to the event where one has less of it. */
function withoutEvent(handlers: readonly JsonObject[]): JsonObject | undefined {
  const time = ({ timeout }: JsonObject): number => (typeof timeout === 'number' ? timeout : 0);
  return handlers.toSorted((a, b) => time(b) - time(a))[0];
}

/** The arguments belong to the event, all else to our entry. */
function withoutInput(handler: JsonObject | undefined): JsonObject | undefined {
  if (handler === undefined) return undefined;
  const { input: _, ...rest } = handler;
  return rest;
}

const ofKinds: ReadonlySet<string> = new Set([
  'type',
  'command',
  'args',
  'server',
  'tool',
  'input',
  'timeout',
]);

/** Fields that others gave to our handler; those of its kind make no sense in one of another kind. */
function othersOf(handler: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(handler).filter(([field]) => !ofKinds.has(field)));
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

/** Whether a handler calls our server, or starts afterwit: our bundle at any path with any Node, or our command. */
function isOurs(value: JsonObject): boolean {
  return isWarm(value) || isCold(value);
}

function isWarm({ type, server, tool }: JsonObject): boolean {
  return type === 'mcp_tool' && server === serverName && tool === hookToolName;
}

function isCold({ type, command, args }: JsonObject): boolean {
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
