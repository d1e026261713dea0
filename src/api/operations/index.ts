import { asOf, watching } from '../common-fields.ts';
import { flag } from '../field.ts';
import { ofRepository } from '../operation.ts';

export const index = ofRepository({
  name: 'index',
  summary: 'Bring the index of the history up to date.',
  input: {
    asOf,
    rebuild: flag('Delete the index and build it again.'),
    ...watching,
  },
  terminal: {
    words: ['index'],
    otherNames: ['reindex', 'scan'],
    details: [
      'Can be stopped at any time and run again: what was read is kept. Several processes may index at once. Other commands index missing commits by themselves.',
    ],
    examples: [
      { command: 'afterwit index', explanation: 'Read the commits that are not indexed yet.' },
      { command: 'afterwit index --rebuild', explanation: 'Start over, for example after a disk error.' },
    ],
    jsonType: 'IndexReport',
  },
  run: async ({ asOf, rebuild, ...watched }, on) => {
    const { git, clock } = on.dependencies;
    await git.refresh();
    on.histories.forget();
    const { resolveTarget } = await import('../../engine/snapshot/history-reader.ts');
    const target = await resolveTarget(git, asOf);
    return await on.current.update(target, { clock, rebuild, ...on.watching(watched) });
  },
});
