import { agents } from '../../agents/agents.ts';
import { type SetupAgent, setupAgents } from '../../model/answers/setup-report.ts';
import { defined } from '../../model/defined.ts';
import type { JsonObject } from '../../ports/settings-files.ts';
import { isFields } from '../../text/json/fields.ts';
import { describeHooksToReview } from '../../wording/descriptions.ts';
import { handlersIn } from './hook-settings.ts';
import { parseObject } from './json-settings.ts';

interface SetupOutcome {
  readonly agent: SetupAgent;
  readonly remove: boolean;
  readonly isProject: boolean;
  readonly isChanged: boolean;
  /** Settings files before the change. */
  readonly texts: readonly (string | undefined)[];
  /** The Node.js that the agent is to start. */
  readonly node: string;
  /** Hooks that the agent skips until its user reviewed them. */
  readonly hooksToReview: number;
  /** Folder of afterwit, where the system will clear it away. */
  readonly temporaryFolder?: string | undefined;
}

/** Notes for a person after a setup, in sentences. */
export function setupNotes(outcome: SetupOutcome): readonly string[] {
  const { agent, remove, isProject, isChanged, texts, node, hooksToReview, temporaryFolder } = outcome;
  const restart = `${setupAgents[agent]} reads its settings when it starts: begin a new session.`;
  if (remove) {
    if (!isChanged) return ['These settings have no entries of afterwit.'];
    return [restart, 'Memories are kept. To delete them: afterwit purge --all'];
  }
  return [
    ...(isChanged ? [restart] : []),
    hooksToReview === 0
      ? aboutHooks(agent)
      : `${describeHooksToReview(hooksToReview)}. Until then it skips them.`,
    'Run setup again when Node.js or afterwit moves.',
    ...(temporaryFolder === undefined
      ? []
      : [
          `afterwit lies in a temporary folder (${temporaryFolder}), which the system clears sooner or later; the agent then no longer finds it. To keep it, run setup --from-here, or move the folder elsewhere and run setup there again.`,
        ]),
    ...(ofPackages.test(node)
      ? [
          `Node.js itself lies among the packages of a folder (${node}), and the agent needs it as long as it is connected. To connect another, run setup again with that, by its whole path.`,
        ]
      : []),
    ...(isProject ? ['The paths belong to this machine: keep what was written out of version control.'] : []),
    ...(agent === 'claude-code' && texts.some(switchesHooksOff)
      ? ['Hooks are disabled in these settings (disableAllHooks): ours does not run until they are enabled.']
      : []),
  ];
}

/** A package that brings Node.js goes with the folder that it was installed for. */
const ofPackages = /[\\/]node_modules[\\/]/;

function aboutHooks(agent: SetupAgent): string {
  return (
    agents[agent].hooks?.note ??
    `${setupAgents[agent]} was given the tools of the server, and no hook: it remembers and recalls when its model calls them.`
  );
}

function switchesHooksOff(text: string | undefined): boolean {
  return text !== undefined && text.trim() !== '' && parseObject(text).disableAllHooks === true;
}

/** Codex's note of a hook in `config.toml`: `[hooks.state."/…/hooks.json:pre_tool_use:0:0"]`, with `trusted_hash`. */
const state = /^\[hooks\.state\.["'](.*)["']\][ \t\r]*$([^[]*)/gm;

/**
 * Our hooks that Codex skips, without a word in `codex exec`, until its user reviewed them (seen with 0.169.0).
 * @param hooksText its `hooks.json`
 * @param configText its `config.toml`
 */
export function countHooksToReview(hooksText: string, configText: string): number {
  const known = [...configText.matchAll(state)].map(([, key = '', values = '']) => ({ key, values }));
  return handlersIn(hooksText).filter(({ event, path: [, , group, , position], matcher, value }) => {
    const label = event.replace(/\B[A-Z]/g, '_$&').toLowerCase();
    const own = known.filter(({ key }) => key.endsWith(`:${label}:${group}:${position}`));
    const hash = hashOf(label, matcher, value);
    return !own.some(({ values }) => values.includes(`"${hash}"`) || /^enabled\s*=\s*false/m.test(values));
  }).length;
}

/** Returns Codex's hash of a hook: the program to run, as JSON with sorted keys. */
function hashOf(label: string, matcher: unknown, handler: JsonObject): string {
  const run = handler.type === 'command' ? { async: false, ...handler } : handler;
  const definition = { event_name: label, hooks: [run], ...defined({ matcher }) };
  const { createHash } = process.getBuiltinModule('node:crypto');
  return `sha256:${createHash('sha256')
    .update(JSON.stringify(sorted(definition)))
    .digest('hex')}`;
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isFields(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, sorted(value[key])]),
  );
}
