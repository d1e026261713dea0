import { join } from 'node:path';
import { type MaintenanceReport, type MemoryHome, openHome } from '../../src/index.ts';
import { readJsonLines } from '../datasets/json-lines.ts';
import { person } from '../person.ts';
import { sum } from '../reporting/statistics.ts';
import { makeRepository } from '../scratch-memory.ts';
import { notRun, type SuiteReport } from '../suite.ts';

/** Tokens that one summary saved, and facts of its parts that it lacks. */
interface MeasuredSummary {
  readonly parts: number;
  /** Tokens. */
  readonly before: number;
  readonly after: number;
  /** Paths, numbers and commands of the parts. */
  readonly facts: number;
  readonly lostFacts: number;
}

const escapes = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*[A-Za-z]`, 'g');
const linesOfNote = 12;
const longestNote = 1_200;

/** Each command that failed in a session, and each failed build, told as an agent tells it, in one memory; maintained once. */
export async function consolidateNotes(data: string, folder: string): Promise<SuiteReport> {
  const place = { home: join(folder, 'notes'), repository: makeRepository(folder), speaker: person };
  await using opened = await openHome(place);
  const notes = readNotes(data);
  await opened.importLines(linesOf(notes), { vouched: true });
  const summaries = await measureSummaries(opened, await opened.maintain());
  const of = (key: keyof MeasuredSummary) => sum(summaries.map((summary) => summary[key]));
  return {
    cases: notes.length,
    figures: {
      // Without a summary nothing was saved: no figure, rather than a good one.
      consolidation_tokens_saved: summaries.length === 0 ? notRun : 1 - of('after') / of('before'),
      consolidation_facts_lost: of('lostFacts'),
    },
    tables: [
      {
        title: 'Notes of real failures, maintained once',
        columns: ['what', 'count'],
        rows: [
          ['notes', notes.length],
          ['summaries, and their parts', `${summaries.length}, ${of('parts')}`],
          ['tokens of the parts, and of the summaries', `${of('before')}, ${of('after')}`],
          ['facts of the parts, and lost', `${of('facts')}, ${of('lostFacts')}`],
        ],
      },
    ],
  };
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

async function measureSummaries(
  opened: MemoryHome,
  { summaries }: MaintenanceReport,
): Promise<readonly MeasuredSummary[]> {
  const measured: MeasuredSummary[] = [];
  for (const { id, tokensBefore: before, tokensAfter: after } of summaries) {
    const { item } = await opened.show(id);
    const ids = item.relatedItems.flatMap((one) => (one.relation === 'supersedes' ? [one.id] : []));
    const parts = await Promise.all(ids.map((part) => opened.show(part)));
    const facts = parts.flatMap((part) => hardFacts(part.item.content));
    const lostFacts = facts.filter((fact) => !item.content.includes(fact)).length;
    measured.push({ parts: parts.length, before, after, facts: facts.length, lostFacts });
  }
  return measured;
}

/** Paths, numbers and commands, read in another way than the product reads them. */
function hardFacts(content: string): readonly string[] {
  const paths = content.match(/(?:[\w.-]+\/)+[\w.-]*\w/g) ?? [];
  const numbers = content.match(/\d+(?:\.\d+)*/g) ?? [];
  const commands = [...content.matchAll(/^\s*\$ (.+)$/gm)].map(([, command = '']) => command.trim());
  return [...paths, ...numbers, ...commands];
}
