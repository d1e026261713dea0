import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readText } from '../datasets/json-lines.ts';

interface SessionEnd {
  readonly project: string;
  readonly prompt: string;
  /** The agent's last message. */
  readonly end: string;
}

const fewestPromptWords = 5;
const fewestEndWords = 25;
const longestText = 8_000;

interface Said {
  readonly role: string;
  readonly text: string;
}

/** The first request and the last message of each recorded session that has both. */
export function readSessionEnds(data: string): readonly SessionEnd[] {
  return ['claude-code', 'codex'].flatMap((agent) => {
    const folder = join(data, 'transcripts', agent);
    return readdirSync(folder).flatMap((name): SessionEnd[] => {
      const rows = readRows(join(folder, name));
      const said = rows.flatMap(saidIn);
      const prompt = said.find(({ role, text }) => role === 'user' && isPrompt(text))?.text;
      const end = said.findLast(
        ({ role, text }) => role === 'assistant' && wordsOf(text) >= fewestEndWords,
      )?.text;
      if (prompt === undefined || end === undefined) return [];
      const project =
        String(rows.map((row) => row.cwd ?? row.payload?.cwd).find(Boolean))
          .split('/')
          .at(-1) ?? '';
      return [
        {
          project: `${agent} ${project}`,
          prompt: prompt.slice(0, longestText),
          end: end.slice(0, longestText),
        },
      ];
    });
  });
}

interface Row {
  readonly type?: string;
  readonly cwd?: string;
  readonly message?: Message;
  readonly payload?: Message & { readonly type?: string; readonly cwd?: string };
}

interface Message {
  readonly role?: string;
  readonly content?: string | readonly { readonly type: string; readonly text?: string }[];
}

function readRows(file: string): readonly Row[] {
  return readText(file)
    .split('\n')
    .flatMap((line) => {
      try {
        return [JSON.parse(line) as Row];
      } catch {
        return [];
      }
    });
}

function saidIn({ message, payload }: Row): readonly Said[] {
  const { role, content } = message ?? payload ?? {};
  if (role === undefined || content === undefined || typeof content === 'number') return [];
  if (typeof content === 'string') return [{ role, text: content }];
  return [{ role, text: content.flatMap(({ text }) => text ?? []).join('\n') }];
}

function isPrompt(text: string): boolean {
  return !/^\s*(?:<|# AGENTS|Caveat:|\[Request)/.test(text) && wordsOf(text) >= fewestPromptWords;
}

function wordsOf(text: string): number {
  return text.split(/\s+/).length;
}
