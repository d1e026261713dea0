import { AfterwitError } from '../model/errors.ts';
import type { OpenMemoryOptions } from '../open/memory.ts';

type McpOptions = Pick<OpenMemoryOptions, 'repository' | 'home'>;

const optionNames: ReadonlyMap<string, keyof McpOptions> = new Map([
  ['--repo', 'repository'],
  ['--home', 'home'],
]);

/**
 * Reads `--repo PATH --home DIR`, also written `--repo=PATH`.
 *
 * @throws INVALID_ARGUMENT
 */
export function parseOptions(words: readonly string[]): McpOptions {
  const options: { repository?: string; home?: string } = {};
  const rest = [...words];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    const [flag = '', ...joined] = word.split('=');
    const name = optionNames.get(flag);
    if (name === undefined) throw usage(`afterwit mcp does not take "${word}".`);
    const value = joined.length > 0 ? joined.join('=') : rest.shift();
    if (value === undefined || value === '') throw usage(`${flag} needs a path.`);
    options[name] = value;
  }
  return options;
}

function usage(what: string): AfterwitError {
  return new AfterwitError('INVALID_ARGUMENT', `${what} Usage: afterwit mcp [--repo PATH] [--home DIR]`);
}
