import type { AgentHooks, HookedEvent } from '../../agents/agent.ts';
import { agents } from '../../agents/agents.ts';
import type { SetupAgent } from '../../model/answers/setup-report.ts';
import { hookToolName, serverName } from '../../model/server.ts';
import type { JsonObject, SettingsPart } from '../../ports/settings-files.ts';
import { addEntry, type JsonPath, removeEntry, replaceValue } from '../../text/json/edit-json.ts';
import { isFields, parsedJson } from '../../text/json/fields.ts';
import {
  codexArguments,
  type WarmCodexEvent,
  type WarmEvent,
  warmArguments,
} from '../moments/warm-report.ts';
import { jsonText, parseObject, unexpectedShape } from './json-settings.ts';

const member = 'hooks';

/** One of our handlers, and where it stands. */
interface Found {
  readonly event: string;
  readonly path: JsonPath;
  readonly value: JsonObject;
  /** Matcher of the group that holds it. */
  readonly matcher?: unknown;
}

/**
 * Our hooks in the settings of an agent; undefined for an agent without any. Lists of handlers, or of groups of handlers, by
 * event, with the entry of `hookEntry`.
 */
export function agentHookPart(agent: SetupAgent): SettingsPart | undefined {
  const { hooks, server } = agents[agent];
  if (hooks === undefined) return undefined;
  const { layout, events } = hooks;
  if (layout === 'plugin') return pluginFile;
  const isList = layout === 'list';
  const inputOf = (event: string): JsonObject =>
    agent === 'codex' ? codexArguments(event as WarmCodexEvent) : warmArguments(event as WarmEvent);
  return {
    ...jsonText(server.hasComments),
    isOursAlone: true,

    find: (text) => {
      const found = handlersIn(text).map(({ value }) => value);
      const warm = without(found.find(isWarm), 'input');
      const cold = without(leastLimited(found.filter((value) => !isWarm(value))), 'matcher') ?? warm;
      return warm === undefined ? cold : { cold, warm };
    },

    put: (text, entry) => {
      let changed = text;
      const used = usedEvents(events, entry);
      if (isList && !Object.hasOwn(parseObject(text), 'version')) changed = addEntry(text, [], 1, 'version');
      for (const extra of extraHandlersIn(changed, used).toReversed())
        changed = takeHandler(changed, extra, {});
      for (const [event, hooked] of Object.entries(used)) {
        const handler = handlerFor(hooked, entry, () => inputOf(event));
        const wanted = (isFields(entry.warm) ? hooked.warmMatcher : undefined) ?? hooked.matcher;
        const matcher = wanted === undefined ? {} : { matcher: wanted };
        changed = isList
          ? putHandler(changed, event, { ...handler, ...matcher }, (one) => one)
          : putHandler(changed, event, handler, (one) => ({ ...matcher, hooks: [one] }));
      }
      return changed;
    },

    take: (text, original) => {
      const kept = hooksIn(original);
      let changed = text;
      for (const found of handlersIn(text).toReversed()) changed = takeHandler(changed, found, kept ?? {});
      const isLeft = Object.keys(hooksIn(changed) ?? {}).length > 0;
      if (kept === undefined && isLeft) return changed;
      const isOurVersion = isList && !Object.hasOwn(parseObject(original), 'version');
      const ours = [...(kept === undefined ? [member] : []), ...(isOurVersion ? ['version'] : [])];
      return ours.reduce(removeMember, changed);
    },
  };
}

function removeMember(text: string, name: string): string {
  return Object.hasOwn(parseObject(text), name) ? removeEntry(text, [name]) : text;
}

function usedEvents(events: AgentHooks['events'], { warm }: JsonObject): AgentHooks['events'] {
  if (!isFields(warm)) return events;
  return Object.fromEntries(Object.entries(events).filter(([, { isColdOnly }]) => !isColdOnly));
}

/** Superfluous handlers of ours: those of events that we no longer use, and duplicates within an event. */
function extraHandlersIn(text: string, events: AgentHooks['events']): readonly Found[] {
  const seen = new Set<string>();
  return handlersIn(text).filter(({ event }) => {
    const isFirst = !seen.has(event);
    seen.add(event);
    return !(isFirst && Object.hasOwn(events, event));
  });
}

/** @param held a handler of ours, as a list of the event holds it */
function putHandler(
  text: string,
  event: string,
  entry: JsonObject,
  held: (handler: JsonObject) => JsonObject,
): string {
  if (!Object.hasOwn(parseObject(text), member))
    return addEntry(text, [], { [event]: [held(entry)] }, member);
  const hooks = hooksIn(text);
  if (hooks === undefined) throw unexpectedShape(member, 'an object');
  if (!Object.hasOwn(hooks, event)) return addEntry(text, [member], [held(entry)], event);
  if (!Array.isArray(hooks[event])) throw unexpectedShape(`${member}.${event}`, 'a list');
  const found = handlersIn(text).find((handler) => handler.event === event);
  if (found === undefined) return addEntry(text, [member, event], held(entry));
  const merged =
    found.value.type === entry.type ? { ...found.value, ...entry } : { ...othersOf(found.value), ...entry };
  const changed =
    JSON.stringify(merged) === JSON.stringify(found.value) ? text : replaceValue(text, found.path, merged);
  // The matcher of a group with handlers of others is theirs to set.
  const place = found.path.slice(0, 3);
  const own = hooks[event][Number(place[2])];
  const { matcher } = held(entry);
  const isAlone = isFields(own) && own.matcher !== undefined && handlersOf(own).length === 1;
  return !isAlone || matcher === undefined || own.matcher === matcher
    ? changed
    : replaceValue(changed, [...place, 'matcher'], matcher);
}

/** Returns the handler that is called or started at an event. */
function handlerFor(
  { isWarm: mayBeWarm, timeout }: HookedEvent,
  entry: JsonObject,
  inputOf: () => JsonObject,
): JsonObject {
  const { cold = entry, warm } = entry;
  if (mayBeWarm && isFields(warm)) return { ...warm, input: inputOf() };
  const started = isFields(cold) ? cold : entry;
  return timeout === undefined ? started : { ...started, timeout };
}

/** The time belongs to the event where one has less of it. */
function leastLimited(handlers: readonly JsonObject[]): JsonObject | undefined {
  const time = ({ timeout }: JsonObject): number => (typeof timeout === 'number' ? timeout : 0);
  return handlers.toSorted((a, b) => time(b) - time(a))[0];
}

/** A field that belongs to the event, where all else is our entry. */
function without(handler: JsonObject | undefined, field: string): JsonObject | undefined {
  if (handler === undefined) return undefined;
  const { [field]: _, ...rest } = handler;
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
function takeHandler(text: string, { event, path }: Found, kept: JsonObject): string {
  const [, , index = 0] = path;
  let changed = removeEntry(text, path);
  const group = listOf(hooksIn(changed) ?? {}, event)[Number(index)];
  if (path.length > 3) {
    if (isFields(group) && handlersOf(group).length > 0) return changed;
    changed = removeEntry(changed, [member, event, index]);
  }
  const isEmpty = listOf(hooksIn(changed) ?? {}, event).length === 0;
  return isEmpty && !Object.hasOwn(kept, event) ? removeEntry(changed, [member, event]) : changed;
}

/** Our handlers in the settings of an agent, in the order of the file. */
export function handlersIn(text: string): readonly Found[] {
  const hooks = hooksIn(text) ?? {};
  return Object.keys(hooks).flatMap((event) =>
    listOf(hooks, event).flatMap((held, index): readonly Found[] => {
      const path = [member, event, index];
      if (!isFields(held)) return [];
      if (isOurs(held)) return [{ event, path, value: held }];
      return handlersOf(held).flatMap((value, handler) =>
        isFields(value) && isOurs(value)
          ? [{ event, path: [...path, 'hooks', handler], value, matcher: held.matcher }]
          : [],
      );
    }),
  );
}

/** Whether a handler calls our server, or starts afterwit: our bundle at any path with any Node, or our command. */
function isOurs(value: JsonObject): boolean {
  return isWarm(value) || isCold(value);
}

function isWarm({ type, server, tool }: JsonObject): boolean {
  return type === 'mcp_tool' && server === serverName && tool === hookToolName;
}

function isCold({ type = 'command', command, bash, powershell, args }: JsonObject): boolean {
  const line = command ?? bash ?? powershell;
  if (type !== 'command' || typeof line !== 'string') return false;
  const words = [...line.split(/\s+/), ...(Array.isArray(args) ? args : [])].filter(
    (word) => typeof word === 'string',
  );
  return (
    /(?:^|[\\/])afterwit(?:\.(?:cmd|exe|ps1))?$/.test(words[0] ?? '') ||
    words.some((word) => /[\\/]dist[\\/]hooks[\\/]claude-code\.js["']?$/.test(word))
  );
}

function hooksIn(text: string): JsonObject | undefined {
  const { [member]: hooks } = parseObject(text);
  return isFields(hooks) ? hooks : undefined;
}

function listOf(hooks: JsonObject, event: string): readonly unknown[] {
  const list = Object.hasOwn(hooks, event) ? hooks[event] : undefined;
  return Array.isArray(list) ? list : [];
}

function handlersOf(group: JsonObject): readonly unknown[] {
  return Array.isArray(group.hooks) ? group.hooks : [];
}

const startedLine = /^const started = (\{.*\});$/m;

/** A plugin of OpenCode that loads ours: a file of our own. Where afterwit has moved, it does nothing. */
const pluginFile: SettingsPart = {
  holds: 'the plugin of afterwit',
  nothing: '',
  isOursAlone: true,
  isValid: () => true,
  isEmpty: (text) => text.trim() === '',

  find: (text) => {
    const found = startedLine.exec(text)?.[1];
    return found === undefined ? undefined : parsed(found);
  },

  put: (text, entry) => {
    if (text.trim() !== '' && pluginFile.find(text) === undefined)
      throw unexpectedShape('afterwit', 'the plugin of afterwit');
    return `// Written by \`afterwit setup\`; \`afterwit setup --agent opencode --remove\` removes it.
import { pathToFileURL } from 'node:url';

const started = ${JSON.stringify(entry)};

export const Afterwit = async (context) => {
  try {
    const { connect } = await import(pathToFileURL(started.plugin).href);
    return connect(started)(context);
  } catch {
    return {};
  }
};
`;
  },

  take: (text) => (pluginFile.find(text) === undefined ? text : ''),
};

function parsed(text: string) {
  const value = parsedJson(text);
  return isFields(value) ? value : undefined;
}
