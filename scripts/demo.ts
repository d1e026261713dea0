// Plays how a failure is remembered, as a terminal would show it; with --write, makes docs/guides/a-failure-remembered.md
// of it. Usage: npm run build && node scripts/demo.ts [--write]
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { renderDemoPage } from './demo/demo-page.ts';
import { recordDemo } from './demo/record-demo.ts';

const top = resolve(import.meta.dirname, '..');
const recording = recordDemo(top, console.log);
if (process.argv.includes('--write')) {
  writeFileSync(join(top, 'docs/guides/a-failure-remembered.md'), renderDemoPage(recording));
}
