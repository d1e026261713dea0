/**
 * Programs that agents run as, by the name of the executable. An editor is none: people use its terminal too, and what its
 * agent runs there bears a mark in the environment.
 */
const agentExecutables: ReadonlyMap<string, string> = new Map([
  ...['aider', 'amp', 'auggie', 'claude', 'codex', 'copilot', 'crush', 'cursor-agent', 'droid', 'gemini'].map(
    same,
  ),
  ...['goose', 'jules', 'kiro-cli', 'opencode', 'openhands', 'plandex', 'qwen'].map(same),
]);

/** Packages whose scripts an interpreter runs: `node …/@openai/codex/bin/codex.js`. */
const agentPackages: readonly (readonly [RegExp, string])[] = [
  [/[/\\]@anthropic-ai[/\\](?:claude-code|claude-agent-sdk)[/\\]/, 'claude-code'],
  [/[/\\]@openai[/\\]codex[/\\]/, 'codex'],
  [/[/\\]@google[/\\]gemini-cli[/\\]/, 'gemini-cli'],
  [/[/\\]@github[/\\]copilot[/\\]/, 'copilot'],
  [/[/\\]@sourcegraph[/\\]amp[/\\]/, 'amp'],
  [/[/\\]@augmentcode[/\\]auggie[/\\]/, 'augment'],
  [/[/\\]@qwen-code[/\\]qwen-code[/\\]/, 'qwen-code'],
  [/[/\\]opencode-ai[/\\]/, 'opencode'],
];

const interpreters = /^(?:node|bun|deno|python[\d.]*|uv|ruby|sh|bash)$/;
const readWords = 4;

function same(name: string): readonly [string, string] {
  return [name, name === 'claude' ? 'claude-code' : name];
}

/** The agent that a process is, by its command; undefined when it is none that is known. */
export function agentProgram(command: readonly string[]): string | undefined {
  const [program = '', ...words] = command;
  const name = baseName(program);
  const known = agentExecutables.get(name);
  if (known !== undefined) return known;
  if (!interpreters.test(name)) return undefined;
  const script = words.slice(0, readWords).filter((word) => !word.startsWith('-'));
  for (const word of script) {
    const found = agentPackages.find(([pattern]) => pattern.test(word));
    if (found !== undefined) return found[1];
  }
  return agentExecutables.get(baseName(script[0] ?? ''));
}

/** `claude` of `/usr/local/bin/claude`, `-zsh` and `C:\\…\\codex.exe`. */
export function baseName(path: string): string {
  return (path.split(/[/\\]/).at(-1) ?? '')
    .replace(/^-/, '')
    .replace(/\.(?:exe|js|mjs|cjs|py)$/i, '')
    .toLowerCase();
}
