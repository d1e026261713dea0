import type { JsonObject } from './settings-part.ts';

/** What Claude Code is to start, by absolute paths. */
interface Startable {
  readonly node: string;
  /** The bundle of the hook. */
  readonly hook: string;
  /** The bundle of the command line. */
  readonly command: string;
  /** Home of the memory; the platform's when absent. */
  readonly home?: string;
}

/** Time after which Claude Code stops a hook; ours ends by itself long before. */
const hookTimeoutSeconds = 5;

/** Started without a shell, so that no path needs quoting on any platform (Claude Code 2.1.139 and later). */
export function hookEntry({ node, hook, home }: Startable): JsonObject {
  return { type: 'command', command: node, args: [hook, ...homeWords(home)], timeout: hookTimeoutSeconds };
}

export function serverEntry({ node, command, home }: Startable): JsonObject {
  return { type: 'stdio', command: node, args: [command, 'mcp', ...homeWords(home)] };
}

function homeWords(home: string | undefined): readonly string[] {
  return home === undefined ? [] : ['--home', home];
}
