import { posix } from 'node:path';

/** A remote as evidence: `host/owner/name`, or the folder it lies in. */
type NormalizedRemote =
  | { readonly kind: 'network'; readonly value: string }
  | { readonly kind: 'local'; readonly path: string };

const defaultPorts: Readonly<Record<string, string>> = {
  ssh: '22',
  git: '9418',
  http: '80',
  https: '443',
  ftp: '21',
  ftps: '990',
};

const hostName = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d+)?$/;

/**
 * The same value for every way of writing one remote: `https://user:token@GitHub.com/Owner/Repo.git`,
 * `git@github.com:owner/repo` and `ssh://github.com:22/Owner/Repo/` are all `github.com/owner/repo`. Names, passwords,
 * tokens and query strings are never kept: a text that is not surely a host and a path is nothing. Undefined for a text
 * that names no place (`ext::…` runs a program).
 */
export function normalizeRemote(url: string): NormalizedRemote | undefined {
  const text = url.trim();
  if (text === '' || /\p{Cc}/u.test(text) || /^[a-z0-9+.-]*::/i.test(text)) return undefined;
  const [, scheme, afterScheme] = /^([a-z][a-z0-9+.-]*):\/\/(.*)$/i.exec(text) ?? [];
  if (scheme !== undefined && afterScheme !== undefined) return fromUrl(scheme.toLowerCase(), afterScheme);
  const [, host, path] = /^(?:[^/@]*@)?(\[[^\]/]+\]|[^/:@]+):(.*)$/.exec(text) ?? [];
  const isDriveLetter = host !== undefined && /^[a-z]$/i.test(host);
  if (host === undefined || path === undefined || isDriveLetter) return { kind: 'local', path: text };
  return fromHostAndPath(host, path);
}

function fromUrl(scheme: string, afterScheme: string): NormalizedRemote | undefined {
  if (scheme === 'file')
    return { kind: 'local', path: decodePercent(afterScheme.replace(/^localhost\//i, '/')) };
  const defaultPort = defaultPorts[scheme.replace(/^git\+/, '').replace(/\+git$/, '')];
  if (defaultPort === undefined) return undefined;
  const slash = afterScheme.indexOf('/');
  if (slash === -1) return undefined;
  const authority = afterScheme.slice(0, slash);
  const place = authority.slice(authority.lastIndexOf('@') + 1);
  const host = place.endsWith(`:${defaultPort}`) ? place.slice(0, -defaultPort.length - 1) : place;
  return fromHostAndPath(host, afterScheme.slice(slash), /[?#].*$/);
}

function fromHostAndPath(
  writtenHost: string,
  writtenPath: string,
  query: RegExp | string = '',
): NormalizedRemote | undefined {
  const host = writtenHost.toLowerCase();
  // An `@` within the path: a password with an unescaped slash in it may have been cut in two.
  if (!hostName.test(host) || writtenPath.includes('@')) return undefined;
  const path = posix
    .normalize(`/${writtenPath.replace(query, '')}`)
    .replace(/\/+$/, '')
    .replace(/\.git$/i, '')
    .replace(/\/+$/, '')
    .toLowerCase();
  return path === '' ? undefined : { kind: 'network', value: host + path };
}

function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
