import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
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

interface Message {
  readonly cwd?: string;
  readonly role?: string;
  readonly content?: string | readonly { readonly text?: string }[];
}

interface Row {
  readonly cwd?: string;
  readonly message?: Message;
  readonly payload?: Message;
}

/** The first request and the last message of each recorded session that has both. */
export function readSessionEnds(data: string): readonly SessionEnd[] {
  return ['claude-code', 'codex'].flatMap((agent) => {
    const folder = join(data, 'transcripts', agent);
    return readdirSync(folder).flatMap((name): SessionEnd[] => {
      const rows = readText(join(folder, name)).split('\n').flatMap(parseRow);
      const said = rows.flatMap(({ message, payload }) => {
        const { role, content } = message ?? payload ?? {};
        if (role === undefined || content === undefined || typeof content === 'number') return [];
        const text =
          typeof content === 'string' ? content : content.flatMap((each) => each.text ?? []).join('\n');
        return [{ role, text }];
      });
      const prompt = said.find(({ role, text }) => role === 'user' && isPrompt(text))?.text;
      const end = said.findLast(
        ({ role, text }) => role === 'assistant' && countWords(text) >= fewestEndWords,
      )?.text;
      if (prompt === undefined || end === undefined) return [];
      const project = basename(String(rows.map((row) => row.cwd ?? row.payload?.cwd).find(Boolean)));
      const cut = (text: string) => text.slice(0, longestText);
      return [{ project: `${agent} ${project}`, prompt: cut(prompt), end: cut(end) }];
    });
  });
}

/** The last line of a file may be torn. */
function parseRow(line: string): readonly Row[] {
  try {
    return [JSON.parse(line)];
  } catch {
    return [];
  }
}

function isPrompt(text: string): boolean {
  return !/^\s*(?:<|# AGENTS|Caveat:|\[Request)/.test(text) && countWords(text) >= fewestPromptWords;
}

function countWords(text: string): number {
  return text.split(/\s+/).length;
}
