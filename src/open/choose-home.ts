import { homedir } from 'node:os';
import { resolveHome } from '../config/resolve-home.ts';

/** Folder of memories and indexes: the given one, else by the environment and the platform. */
export function chooseHome(given: string | undefined): string {
  return resolveHome({
    platform: process.platform,
    environment: given === undefined ? process.env : { ...process.env, AFTERWIT_HOME: given },
    userHome: homedir(),
    workingDirectory: process.cwd(),
  });
}
