/**
 * Whether a command line starts the MCP server, which runs without loading the command line's modules. `afterwit mcp
 * --help` does not start it.
 */
export function startsServer([first, ...rest]: readonly string[]): boolean {
  return first === 'mcp' && !rest.some((word) => word === '--help' || word === '-h');
}
