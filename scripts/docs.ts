// Checks that pages and regions made from the source are up to date; with --write, makes them so.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Page } from './docs/page.ts';
import { pages } from './docs/pages.ts';

const write = process.argv.includes('--write');
let outdatedCount = 0;

for (const page of pages) {
  const fault = await bringUpToDate(page);
  if (fault === undefined) continue;
  outdatedCount += 1;
  console.error(`${page.path}: ${fault}`);
}
console.log(`${pages.length} pages, ${outdatedCount} out of date`);
process.exitCode = outdatedCount > 0 ? 1 : 0;

/** What is wrong with a page that could not, or should not, be written. */
async function bringUpToDate({ path, render }: Page): Promise<string | undefined> {
  const current = await readFile(path, 'utf8').catch(() => '');
  try {
    const wanted = await render(current);
    if (wanted === current) return undefined;
    if (!write) return 'out of date. Run: node scripts/docs.ts --write';
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, wanted);
    console.log(`wrote ${path}`);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
