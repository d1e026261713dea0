import { spawn } from 'node:child_process';
import { createServer, type Socket } from 'node:net';

/** Where the two drives of Wine lie on the host. */
export interface Drives {
  readonly c: string;
  readonly z: string;
}

const headBytes = 5;
/** Their output is paths. */
const printsPaths: ReadonlySet<string> = new Set(['rev-parse', 'worktree']);

/**
 * Runs the git of the host for each `git.exe` under Wine; `git.c` says how they talk.
 * @returns the port on loopback, and what ends the server
 */
export async function openGitBridge(drives: Drives): Promise<{ port: number; close: () => void }> {
  const server = createServer((socket) => serve(socket, drives));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the bridge has no port');
  return { port: address.port, close: () => server.close() };
}

function serve(socket: Socket, drives: Drives): void {
  const call = { folder: '/', args: [] as string[], env: {} as Record<string, string> };
  let waiting = Buffer.alloc(0);
  let child: ReturnType<typeof start> | undefined;
  const take: Record<string, (body: Buffer) => void> = {
    c: (body) => {
      call.folder = toHost(String(body), drives);
    },
    a: (body) => call.args.push(toHost(String(body), drives)),
    v: (body) => {
      const [, name = '', value = ''] = /^([^=]*)=(.*)$/s.exec(String(body)) ?? [];
      call.env[name] = /DIRECTORIES$/.test(name) ? toHostList(value, drives) : toHost(value, drives);
    },
    g: () => {
      child = start(call, drives, socket);
    },
    i: (body) => child?.stdin.write(body),
    e: () => child?.stdin.end(),
  };
  socket.on('error', () => child?.kill());
  socket.on('close', () => child?.kill());
  socket.on('data', (bytes) => {
    waiting = Buffer.concat([waiting, bytes]);
    while (waiting.length >= headBytes && waiting.length >= headBytes + waiting.readUInt32BE(1)) {
      const end = headBytes + waiting.readUInt32BE(1);
      take[String.fromCharCode(waiting[0] ?? 0)]?.(waiting.subarray(headBytes, end));
      waiting = waiting.subarray(end);
    }
  });
}

function start(
  { folder, args, env }: { folder: string; args: string[]; env: Record<string, string> },
  drives: Drives,
  socket: Socket,
) {
  const send = (kind: string, body: Buffer): void => {
    const head = Buffer.alloc(headBytes);
    head.write(kind, 0, 'latin1');
    head.writeUInt32BE(body.length, 1);
    if (!socket.destroyed) socket.write(Buffer.concat([head, body]));
  };
  const child = spawn('git', args, {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: '/nonexistent', ...env },
  });
  const isOfPaths = args.some((arg) => printsPaths.has(arg));
  child.on('error', () => send('x', Buffer.from([127])));
  child.stdin.on('error', () => undefined);
  child.stdout.on('data', (bytes) =>
    send('o', isOfPaths ? Buffer.from(toWine(String(bytes), drives)) : bytes),
  );
  child.stderr.on('data', (bytes) => send('r', bytes));
  child.on('close', (status) => send('x', Buffer.from([status ?? 128])));
  return child;
}

const drivePath = /(^|[=;:])([A-Za-z]):[\\/]([^;]*)/g;
const nullDevice = /(^|=)(?:\\\\[.]\\)?nul$/i;

function toHost(text: string, drives: Drives): string {
  return text
    .replace(nullDevice, '$1/dev/null')
    .replace(drivePath, (_, before: string, drive: string, path: string) => {
      const top = drive.toLowerCase() === 'c' ? drives.c : drives.z;
      return `${before}${top}/${path.replaceAll('\\', '/')}`;
    });
}

/** A list of folders, of which git on Windows quotes some. */
function toHostList(text: string, drives: Drives): string {
  const one = (path: string) => toHost(path.startsWith('"') ? String(JSON.parse(path)) : path, drives);
  return text.split(';').map(one).join(':');
}

function toWine(text: string, { c, z }: Drives): string {
  const onC = text.replaceAll(`${c}/`, 'C:/');
  return z === '' ? onC.replace(/(^|\0)\//gm, '$1Z:/') : onC.replaceAll(`${z}/`, 'Z:/');
}
