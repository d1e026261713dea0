// Prints why steps of `.ci/run` failed, then what all tests add up to in one line: of a long output often only the end is kept.
// Usage: node scripts/summarise-tests.ts FOLDER STEP...
// FOLDER holds STEP.status, STEP.log and, of a step that runs tests, STEP.json of Vitest's JSON reporter.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { countTests } from './tests/count-tests.ts';
import { describeStep, type EndedStep } from './tests/describe-step.ts';
import { findSlowestTest } from './tests/find-slowest-test.ts';

const [folder = '.', ...names] = process.argv.slice(2);
const steps = names.map(readStep);
const reports = steps.flatMap(({ report }) => (report === undefined ? [] : [report]));
const { passed, failed, skipped } = countTests(reports);

for (const line of steps.flatMap((step) => describeStep(step, process.cwd()))) console.log(line);
const slowest = findSlowestTest(reports, process.cwd());
if (slowest !== undefined) console.log(`slowest: ${slowest}`);
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
process.exitCode = failed > 0 || passed === 0 || steps.some(({ status }) => status !== 0) ? 1 : 0;

function readStep(name: string): EndedStep {
  const report = join(folder, `${name}.json`);
  return {
    name,
    status: Number(readFileSync(join(folder, `${name}.status`), 'utf8')),
    output: readFileSync(join(folder, `${name}.log`), 'utf8'),
    report: existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : undefined,
  };
}
