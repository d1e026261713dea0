import { spawnSync } from 'node:child_process';

/** Root is bound by no permission bits, so what they forbid is tried as this user. */
export const nobody = { uid: 65_534, gid: 65_534 } as const;

/** Whether this process may become {@link nobody}: root may, where Node itself can be run by others. */
export function mayBeNobody(): boolean {
  if (process.getuid?.() !== 0) return false;
  return spawnSync(process.execPath, ['--version'], { ...nobody, cwd: '/' }).status === 0;
}
