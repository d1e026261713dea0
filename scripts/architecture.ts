// Holds the source to the rules of .dependency-cruiser.mjs, and the map to the folders there are.
// Usage: node scripts/architecture.ts [--root DIR] [--json]
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { rules } from '../.dependency-cruiser.mjs';
import { checkMap } from './architecture/check-map.ts';
import { type Cruise, cruiseSource } from './architecture/cruise-source.ts';

const { values } = parseArgs({
  options: { root: { type: 'string', default: '.' }, json: { type: 'boolean', default: false } },
});
const root = resolve(values.root);
const cruise = await cruiseSource(root);

if (values.json) {
  console.log(JSON.stringify(cruise));
} else {
  const faults = [...checkMap(root), ...describeBlindness(cruise), ...cruise.violations.map(describe)];
  for (const fault of faults) console.error(`${fault}\n`);
  console.log(`${cruise.moduleCount} modules held to ${rules.length} rules, ${faults.length} faults`);
  process.exitCode = faults.length > 0 ? 1 : 0;
}

function describe({ from, to, cycle, rule }: Cruise['violations'][number]): string {
  const broken = rules.find(({ name }) => name === rule.name);
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
