// Prints, on one line, what Vitest's JSON reports add up to. Usage: node scripts/summarise-tests.ts REPORT.json...
import { readFileSync } from 'node:fs';
import { countTests } from './tests/count-tests.ts';

const reports = process.argv.slice(2).map((path) => JSON.parse(readFileSync(path, 'utf8')));
const { passed, failed, skipped } = countTests(reports);
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
