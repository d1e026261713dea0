/**
 * Whether a command line starts the MCP server: a door of its own, with nothing of the command line loaded. Help on it is
 * the command line's.
 */
export function startsServer([first, ...rest]: readonly string[]): boolean {
  return first === 'mcp' && !rest.some((word) => word === '--help' || word === '-h');
}
