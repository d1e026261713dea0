import { join } from 'node:path';
import { openHome, openMemory } from '../../src/index.ts';
import { ada, makeRepository } from './scratch-home.ts';
import type { SecurityPart } from './security-part.ts';

const yearMs = 365.25 * 86_400_000;
const furthestYears = { back: 10, ahead: 100 };
/** About different things: of memories that may take each other's place, one alone would be recalled, whatever the clock says. */
const facts: readonly Fact[] = [
  { content: 'The gasket of the boiler is replaced every spring.', query: 'When is the gasket replaced?' },
  { content: 'Whistles are tuned by ear in the tower.', query: 'How are whistles tuned?' },
  { content: 'Copper lids are polished with lemon and salt.', query: 'What are copper lids polished with?' },
  {
    content: 'Deliveries of charcoal arrive at the northern gate.',
    query: 'Where do deliveries of charcoal arrive?',
  },
  { content: 'Nobody unlocks the cellar before the inspector came.', query: 'Who unlocks the cellar?' },
];

interface Fact {
  readonly content: string;
  readonly query: string;
}

/** The machine's clock set back by up to 10 years, or ahead by up to 100, between one write and the next. */
export const clocksPart: SecurityPart = {
  promise:
    'clock jumps −10 y … +100 y: order unchanged, nothing lost, nothing expired by a clock that was set back',
  most: 100,
  step: 20,
  async run({ folder, count, random, signal, progress }) {
    const repository = makeRepository(folder);
    const failures: string[] = [];
    const machine = Date.now;
    let cases = 0;
    try {
      for (; cases < count && !signal.aborted; cases++) {
        const home = join(folder, `home-${cases}`);
        const years = Array.from(
          { length: facts.length + 1 },
          () => random.below(furthestYears.back + furthestYears.ahead + 1) - furthestYears.back,
        );
        const fault = await writeAcross({ home, repository, years, machine });
        if (fault !== undefined) failures.push(`clock at ${years.join(', ')} years: ${fault}`);
        progress(cases + 1, count);
      }
    } finally {
      Date.now = machine;
    }
    return {
      figures: { clock_jumps: cases * facts.length, clock_faults: failures.length },
      findings: [{ promise: clocksPart.promise, cases, broken: failures.length }],
      failures,
    };
  },
};

interface Course {
  readonly home: string;
  readonly repository: string;
  /** Where the clock stands, in years from now, at each write and at the end. */
  readonly years: readonly number[];
  readonly machine: () => number;
}

async function writeAcross({ home, repository, years, machine }: Course): Promise<string | undefined> {
  const setClock = (year: number) => {
    Date.now = () => machine() + year * yearMs;
  };
  for (const [at, { content }] of facts.entries()) {
    setClock(years[at] ?? 0);
    await using memory = await openMemory({ repository, home, speaker: ada });
    await memory.remember({ content });
  }
  const orders: string[] = [];
  for (const year of [years.at(-1) ?? 0, 0, -furthestYears.back]) {
    setClock(year);
    await using opened = await openHome({ home, repository });
    const { items } = await opened.list();
    orders.push(items.map(({ content }) => content).join(' | '));
    if (items.length !== facts.length)
      return `${items.length} of ${facts.length} are listed at ${year} years`;
  }
  if (new Set(orders).size > 1) return `listed in another order later: ${orders.join(' // ')}`;
  // The clock stands before all of them now: none may count as expired.
  for (const { content, query } of facts) {
    await using memory = await openMemory({ repository, home });
    const { memories } = await memory.recall({ query });
    if (!memories.some(({ item }) => item.content === content)) return `${content} is not recalled`;
  }
  return undefined;
}
