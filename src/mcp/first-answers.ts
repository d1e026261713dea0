import { readFileSync } from 'node:fs';
import { isObject } from '../api/check-input.ts';
import type { ServerProfile } from '../model/server.ts';
import { hookTool, silence } from './tools/hook.ts';

/**
 * The answers of the whole server to each method that asks only for its offer, in one version of the protocol. The
 * build records them, and writes them beside this file.
 */
export type RecordedAnswers = Readonly<Record<string, unknown>>;

/** Methods whose answers the build records, in the order in which it asks. */
export const recordedMethods = [
  'initialize',
  'tools/list',
  'prompts/list',
  'resources/list',
  'resources/templates/list',
  'ping',
] as const;

export function recordedFile(profile: ServerProfile, protocolVersion: string): string {
  return `answers/${profile}-${protocolVersion}.json`;
}

interface FirstAnswersOptions {
  readonly profile: ServerProfile;
  readonly send: (message: object) => void;
  /** @returns the line that a hook prints */
  readonly answerHook: (told: Fields) => Promise<string>;
  /** Told once, with how the client describes itself. */
  readonly meet: (client: unknown) => void;
  /** Told when the tools are listed: most clients go on with other things of theirs. */
  readonly rest: () => void;
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Answers a client's requests before the agent's first question, and calls of the hook, so that a session begins without
 * loading the package of the protocol. Other requests are for the whole server, which is told all that it missed.
 */
export class FirstAnswers {
  /** Lines that the whole server must have read before any other. */
  readonly missed: Buffer[] = [];
  /** Id of the request among them that is answered already. */
  answered: string | number | undefined;
  readonly #underWay = new Set<Promise<void>>();
  readonly #options: FirstAnswersOptions;
  #recorded: RecordedAnswers | undefined;
  #client: unknown;

  constructor(options: FirstAnswersOptions) {
    this.#options = options;
  }

  /** @returns false where the line is for the whole server, as is all after it */
  answer(line: Buffer): boolean {
    const { jsonrpc, id, method, params = {} } = readMessage(line);
    if (jsonrpc !== '2.0' || typeof method !== 'string' || !isObject(params)) return false;
    if (method === 'notifications/initialized' && this.#recorded !== undefined) {
      this.missed.push(line);
      this.#options.meet(this.#client);
      return true;
    }
    if (typeof id !== 'string' && typeof id !== 'number') return false;
    if (method === 'initialize') return this.#begin(line, id, params);
    if (this.#recorded === undefined) return false;
    if (method === 'tools/call' && params.name === hookTool.name && isObject(params.arguments)) {
      const answering = this.#answerHook(id, params.arguments);
      this.#underWay.add(answering);
      void answering.finally(() => this.#underWay.delete(answering));
      return true;
    }
    const result = this.#recorded[method];
    if (result === undefined || params.cursor !== undefined) return false;
    this.#options.send({ jsonrpc: '2.0', id, result });
    if (method === 'tools/list') this.#options.rest();
    return true;
  }

  /** Settles once all requests are answered: a session's last report comes just before the connection ends. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#underWay);
  }

  #begin(line: Buffer, id: string | number, { protocolVersion, clientInfo }: Fields): boolean {
    if (this.#recorded !== undefined || typeof protocolVersion !== 'string') return false;
    this.#recorded = readRecorded(this.#options.profile, protocolVersion);
    if (this.#recorded === undefined) return false;
    this.#client = clientInfo;
    this.missed.push(line);
    this.answered = id;
    this.#options.send({ jsonrpc: '2.0', id, result: this.#recorded.initialize });
    return true;
  }

  async #answerHook(id: string | number, told: Fields): Promise<void> {
    const text = await this.#options.answerHook(told).catch(() => silence);
    this.#options.send({ jsonrpc: '2.0', id, result: { content: [{ type: 'text', text }] } });
  }
}

function readMessage(line: Buffer): Fields {
  try {
    const message: unknown = JSON.parse(line.toString('utf8'));
    return isObject(message) ? message : {};
  } catch {
    return {};
  }
}

/** Undefined where nothing was built, or the version is another: the whole server answers then. */
function readRecorded(profile: ServerProfile, protocolVersion: string): RecordedAnswers | undefined {
  if (!/^[\d-]{1,20}$/.test(protocolVersion)) return undefined;
  try {
    const file = new URL(recordedFile(profile, protocolVersion), import.meta.url);
    return JSON.parse(readFileSync(file, 'utf8')) as RecordedAnswers;
  } catch {
    return undefined;
  }
}
