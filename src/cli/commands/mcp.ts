import { AfterwitError } from '../../model/errors.ts';
import type { Answer } from '../session.ts';

/** The published entry starts the server before it loads the command line, so this runs only for other spellings. */
export async function runMcp(): Promise<Answer> {
  throw new AfterwitError(
    'INVALID_ARGUMENT',
    'The MCP server is started by mcp as the first word, as in: afterwit mcp --repo PATH --home DIR --profile full --issues FILE. It takes no other options.',
  );
}
