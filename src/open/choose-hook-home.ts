import { resolveHome } from '../config/resolve-home.ts';

/** Folder of memories and logs, by the agent's environment and the platform. */
export function chooseHookHome(environment: NodeJS.ProcessEnv, workingDirectory = currentFolder()): string {
  return resolveHome({
    platform: process.platform,
    environment,
    userHome: process.getBuiltinModule('node:os').homedir(),
    workingDirectory,
  });
}

/** The folder may have been deleted since the agent started; most homes do not depend on it. */
function currentFolder(): string {
  try {
    return process.cwd();
  } catch {
    return '/';
  }
}
