/** Folder of memories and logs, as the environment of the agent and the platform say. */
export async function chooseHookHome(environment: NodeJS.ProcessEnv): Promise<string> {
  const { resolveHome } = await import('../config/resolve-home.ts');
  return resolveHome({
    platform: process.platform,
    environment,
    userHome: process.getBuiltinModule('node:os').homedir(),
    workingDirectory: workingDirectory(),
  });
}

/** The folder may be gone since the agent started; most homes do not depend on it. */
function workingDirectory(): string {
  try {
    return process.cwd();
  } catch {
    return '/';
  }
}
