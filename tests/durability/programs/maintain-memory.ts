// Maintains a memory until there is nothing more to do, and says so; `fill` fills it first.

import { writeSync } from 'node:fs';
import { openMaintenanceLock } from '../../../src/adapters/sqlite/memory/place-memory.ts';
import { settingsWith } from '../../../src/config/settings.ts';
import { maintain } from '../../../src/engine/upkeep/maintain.ts';
import { openStore } from '../../contract/memory-store/example-store.ts';
import { fillForMaintenance, maintainedAtMs } from '../memory-to-maintain.ts';

const [directory = '', task = 'maintain'] = process.argv.slice(2);
const store = openStore(directory, 30_000);
if (task === 'fill') await fillForMaintenance(store);
else {
  const { memory, gate } = settingsWith({});
  writeSync(1, 'started\n');
  const report = await maintain({
    ...{ store, gate, settings: memory, clock: { nowMs: () => maintainedAtMs } },
    random: { uuid: () => crypto.randomUUID() },
    tokens: { count: async (text) => Math.ceil(text.length / 4) },
    takeLease: () => openMaintenanceLock(directory),
  });
  writeSync(1, `${report.kind}\n`);
}
store.close();
