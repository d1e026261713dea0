import type { JsonObject } from '../../ports/settings-files.ts';
import { isOurs } from './agent-hooks.ts';
import { isObject, parseObject } from './json-text.ts';

/** What Codex keeps of a hook in its `config.toml`: `[hooks.state."/…/hooks.json:pre_tool_use:0:0"]`, and in it `trusted_hash`. */
const state = /^\[hooks\.state\.["'](.*)["']\][ \t\r]*$([^[]*)/gm;

/**
 * Our hooks that Codex skips, without a word in `codex exec`, until its user reviewed them (seen with 0.169.0).
 * @param hooksText its `hooks.json`
 * @param configText its `config.toml`
 */
export function countHooksToReview(hooksText: string, configText: string): number {
  const known = [...configText.matchAll(state)].map(([, key = '', values = '']) => ({ key, values }));
  return handlersIn(hooksText).filter(({ place, hash }) => {
    const own = known.filter(({ key }) => key.endsWith(place));
    return !own.some(({ values }) => values.includes(`"${hash}"`) || /^enabled\s*=\s*false/m.test(values));
  }).length;
}

function handlersIn(text: string) {
  const { hooks } = parseObject(text);
  return Object.entries(isObject(hooks) ? hooks : {}).flatMap(([event, groups]) => {
    const label = event.replace(/\B[A-Z]/g, '_$&').toLowerCase();
    return listOf(groups).flatMap((group, at) =>
      listOf(group.hooks).flatMap((handler, position) =>
        isOurs(handler)
          ? [{ place: `:${label}:${at}:${position}`, hash: hashOf(label, group, handler) }]
          : [],
      ),
    );
  });
}

function listOf(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** As Codex has it: what it would run, as JSON with sorted keys. */
function hashOf(label: string, { matcher }: JsonObject, handler: JsonObject): string {
  const run = handler.type === 'command' ? { async: false, ...handler } : handler;
  const definition = { event_name: label, hooks: [run], ...(matcher === undefined ? {} : { matcher }) };
  const { createHash } = process.getBuiltinModule('node:crypto');
  return `sha256:${createHash('sha256')
    .update(JSON.stringify(sorted(definition)))
    .digest('hex')}`;
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, sorted(value[key])]),
  );
}
