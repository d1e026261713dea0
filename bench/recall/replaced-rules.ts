import { join } from 'node:path';
import { openHome, openMemory, type Scope } from '../../src/index.ts';
import { seededRandom } from '../../src/numeric/seeded-random.ts';
import { halfOf } from '../lookalikes/repository-half.ts';
import { person } from '../person.ts';
import { makeRepository } from '../scratch-memory.ts';
import { notRun, type Suite } from '../suite.ts';
import { asFile, memoryId, memoryLine } from './memory-line.ts';
import { type RulePair, readRuleLines, readRulePairs, rulesBefore } from './rule-cases.ts';
import { type RememberedText, rememberText } from './rule-memory.ts';
import { wordQuestion } from './word-question.ts';

/** A rule that gave way to another, the rules that held then, and questions for it and for its successor. */
interface ReplacedRule {
  readonly repo: string;
  readonly texts: readonly string[];
  readonly old: string;
  readonly successor: string;
  readonly questions: readonly string[];
}

/** Is a rule of a real repository that gave way to another ever shown without or before its successor? */
export const decisionsSuite: Suite = {
  description: 'replaced rules, asked for through the library',
  options: ['data', 'limit', 'repositories', 'seed'],
  async run({ data, limit, half, seed, home }) {
    const wants = (repository: string) => half === undefined || halfOf(repository) === half;
    const rules = [...replacedRules(data, wants, seed)].slice(0, limit);
    const oldFirst: boolean[] = [];
    for (const [repo, own] of Map.groupBy(rules, (rule) => rule.repo))
      oldFirst.push(...(await askAll(own, home, repo.replaceAll(/[^\w]+/g, '_'))));
    return {
      cases: oldFirst.length,
      figures: {
        superseded_above_current: oldFirst.length === 0 ? notRun : oldFirst.filter(Boolean).length,
      },
      tables: [],
    };
  },
};

function* replacedRules(
  data: string,
  wants: (repository: string) => boolean,
  seed: number,
): Iterable<ReplacedRule> {
  const lines = Map.groupBy(readRuleLines(data), ({ repo }) => repo);
  const random = seededRandom(seed);
  const pairs = readRulePairs(data).filter(({ relation }) => relation === 'supersedes');
  for (const pair of pairs.toSorted(byPlace).filter(({ repo }) => wants(repo))) {
    const texts = rulesBefore(pair, lines.get(pair.repo) ?? []);
    const contentOf = ({ item }: RememberedText) => item.content as string;
    const asked = (text: string) => wordQuestion('asked', text, texts, random);
    yield {
      repo: pair.repo,
      texts: texts.map(contentOf),
      old: contentOf(rememberText(pair.old)),
      successor: contentOf(rememberText(pair.new)),
      questions: [asked(pair.old), pair.old, asked(pair.new)],
    };
  }
}

function byPlace(a: RulePair, b: RulePair): number {
  return a.repo.localeCompare(b.repo) || a.changed_at.localeCompare(b.changed_at);
}

/** In one memory, which holds the rules of each time in turn. @returns of each question whether the old rule came first */
async function askAll(
  rules: readonly ReplacedRule[],
  folder: string,
  name: string,
): Promise<readonly boolean[]> {
  const place = { repository: makeRepository(folder, name), home: join(folder, `${name}-home`) };
  await using memory = await openMemory({ ...place, speaker: person });
  await using home = await openHome({ ...place, speaker: person });
  const scope = `repo:${(await memory.repositories.current()).id}` as Scope;
  const startMs = Date.now();
  const held = new Map<string, number>();
  let count = 0;
  /** A later one was said later. */
  const lineOf = (content: string, number: number, supersededBy?: number) =>
    memoryLine({
      ...{ number, content, scope, type: 'decision', atMs: startMs + number },
      ...(supersededBy === undefined ? {} : { supersededBy }),
    });
  const importLines = (lines: readonly string[]) => home.importLines(asFile(lines), { vouched: true });
  const oldFirst: boolean[] = [];
  for (const { texts, old, successor, questions } of rules) {
    const gone = [...held].filter(([text]) => !texts.includes(text));
    if (gone.length > 0) await home.forget({ ids: gone.map(([, number]) => memoryId(number)) });
    for (const [text] of gone) held.delete(text);
    const fresh = [...new Set(texts)].filter((text) => !held.has(text));
    for (const text of fresh) held.set(text, ++count);
    await importLines(fresh.map((text) => lineOf(text, held.get(text) ?? 0)));
    const older = held.get(old) ?? 0;
    const newer = ++count;
    await importLines([lineOf(successor, newer), lineOf(old, older, newer)]);
    for (const query of questions) {
      const { memories } = await memory.recall({ query });
      const shown = memories.map(({ item }) => item.content as string);
      const [oldAt, newAt] = [shown.indexOf(old), shown.indexOf(successor)];
      oldFirst.push(oldAt !== -1 && (newAt === -1 || newAt > oldAt));
    }
    await home.forget({ ids: [memoryId(older), memoryId(newer)] });
    held.delete(old);
  }
  return oldFirst;
}
