import { userInfo } from 'node:os';

/** Login name of the user of this process; empty when the system has none (a nameless user in a container). */
export function loginName(): string {
  try {
    return userInfo().username;
  } catch {
    return process.env.USER ?? process.env.USERNAME ?? '';
  }
}
