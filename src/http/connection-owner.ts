import { readFileSync } from 'node:fs';

const tables = ['/proc/net/tcp', '/proc/net/tcp6'];

/** User of the process at the other end of a connection on this machine; undefined where the system does not tell, as on macOS. */
export function ownerOfConnection(itsPort: number, ourPort: number): number | undefined {
  const [its, ours] = [itsPort, ourPort].map((port) => port.toString(16).toUpperCase().padStart(4, '0'));
  // Addresses, state, two queues, timer, retransmissions, user: proc_net_tcp of the kernel's documentation.
  const row = new RegExp(`^ *\\d+: \\w+:${its} \\w+:${ours} \\w+ \\S+ \\S+ \\w+ +(\\d+)`, 'm');
  for (const table of tables) {
    const user = row.exec(readTable(table))?.[1];
    if (user !== undefined) return Number(user);
  }
  return undefined;
}

function readTable(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
