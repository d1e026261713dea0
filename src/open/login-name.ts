import { userInfo } from 'node:os';

/** Login name of whoever runs this process; empty where the system has none for it (a container's nameless user). */
export function loginName(): string {
  try {
    return userInfo().username;
  } catch {
    return process.env.USER ?? process.env.USERNAME ?? '';
  }
}
