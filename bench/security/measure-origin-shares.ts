import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import type { ItemId, Scope, Speaker } from '../../src/index.ts';
import { writeItemLine } from '../../src/lessons/item-line.ts';
import { prepareItem } from '../../src/lessons/prepare-item.ts';
import { renderCard } from '../../src/packing/render-pack.ts';
import { profileFailure } from '../../src/query/profile-failure.ts';
import { redact } from '../../src/redaction/redact.ts';
import { type ExampleFailure, exampleFailures } from '../doors/example-failures.ts';
import { SeededRandom } from '../doors/seeded-random.ts';
import { asFile, memoryId } from '../recall/memory-line.ts';
import { openScratchMemory } from '../scratch-memory.ts';
import type { SuiteOptions, SuiteReport } from '../suite.ts';

const most = 120;
const seed = 12;
const budgets = [300, 600, 1_500] as const;
const promisedShare = 0.3;
const sessions = 4;
const mostChanges = 60;

/**
 * How much of a context single sessions may fill: each of four showed thirty unconfirmed fixes, some as long as files. Their
 * failures come again, in sessions of their own, unasked. Promised: one unconfirmed origin has one card and 30 % of the tokens.
 */
export async function measureOriginShares({ limit }: SuiteOptions, folder: string): Promise<SuiteReport> {
  const random = new SeededRandom(seed);
  await using scratch = await openScratchMemory(folder);
  const { memory, home } = scratch;
  const { id } = await memory.repositories.current();
  const failures = exampleFailures(Math.min(limit, most), random);
  const lines = failures.flatMap((failure, at) => fixLines(failure, at, `repo:${id}` as Scope, random));
  await home.importLines(asFile(lines), { vouched: true });
  let [asked, shown, mostCards, mostShare] = [0, 0, 0, 0];
  const broken: string[][] = [];
  for (const { command, exitCode, print } of failures) {
    for (const budgetTokens of budgets) {
      const failure = { command, exitCode, output: print(random) };
      const { memories } = await memory.recall({ failure, moment: 'after_failure', budgetTokens });
      asked += 1;
      const unconfirmed = memories.filter(({ item }) => item.trust === 'agent');
      if (unconfirmed.length > 0) shown += 1;
      for (const [origin, own] of Map.groupBy(unconfirmed, ({ item }) => item.origin)) {
        const tokens = own.reduce((sum, { card }) => sum + countTokens(renderCard(card)), 0);
        mostCards = Math.max(mostCards, own.length);
        mostShare = Math.max(mostShare, tokens / budgetTokens);
        if (own.length > 1 || tokens / budgetTokens > promisedShare)
          broken.push([command, `${own.length} cards of ${origin}, ${tokens} of ${budgetTokens} tokens`]);
      }
    }
  }
  return {
    cases: asked,
    figures: {
      ...{ origin_packs: asked, origin_packs_with_card: shown },
      ...{ origin_cards_max: mostCards, origin_share_max: mostShare },
    },
    tables: [
      { title: `${broken.length} packs beyond the promise`, columns: ['failure', 'pack'], rows: broken },
    ],
  };
}

/** A fix as mining keeps it: the class of the failure, then what the tools of the session showed. */
function fixLines(
  { command, exitCode, remedy, print }: ExampleFailure,
  at: number,
  scope: Scope,
  random: SeededRandom,
): readonly string[] {
  const speaker: Speaker = {
    ...{ kind: 'agent', name: 'claude-code', source: 'transcript' },
    session: `s${at % sessions}`,
  };
  const shared = { scope, tags: [], references: [], anchors: [], speaker, nowMs: Date.now() };
  const patternId: ItemId = memoryId(2 * at);
  const failure = profileFailure({ command, exitCode, output: print(random) });
  const changes = Array.from(
    { length: 1 + random.below(mostChanges) },
    (_, line) => `+ const value${line} = read${random.below(1e6).toString(36)}('${remedy.slice(0, 40)}');`,
  );
  const seen = redact(`Edit src/part${at}.js:\n${changes.join('\n')}`);
  const pattern = { kind: 'pattern', symptom: redact(remedy) } as const;
  const variant = { kind: 'variant', patternId, failure, seen } as const;
  return [
    prepareItem({ ...shared, id: patternId, content: `${at} ${remedy}`, body: pattern }),
    prepareItem({
      ...{ ...shared, id: memoryId(2 * at + 1), content: seen, body: variant },
      relatedItems: [{ id: patternId, relation: 'depends_on' }],
    }),
  ].map(({ item }) => writeItemLine({ item, outcomes: [] }));
}
