export interface HomeLookup {
  readonly platform: NodeJS.Platform;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The user's home folder (`os.homedir()`). */
  readonly userHome: string;
  readonly workingDirectory: string;
}

/** Folder of memories, indexes, settings and logs: `AFTERWIT_HOME`, else where the platform keeps a program's data. */
export function resolveHome({ platform, environment, userHome, workingDirectory }: HomeLookup): string {
  // Asked for here: a hook imports this file before it knows whether Node is new enough for such an import.
  const { posix, win32 } = process.getBuiltinModule('node:path');
  const { isAbsolute, join, resolve } = platform === 'win32' ? win32 : posix;
  const chosen = environment.AFTERWIT_HOME;
  if (chosen) return resolve(workingDirectory, chosen);
  if (platform === 'win32') {
    return join(environment.LOCALAPPDATA || join(userHome, 'AppData', 'Local'), 'afterwit');
  }
  const dataHome = environment.XDG_DATA_HOME;
  // The XDG specification has relative paths ignored.
  if (dataHome && isAbsolute(dataHome)) return join(dataHome, 'afterwit');
  if (platform === 'darwin') return join(userHome, 'Library', 'Application Support', 'afterwit');
  return join(userHome, '.local', 'share', 'afterwit');
}
