import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { type Disclosure, type Memory, openHome, openMemory } from '../../src/index.ts';
import { SeededRandom } from '../doors/seeded-random.ts';
import { person } from '../person.ts';
import { makeRepository } from '../scratch-memory.ts';
import { asFile, memoryLine } from './memory-line.ts';
import { strangeText } from './strange-text.ts';

interface BudgetRequest {
  readonly folder: string;
  readonly texts: readonly string[];
  readonly cases: number;
}

export interface BudgetResult {
  readonly cases: number;
  /** Packs that are longer than their budget, counted with o200k_base. */
  readonly over: readonly string[];
  /** Packs with something in them. */
  readonly filled: number;
}

const memories = 200;
const mostBudget = 3_500;
const seed = 9;
const disclosures: readonly Disclosure[] = ['index', 'summary', 'selective_detail', 'full_pack'];
const types = ['decision', 'constraint', 'preference', 'project_fact', 'task_state'] as const;
const shownText = 200;

/** Recalls and briefs of memories with real and strange texts, at budgets from one token to the largest that can be set. */
export async function tryBudgets({ folder, texts, cases }: BudgetRequest): Promise<BudgetResult> {
  const random = new SeededRandom(seed);
  const place = { repository: makeRepository(folder, 'budgets'), home: join(folder, 'budgets-home') };
  mkdirSync(place.home, { recursive: true });
  const contents = Array.from({ length: memories }, () => contentOf(texts, random) || 'x');
  await importAll(contents, place);
  await using memory = await openMemory({ ...place, speaker: person });
  const over: string[] = [];
  let filled = 0;
  for (let at = 0; at < cases; at++) {
    const budgetTokens = 1 + (random.happens(0.1) ? random.below(150) : random.below(mostBudget));
    const { text } = await packOf(memory, random.pick(contents), budgetTokens, random);
    if (text === '') continue;
    filled += 1;
    const used = countTokens(text, { disallowedSpecial: new Set() });
    if (used > budgetTokens)
      over.push(`${used} of ${budgetTokens}: ${JSON.stringify(text.slice(0, shownText))}`);
  }
  return { cases, over, filled };
}

async function importAll(
  contents: readonly string[],
  place: { readonly repository: string; readonly home: string },
): Promise<void> {
  await using home = await openHome({ ...place, speaker: person });
  const lines = contents.map((content, number) =>
    memoryLine({
      ...{ number, content, scope: 'global' as Parameters<typeof memoryLine>[0]['scope'] },
      ...{ type: types[number % types.length] ?? 'decision', atMs: Date.now() - number },
    }),
  );
  await home.importLines(asFile(lines), { vouched: true });
}

/** Asked for in the words of a memory, so that it and its like are found; or a brief of all that holds. */
async function packOf(memory: Memory, content: string, budgetTokens: number, random: SeededRandom) {
  if (random.happens(0.1)) return (await memory.brief({ budgetTokens })).pack;
  const query = content.slice(0, 20 + random.below(300)).trim() || 'x';
  const disclosure = random.pick(disclosures);
  return (await memory.recall({ query, budgetTokens, disclosure, topK: 1 + random.below(12) })).pack;
}

function contentOf(texts: readonly string[], random: SeededRandom): string {
  const real = () => random.pick(texts);
  switch (random.below(5)) {
    case 0:
      return real();
    case 1:
      return Array.from({ length: 1 + random.below(12) }, real).join('\n');
    case 2:
      return strangeText(random, 1 + random.below(1_500));
    case 3:
      return `${real()} ${strangeText(random, 60)}\n${real()}`;
    default:
      return Array.from({ length: 1 + random.below(250) }, () => random.below(1e9).toString(36)).join(
        random.pick([' ', '\n', '/', '_', '\t', '. ']),
      );
  }
}
