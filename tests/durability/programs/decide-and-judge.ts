// Meets the same failure `count` times and judges each decision at once: every fifth that showed something was wrong. Prints each
// decision with its judgement once both are acknowledged.
import { writeSync } from 'node:fs';
import { settingsWith } from '../../../src/config/settings.ts';
import { openStore } from '../../contract/memory-store/example-store.ts';
import { fixedClock } from '../../fakes/fixed-clock.ts';
import { gateMemory } from '../../fakes/gate-memory.ts';

const [directory = '', writer = '1', count = '1'] = process.argv.slice(2);
const store = openStore(directory, 300_000);
/** Soon after it was recorded. */
const nowMs = 2_000_000;
const settings = settingsWith({ 'gate.policy': 'guarded_rscb_mc' });
const gate = gateMemory(store, fixedClock(nowMs), settings, Number(writer));
for (let number = 0; number < Number(count); ) {
  const failure = { output: "ModuleNotFoundError: No module named 'lxml'", command: 'python worker.py' };
  // An agent waits for no writer for long: then it gets nothing, and nothing is written down.
  const decided = await gate.fail(failure).catch(() => undefined);
  if (decided === undefined) continue;
  const wrong = number % 5 === 4 ? 'false_positive' : 'accepted';
  const kind = decided.shown === 0 ? 'missed' : wrong;
  await gate.judge(decided.decisionId, kind);
  writeSync(1, `${decided.decisionId} ${kind}\n`);
  number += 1;
}
store.close();
