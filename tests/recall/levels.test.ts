import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Memory, openMemory } from '../../src/index.ts';

const decisions = {
  invoices:
    'Invoices are numbered per tenant without gaps, because auditors reject missing numbers; a cancelled invoice keeps its number.',
  mails: 'Background mails leave through the outbox table; nothing calls the mail provider inside a request.',
  dates: 'Dates in the public API are ISO 8601 in UTC; the browser turns them into local time.',
  passwords:
    'Passwords are hashed with argon2id at 64 MB of memory; bcrypt hashes are upgraded at the next login.',
  images:
    'Uploaded images are resized in the worker, never in the web process: large PNGs exhausted its memory.',
  search:
    'Search results are cached for 60 seconds per tenant and query; a write to the catalogue drops them.',
};

const report = `### What happened
After I cancelled an invoice, the next one that I made got the same number again.

### What I expected
Two invoices never share a number.

### Steps
1. Make an invoice in the tenant \`north\`
2. Cancel it
3. Make another

Version 4.2.1, Firefox on Linux.`;

const known: readonly (readonly [question: string, answer: keyof typeof decisions])[] = [
  ['Why can an invoice number not be skipped?', 'invoices'],
  ['how do we send mails?', 'mails'],
  ['which format do dates have in api responses?', 'dates'],
  ['password hashing', 'passwords'],
  ['old bcrypt users cannot log in', 'passwords'],
  ['web process runs out of memory when customers upload a large png', 'images'],
  ['stale search results after the catalogue changed', 'search'],
  [report, 'invoices'],
];
const absent = [
  'How do we deploy to kubernetes?',
  'What is our convention for branch names?',
  'Should components use signals or hooks?',
  'translations for Portuguese are incomplete',
];

describe('a home of six decisions', () => {
  let folder: string;
  let memory: Memory;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'afterwit-levels-'));
    execFileSync('git', ['init', '--quiet', folder]);
    memory = await openMemory({
      ...{ home: join(folder, 'home'), repository: folder },
      speaker: { kind: 'user', name: 'ada', source: 'library' },
    });
    for (const content of Object.values(decisions)) await memory.remember({ content, type: 'decision' });
  });

  afterAll(async () => {
    await memory.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it.each(known)('knows %j', async (query, answer) => {
    const { kind, level, memories } = await memory.recall({ query });
    expect(kind).toBe('recalled');
    expect(level).not.toBe('nothing');
    expect(memories[0]?.item.content).toBe(decisions[answer]);
  });

  it.each(absent)('is quiet about %j', async (query) => {
    expect(await memory.recall({ query })).toMatchObject({
      ...{ kind: 'nothing_known', level: 'nothing', memories: [], pack: { text: '' } },
    });
  });
});
