import { AfterwitError } from '../model/errors.ts';
import { type ServerProfile, serverProfiles } from '../model/server.ts';
import type { OpenMemoryOptions } from '../open/open-repository.ts';

interface McpOptions extends Pick<OpenMemoryOptions, 'repository' | 'home' | 'issueExport'> {
  readonly profile: ServerProfile;
}

const optionNames: ReadonlyMap<string, keyof McpOptions> = new Map([
  ['--repo', 'repository'],
  ['--home', 'home'],
  ['--issues', 'issueExport'],
  ['--profile', 'profile'],
]);

/**
 * Reads `--repo PATH --home DIR --issues FILE --profile full`, also written `--repo=PATH`.
 * @throws INVALID_ARGUMENT
 */
export function parseOptions(words: readonly string[]): McpOptions {
  const options: { -readonly [Name in keyof McpOptions]: string } = { profile: 'default' };
  const rest = [...words];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    const [flag = '', ...joined] = word.split('=');
    const name = optionNames.get(flag);
    if (name === undefined) throw usage(`afterwit mcp does not take "${word}".`);
    const value = joined.length > 0 ? joined.join('=') : rest.shift();
    if (value === undefined || value === '') throw usage(`${flag} needs a value.`);
    options[name] = value;
  }
  const { profile, ...others } = options;
  const known = serverProfiles.find((one) => one === profile);
  if (known === undefined) throw usage(`--profile is ${serverProfiles.join(' or ')}, not "${profile}".`);
  return { ...others, profile: known };
}

function usage(what: string): AfterwitError {
  return new AfterwitError(
    'INVALID_ARGUMENT',
    `${what} Usage: afterwit mcp [--repo PATH] [--home DIR] [--profile default|full] [--issues FILE]`,
  );
}
