// Holds the source to the rules of .dependency-cruiser.mjs, and the map to the folders there are.
// Usage: node scripts/architecture.ts [--root DIR] [--json]
import { globSync } from 'node:fs';
import { resolve, sep } from 'node:path';
import { parseArgs } from 'node:util';
import { rules } from '../.dependency-cruiser.mjs';
import { checkMap } from './architecture/check-map.ts';
import { type Cruise, cruiseSource } from './architecture/cruise-source.ts';
import {
  type ForbiddenMention,
  findForbiddenMentions,
  type MentionReport,
} from './architecture/find-mentions.ts';
import { findSecondHomes } from './architecture/find-second-homes.ts';

const { values } = parseArgs({
  options: { root: { type: 'string', default: '.' }, json: { type: 'boolean', default: false } },
});
const root = resolve(values.root);
const cruise = await cruiseSource(root);
const published = globSync('src/**/*.ts', { cwd: root })
  .map((file) => file.replaceAll(sep, '/'))
  .filter((file) => !file.endsWith('.test.ts'));
const mentioned = findForbiddenMentions(root, published);
const violations = [...cruise.violations, ...mentioned.violations, ...findSecondHomes(root, published)];

if (values.json) {
  console.log(
    JSON.stringify({ violations, moduleCount: cruise.moduleCount, readCount: mentioned.readCount }),
  );
} else {
  const faults = [
    ...checkMap(root),
    ...describeBlindness(cruise),
    ...describeUnread(mentioned, published),
    ...violations.map(describe),
  ];
  for (const fault of faults) console.error(`${fault}\n`);
  console.log(
    `${cruise.moduleCount} modules held to ${rules.length} rules, ${mentioned.readCount} files read for names, ${faults.length} faults`,
  );
  process.exitCode = faults.length > 0 ? 1 : 0;
}

function describe(violation: Cruise['violations'][number] | ForbiddenMention): string {
  const { from, to, rule } = violation;
  const broken = rules.find(({ name }) => name === rule.name);
  const cycle = 'cycle' in violation ? violation.cycle : undefined;
  const way = cycle === undefined ? to : cycle.map(({ name }) => name).join(' → ');
  const edge = way === from ? from : `${from} → ${way}`;
  return `${rule.name}: ${edge}\n  ${broken?.reason ?? ''}\n  ${broken?.remedy ?? ''}`;
}

/** A checker that parses nothing reports success, so it has to say how much it saw. */
function describeBlindness({ moduleCount, fileCount }: Cruise): readonly string[] {
  if (moduleCount === fileCount && moduleCount > 0) return [];
  return [
    `The cruiser saw ${moduleCount} modules where there are ${fileCount} files: is typescript-6 installed (npm ci)?`,
  ];
}

/** The same for the reader of names. */
function describeUnread({ readCount }: MentionReport, files: readonly string[]): readonly string[] {
  if (readCount === files.length && readCount > 0) return [];
  return [
    `Names were read in ${readCount} of ${files.length} files of the source: does typescript-6 parse them?`,
  ];
}
