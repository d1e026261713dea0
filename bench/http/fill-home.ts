import { createHash } from 'node:crypto';
import { openHome } from '../../src/index.ts';
import { person } from '../person.ts';

const types = ['decision', 'constraint', 'preference', 'project_fact', 'task_state'] as const;
const areas = [
  'parser',
  'cache',
  'server',
  'index',
  'release',
  'search',
  'billing',
  'login',
  'queue',
  'report',
];
const verbs = [
  'keep',
  'avoid',
  'prefer',
  'check',
  'rebuild',
  'document',
  'measure',
  'retry',
  'split',
  'freeze',
];
const repositories = 8;
const idDigits = [8, 12, 16, 20, 32] as const;

/** The n-th made-up memory as a line of an export. */
export function exampleLine(n: number): string {
  const hex = createHash('sha256').update(`memory ${n}`).digest('hex');
  const [a, b, c, d, e] = idDigits;
  const id = [hex.slice(0, a), hex.slice(a, b), hex.slice(b, c), hex.slice(c, d), hex.slice(d, e)].join('-');
  const area = areas[n % areas.length];
  const verb = verbs[Math.floor(n / areas.length) % verbs.length];
  const isAgent = n % 3 !== 0;
  const content = `${verb} the ${area} apart from step ${n}: its state ${hex.slice(0, a)} is shared with ${areas[(n * 7) % areas.length]}, and a run of it takes ${n % 97} minutes on the slow machine`;
  return `${JSON.stringify({
    id,
    scope: `repo:00000000-0000-4000-8000-00000000000${n % repositories}`,
    layer: 'SEMANTIC',
    type: types[n % types.length]?.toUpperCase(),
    title: `${verb} the ${area} apart, step ${n}`,
    content,
    source: isAgent ? 'mcp' : 'cli',
    origin: isAgent ? `mcp:claude-code/session-${n % 400}` : 'cli',
    principal: isAgent ? 'agent:claude-code' : 'user:ada',
    trust: isAgent ? 'agent' : 'user',
    confidence: 0.6,
    salience: 0.5,
    status: n % 20 === 0 ? 'archived' : 'active',
    createdAt: new Date(1_700_000_000_000 + n * 60_000).toISOString(),
    updatedAt: new Date(1_700_000_000_000 + n * 60_000).toISOString(),
    repositoryName: `example-${n % repositories}`,
    format: 1,
  })}\n`;
}

/** Writes memories into a home, as an import of one's own export does. */
export async function fillHome(home: string, count: number): Promise<number> {
  await using opened = await openHome({ home, speaker: person });
  async function* lines() {
    for (let n = 0; n < count; n++) yield exampleLine(n);
  }
  const report = await opened.importLines(lines(), { vouched: true });
  if (report.faultCount > 0) throw new Error(`Not imported: ${JSON.stringify(report.faults[0])}`);
  return report.added;
}
