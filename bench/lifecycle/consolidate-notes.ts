import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openHome } from '../../src/index.ts';
import { readJsonLines } from '../datasets/json-lines.ts';
import { person } from '../person.ts';
import { makeRepository } from '../scratch-memory.ts';
import { type MeasuredSummary, measureSummaries } from './measure-summaries.ts';

/** Notes of failures, and what became of them; counts. */
export interface ConsolidatedNotes {
  readonly notes: number;
  readonly summaries: readonly MeasuredSummary[];
}

const escapes = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*[A-Za-z]`, 'g');
const linesOfNote = 12;
const longestNote = 1_200;

/** Each command that failed in a session, and each failed build, told as an agent tells it, in one memory; maintained once. */
export async function consolidateNotes(data: string, folder: string): Promise<ConsolidatedNotes> {
  mkdirSync(folder, { recursive: true });
  const opened = await openHome({
    home: join(folder, 'notes'),
    repository: makeRepository(folder),
    speaker: person,
  });
  try {
    const notes = readNotes(data);
    await opened.importLines(linesOf(notes), { vouched: true });
    const report = await opened.maintain();
    return { notes: notes.length, summaries: await measureSummaries(opened, report) };
  } finally {
    await opened.close();
  }
}

function readNotes(data: string): readonly string[] {
  const episodes = ['claude-code', 'codex'].flatMap((agent) =>
    readJsonLines<{ readonly fail_cmd: string; readonly fail_output: string }>(
      join(data, 'transcripts', `${agent}-episodes.jsonl.gz`),
    ).map(({ fail_cmd, fail_output }) => {
      const lines = fail_output.split('\n').filter((line) => line.trim() !== '');
      return [`$ ${fail_cmd.split('\n', 1)[0]}`, ...lines.slice(0, linesOfNote)].join('\n');
    }),
  );
  const builds = readJsonLines<{ readonly chunk: string }>(join(data, 'failures', 'logchunks.jsonl.gz'));
  const texts = [...episodes, ...builds.map(({ chunk }) => chunk)].map((text) =>
    text.replaceAll(escapes, '').replaceAll('\r', '').slice(0, longestNote).trim(),
  );
  return [...new Set(texts)].filter((text) => text !== '');
}

async function* linesOf(notes: readonly string[]): AsyncIterable<string> {
  for (const [at, content] of notes.entries()) {
    const id = `${at.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`;
    const own = {
      id,
      scope: 'global',
      layer: 'episodic',
      type: 'failure',
      title: content.slice(0, 80),
      content,
    };
    const said = { trust: 'agent', origin: 'bench', principal: 'agent:bench', source: 'library' };
    yield `${JSON.stringify({ ...own, ...said })}\n`;
  }
}
