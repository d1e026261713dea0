/** The events that an agent reports to a tool of a running server. */
export type WarmEvent = 'PostToolUse' | 'PostToolUseFailure' | 'UserPromptSubmit' | 'PreToolUse' | 'Stop';

/** Fields of every event. */
const placesOfAll = {
  hook_event_name: ['hook_event_name'],
  session_id: ['session_id'],
  cwd: ['cwd'],
} as const;

const placesOfCommand = {
  tool_name: ['tool_name'],
  tool_use_id: ['tool_use_id'],
  command: ['tool_input', 'command'],
  file_path: ['tool_input', 'file_path'],
  error: ['error'],
  is_interrupt: ['is_interrupt'],
  stdout: ['tool_response', 'stdout'],
  stderr: ['tool_response', 'stderr'],
  interrupted: ['tool_response', 'interrupted'],
  image: ['tool_response', 'isImage'],
  background: ['tool_response', 'backgroundTaskId'],
  meaning: ['tool_response', 'returnCodeInterpretation'],
} as const;

const placesOfPrompt = {
  prompt: ['prompt'],
  source: ['source'],
} as const;

const placesOfPause = { ...placesOfAll, transcript_path: ['transcript_path'] } as const;

const placesOfEdit = {
  tool_name: ['tool_name'],
  command: ['tool_input', 'command'],
  file_path: ['tool_input', 'file_path'],
  notebook_path: ['tool_input', 'notebook_path'],
} as const;

/** Codex writes the output of a command as one text, and the patch of an edit as if it were a command. */
const placesOfCodex = {
  SessionStart: { ...placesOfAll, source: ['source'] },
  UserPromptSubmit: { ...placesOfAll, prompt: ['prompt'] },
  PreToolUse: { ...placesOfAll, tool_name: ['tool_name'], command: ['tool_input', 'command'] },
  Stop: placesOfPause,
  PostToolUse: {
    ...placesOfPause,
    tool_name: ['tool_name'],
    tool_use_id: ['tool_use_id'],
    command: ['tool_input', 'command'],
    output: ['tool_response'],
  },
} as const;

export type WarmCodexEvent = keyof typeof placesOfCodex;

type Places = Readonly<Record<string, readonly string[]>>;

/**
 * Fields of an event where the agent calls a tool of a running server as a hook: by the name of the argument, the place
 * in the input of a started hook. The agent fills in each by itself, as text.
 */
const placesOf: Readonly<Record<WarmEvent, Places>> = {
  PostToolUse: { ...placesOfAll, ...placesOfCommand },
  PostToolUseFailure: { ...placesOfAll, ...placesOfCommand },
  UserPromptSubmit: { ...placesOfAll, ...placesOfPrompt },
  PreToolUse: { ...placesOfAll, ...placesOfEdit },
  Stop: placesOfPause,
};

const places: Places = {
  ...placesOfPause,
  ...placesOfCommand,
  ...placesOfPrompt,
  ...placesOfEdit,
  // Last: a text takes the place of parts.
  output: placesOfCodex.PostToolUse.output,
};

/** Fields that are true or false. */
const flags: ReadonlySet<string> = new Set(['is_interrupt', 'interrupted', 'image']);

/** Text that an agent leaves standing where an event has no such field. */
const unfilled = /^(?:\$\{[\w.]{1,80}\}|undefined|null)?$/;

/** The arguments of the hook's tool, as the agent's settings write them: `{"command": "${tool_input.command}"}`. */
export function warmArguments(event: WarmEvent): Readonly<Record<string, string>> {
  return filledIn(placesOf[event]);
}

/** The same of Codex, which says so. Only fields that its events always have: a missing field fails its hook. */
export function codexArguments(event: WarmCodexEvent): Readonly<Record<string, string>> {
  return { agent: 'codex', ...filledIn(placesOfCodex[event]) };
}

function filledIn(of: Places): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(of).map(([name, place]) => [name, `\${${place.join('.')}}`]));
}

/** Returns the event as a started hook reads it, without foreign and unfilled arguments. */
export function readWarmReport(told: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const event: Record<string, unknown> = {};
  for (const [name, [first, second]] of Object.entries(places)) {
    const value = readValue(name, Object.hasOwn(told, name) ? told[name] : undefined);
    if (value === undefined || first === undefined) continue;
    event[first] =
      second === undefined ? value : { ...(event[first] as object | undefined), [second]: value };
  }
  return event;
}

function readValue(name: string, told: unknown): string | boolean | undefined {
  if (typeof told === 'boolean') return flags.has(name) ? told : undefined;
  if (typeof told !== 'string' || unfilled.test(told)) return undefined;
  return flags.has(name) ? told === 'true' : told;
}
