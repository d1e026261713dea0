import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openHome, openMemory } from '../../src/index.ts';
import type { Speaker } from '../../src/model/provenance.ts';
import { requireFreePlace } from '../../src/open/whole-memory.ts';
import { runFakeCli } from '../cli/run-fake-cli.ts';
import { buildRepository, temporaryFolder } from '../git/build-repository.ts';

const ada: Speaker = { kind: 'user', name: 'ada', source: 'cli' };
const agent: Speaker = { kind: 'agent', name: 'codex', source: 'cli', session: 's1' };
const cron: Speaker = { kind: 'unknown', name: 'ada', source: 'cli' };

/** A home with one memory. */
async function useHome(): Promise<string> {
  const home = temporaryFolder();
  const { path: repository } = buildRepository();
  await using opened = await openMemory({ repository, home, speaker: ada });
  await opened.remember({ content: 'Never boil the kettle without its lid.', type: 'constraint' });
  return home;
}

/** An agent that may call `afterwit` alone would write the user's start files so. */
it('an agent names no file that a copy or an export is written to', async () => {
  const home = await useHome();
  const elsewhere = temporaryFolder();
  await using opened = await openHome({ home, speaker: agent });
  const path = join(elsewhere, '.bashrc');
  await expect(opened.backUp(path)).rejects.toMatchObject({ code: 'NEEDS_PERSON' });
  expect(await opened.backUp()).toMatchObject({ itemCount: 1 });
  for (const layout of [[], ['--layout', 'v2']]) {
    const run = await runFakeCli(['export', ...layout, '--out', path], {
      home: { exportLines: () => ['x\n'], exportV2: () => [] },
      dependencies: { whoSpeaks: async () => ({ speaker: agent }) },
    });
    expect(run.stderr).toContain('NEEDS_PERSON');
  }
  expect(readdirSync(elsewhere)).toEqual([]);
});

/** The name of a file in `terminals` says that a person sits there, `config.json` what is shown. */
it.each([['terminals', 'tty-1'], ['config.json'], ['index', 'x.db'], ['link', 'new', 'tty-2']])(
  'nothing is written to %s/%s of a home, whichever home is asked',
  async (...parts) => {
    const home = await useHome();
    mkdirSync(join(home, 'terminals'), { recursive: true });
    mkdirSync(join(home, 'index'), { recursive: true });
    const path = join(home, ...parts);
    symlinkSync(join(home, 'terminals'), join(home, 'link'));
    for (const speaker of [ada, cron])
      expect(() => requireFreePlace(path, speaker)).toThrow(
        expect.objectContaining({ code: 'INVALID_ARGUMENT' }),
      );
    await using opened = await openHome({ home: await useHome(), speaker: cron });
    await expect(opened.backUp(path)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    expect(existsSync(path)).toBe(false);
  },
);

it('a copy may lie in the folder of copies, and anywhere else', async () => {
  const home = await useHome();
  const copies = temporaryFolder();
  writeFileSync(join(copies, 'memory.db'), 'another copy');
  for (const path of [join(home, 'backups', 'x.db'), join(copies, 'memory-2.db'), 'memories.jsonl'])
    for (const speaker of [ada, cron]) expect(() => requireFreePlace(path, speaker)).not.toThrow();
});
