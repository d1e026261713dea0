import { homedir, userInfo } from 'node:os';
import { type HomeLookup, resolveHome } from '../config/resolve-home.ts';

/** Login name of the user of this process; empty when the system has none (a nameless user in a container). */
export function loginName(): string {
  try {
    return userInfo().username;
  } catch {
    return process.env.USER ?? process.env.USERNAME ?? '';
  }
}

/** What the places of homes and of settings depend on. */
export function thisProcess(): HomeLookup {
  const { env: environment, platform } = process;
  return { environment, userHome: homedir(), workingDirectory: process.cwd(), platform };
}

/** Folder of memories and indexes: the given one, else by the environment and the platform. */
export function chooseHome(given: string | undefined): string {
  const environment = given === undefined ? process.env : { ...process.env, AFTERWIT_HOME: given };
  return resolveHome({ ...thisProcess(), environment });
}
