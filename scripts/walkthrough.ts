// Plays the walkthrough on a clone of Flask, as a terminal would show it; with --write, makes docs/guides/walkthrough.md of it.
// Usage: npm run build && npx node scripts/walkthrough.ts --repo CLONE [--write]
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { flaskScene } from './walkthrough/flask-scene.ts';
import { playWalkthrough } from './walkthrough/play-walkthrough.ts';
import { renderWalkthroughPage } from './walkthrough/walkthrough-page.ts';

const { values } = parseArgs({
  options: { repo: { type: 'string' }, write: { type: 'boolean', default: false } },
});
if (values.repo === undefined) {
  console.error('Name a clone of Flask: git clone https://github.com/pallets/flask, then --repo flask');
  process.exit(2);
}

const top = resolve(import.meta.dirname, '..');
const walkthrough = playWalkthrough({ top, repository: values.repo, scene: flaskScene, show: console.log });
if (values.write) writeFileSync(join(top, 'docs/guides/walkthrough.md'), renderWalkthroughPage(walkthrough));
