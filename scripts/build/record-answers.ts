import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/server';
import { recordedFile, recordedMethods } from '../../src/mcp/first-answers.ts';
import { serverProfiles } from '../../src/model/server.ts';

/**
 * Writes what the built server answers to what each client asks first, per profile and version of the protocol, beside it: read from
 * there, these answers need no package of the protocol. Nothing may be recorded before.
 */
export async function recordAnswers(): Promise<void> {
  await mkdir('dist/programs/answers', { recursive: true });
  for (const profile of serverProfiles) {
    for (const version of SUPPORTED_PROTOCOL_VERSIONS) {
      const answers = await askServer(['--profile', profile], version);
      await writeFile(`dist/programs/${recordedFile(profile, version)}`, JSON.stringify(answers));
    }
  }
}

async function askServer(words: readonly string[], version: string): Promise<Record<string, unknown>> {
  const server = spawn(process.execPath, ['dist/bin.js', 'mcp', ...words], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const answers: Record<string, unknown> = {};
  const send = (message: object) => server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const ask = (place: number) => {
    const method = recordedMethods[place];
    if (method !== undefined) send({ id: place, method, params: place === 0 ? hello(version) : {} });
    else server.stdin.end();
  };
  ask(0);
  for await (const line of createInterface(server.stdout)) {
    const { id, result } = JSON.parse(line);
    const method = recordedMethods[id];
    if (method === undefined || result === undefined) throw new Error(`The server answered: ${line}`);
    answers[method] = result;
    if (id === 0) send({ method: 'notifications/initialized' });
    ask(id + 1);
  }
  if (server.exitCode === null) await once(server, 'exit');
  return answers;
}

function hello(protocolVersion: string): object {
  return { protocolVersion, capabilities: {}, clientInfo: { name: 'afterwit-build', version: '0' } };
}
