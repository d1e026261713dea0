import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { findStatements, mayLayDown } from '../../src/capture/find-statements.ts';
import { openMemory } from '../../src/index.ts';
import { seededRandom } from '../../src/numeric/seeded-random.ts';
import { transcriptLines, writeTranscript } from '../../tests/sessions/build-transcript.ts';
import { readJsonLines } from '../datasets/json-lines.ts';
import { ruleDecisions } from '../recall/decision-cases.ts';
import { writtenDecisions } from '../recall/written-decisions.ts';
import { describeRate } from '../reporting/statistics.ts';
import { makeRepository } from '../security/scratch-home.ts';
import type { SuiteReport } from '../suite.ts';
import { manyQuestions, syntheticModel } from './synthetic-model.ts';

const agreements = [0, 0.5, 0.6, 0.8, 0.95, 1] as const;

const ofTheTaskInEach = 4;

interface TranscriptRow {
  readonly type?: string;
  readonly isMeta?: boolean;
  readonly message?: { readonly content?: unknown };
}

/** Messages of users of real sessions, almost none of which is to be kept. */
function saidAtWork(data: string): readonly string[] {
  const folder = join(data, 'transcripts', 'claude-code');
  const said = readdirSync(folder).flatMap((name) =>
    readJsonLines<TranscriptRow>(join(folder, name)).flatMap(({ type, isMeta, message }) =>
      type === 'user' && !isMeta && typeof message?.content === 'string' ? [message.content] : [],
    ),
  );
  return [...new Set(said)].filter((text) => text.length <= 600 && findStatements(text).length === 0);
}

interface ToldMessages {
  readonly messages: readonly { readonly id: string; readonly text: string }[];
}

interface Statement {
  readonly family: string;
  readonly text: string;
}

/**
 * Sessions in which a user gives one standing rule, in own words or those of a repository's rule, among orders for the task: is it kept
 * by rules, and by rules with a model that finds the right sentence with a known chance, else another one?
 */
export async function measureStatements(
  { data, limit, seed }: { readonly data: string; readonly limit: number; readonly seed: number },
  home: string,
): Promise<SuiteReport> {
  const rules = [...ruleDecisions(data, () => true, seed)].map(({ answer }) => answer);
  const statements: readonly Statement[] = [
    ...[...writtenDecisions()].slice(0, limit).map(({ answer }) => asSaid('own words', answer)),
    ...[...new Set(rules)].slice(0, limit).map((answer) => asSaid('rules', answer)),
  ];
  const atWork = saidAtWork(data);
  const random = seededRandom(seed);
  const pick = () => atWork[Math.floor(random() * atWork.length)] ?? '';
  const sessions = statements.map(({ text }) => {
    const others = Array.from({ length: ofTheTaskInEach }, pick);
    return [...others.slice(0, 2), text, ...others.slice(2)];
  });
  const told = sessions.flat();
  const gated = told.filter((text) => mayLayDown(text));
  const truths = statements.map(({ text }) => text);
  const rows: (string | number)[][] = [];
  const figures: Record<string, number> = {};
  for (const agreement of ['none', ...agreements] as const) {
    const chance = seededRandom(seed);
    const model = syntheticModel(String(agreement), ({ messages }: ToldMessages) => {
      const right = messages.find(({ text }) => truths.includes(text));
      const others = messages.filter((message) => message !== right);
      const picked = chance() < Number(agreement) ? right : others[Math.floor(chance() * others.length)];
      return {
        statements: picked
          ? [{ message: picked.id, type: 'constraint', sentence: firstSentence(picked.text) }]
          : [],
      };
    });
    const folder = join(home, `statements-${agreement}`);
    mkdirSync(folder, { recursive: true });
    const kept = await mineAll(sessions, folder, agreement === 'none' ? undefined : model);
    const wrong = kept.filter((text) => !truths.some((truth) => truth.includes(text))).length;
    figures[`statements_wrong_at_${agreement}`] = wrong;
    const rateOf = (family: string) => {
      const own = statements.filter((one) => one.family === family);
      const found = own.filter(({ text }) => kept.some((one) => text.includes(one))).length;
      figures[`${family.replace(' ', '_')}_kept_at_${agreement}`] = found / Math.max(1, own.length);
      return describeRate(found, own.length);
    };
    rows.push([agreement, model.asked(), rateOf('own words'), rateOf('rules'), wrong]);
  }
  return {
    cases: statements.length,
    figures: { ...figures, told_share: gated.length / Math.max(1, told.length) },
    tables: [
      {
        title: `Statements of users kept from sessions, by rules and a model; ${gated.length} of ${told.length} messages may be told`,
        columns: ['model', 'asked', 'own words kept', 'rules kept', 'sentences of the task kept'],
        rows,
      },
    ],
  };
}

/** The first sentence, as said in passing. */
function asSaid(family: string, text: string): Statement {
  return { family, text: firstSentence(text) };
}

function firstSentence(text: string): string {
  const [first = text] = text.replaceAll(/\s+/g, ' ').split(/(?<=[.!?])\s/);
  return first.slice(0, 280);
}

async function mineAll(
  sessions: readonly (readonly string[])[],
  folder: string,
  model: ReturnType<typeof syntheticModel> | undefined,
): Promise<readonly string[]> {
  const repository = makeRepository(folder, 'repository');
  const places = sessions.map((said, at) => {
    const path = join(folder, `session-${at}.jsonl`);
    const steps = said.map((user) => ({ user }));
    writeTranscript(path, transcriptLines({ session: `s${at}`, directory: repository }, steps));
    return path;
  });
  const settings = { ...manyQuestions, 'memory.v3.extractionMode': 'hybrid' };
  await using memory = await openMemory({
    ...{ repository, home: join(folder, 'home') },
    ...(model === undefined ? {} : { model, settings }),
  });
  const { lessons } = await memory.mineSessions({ places });
  return lessons.filter(({ type }) => type !== 'task_state').map(({ text }) => text);
}
