/** Folder of memories and logs, by the agent's environment and the platform. */
export async function chooseHookHome(environment: NodeJS.ProcessEnv): Promise<string> {
  const { resolveHome } = await import('../config/resolve-home.ts');
  return resolveHome({
    platform: process.platform,
    environment,
    userHome: process.getBuiltinModule('node:os').homedir(),
    workingDirectory: workingDirectory(),
  });
}

/** The folder may have been deleted since the agent started; most homes do not depend on it. */
function workingDirectory(): string {
  try {
    return process.cwd();
  } catch {
    return '/';
  }
}
