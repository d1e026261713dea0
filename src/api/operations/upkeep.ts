import { preview, speaker, watching } from '../common-fields.ts';
import { flag, path, required } from '../field.ts';
import { ofHome, ofRepository } from '../operation.ts';

/** Does not index. Never throws for a damaged repository or home: it reports the damage. */
export const diagnose = ofRepository({
  name: 'diagnose',
  reads: true,
  summary: 'Check git, Node.js, the home folder, the memory, the index and each agent, and say what to do.',
  answer: 'Diagnosis',
  input: {},
  terminal: {
    words: ['doctor'],
    otherNames: ['check', 'health', 'diagnose'],
    details:
      'Changes nothing. Of each connected agent, it starts the hook and the server that the settings of the user name, and says what answered.',
    examples: { 'afterwit doctor': 'What is wrong here, if anything?' },
  },
  run: async (_, { dependencies, current }) =>
    await (await import('../../open/health-questions.ts')).currentDiagnosis(dependencies, current),
});

/**
 * Counts shown memories, archives those long expired, summarises dense groups of episodic memories, compacts old receipts. One
 * process at a time; killed at any moment it leaves nothing half done, and the next run goes on.
 * @throws INTERRUPTED, and the store's errors
 */
export const maintain = ofHome({
  name: 'maintain',
  summary: 'Count what was shown, archive what expired long ago, summarise what was said often.',
  answer: 'MaintenanceReport',
  input: {
    askModel: flag('Ask the language model of models.* as well.'),
    preview: flag('Only print what a language model would be told.', { flag: 'dryRun' }),
    ...watching,
  },
  terminal: {
    words: ['maintain'],
    otherNames: ['gc', 'compact', 'consolidate'],
    details:
      'Runs by itself after sessions that an agent had (memory.v3.consolidation.interval), and by hand. May be stopped at any moment: what was done stays done, and the next run goes on.',
    examples: { 'afterwit maintain': 'Tidy the memory up.' },
  },
  run: async (options, home) => await (await import('../../open/maintenance.ts')).maintainHome(home, options),
});

/** Default path: a new file in the folder `backups` of the home. */
export const backUp = ofHome({
  name: 'backUp',
  summary: 'Write a verified copy of the memory.',
  answer: 'MemoryCopy',
  input: {
    path: path('Path of the copy. Default: a new file in the folder backups of the home.', {
      placeholder: 'FILE',
    }),
  },
  takes: ['path'],
  terminal: {
    words: ['backup'],
    details:
      'Copies what cannot be rebuilt: memories, decisions, feedback. Indexes can be rebuilt from git. An existing file is not overwritten.',
    examples: {
      'afterwit backup': 'A copy in the home folder.',
      'afterwit backup ~/memory-copy.db': 'A copy at another place.',
    },
  },
  run: async ({ path: copy }, home) => await (await import('../../open/whole-memory.ts')).backUp(copy, home),
});

/** @throws BACKUP_UNUSABLE, NEEDS_PERSON */
export const restore = ofHome({
  name: 'restore',
  summary: 'Replace the memory by a copy.',
  answer: 'MemoryReplacement',
  input: {
    path: required(path('A file that backup wrote.', { placeholder: 'FILE' })),
    speaker,
  },
  takes: ['path'],
  terminal: {
    words: ['restore'],
    details:
      'The whole copy is verified first; a damaged one changes nothing. The previous memory is kept beside it. Only a person may do this.',
    examples: { 'afterwit restore ~/memory-copy.db': 'Return to that copy.' },
  },
  run: async ({ path: copy, speaker }, home) =>
    await (await import('../../open/whole-memory.ts')).restore(copy, speaker ?? home.speaker, home),
});

/** Overwrites and removes everything that afterwit keeps: memory, backups, indexes, logs, caches. @throws NEEDS_PERSON */
export const purge = ofHome({
  name: 'purge',
  summary: 'Overwrite and delete everything that afterwit stores on this machine.',
  answer: 'PurgeReport',
  input: {
    preview,
    speaker,
  },
  terminal: {
    words: ['purge'],
    otherNames: ['reset', 'uninstall'],
    details:
      'Deletes all memories and backups, the indexes of all repositories, logs and caches. It cannot be undone, and only a person may do it. Repositories are not touched, nor the settings of agents: disconnect those first (setup --remove). Your settings (config.json of the home) stay. A program that setup --from-here keeps in the home stays as long as an agent starts it.',
    examples: {
      'afterwit purge --dry-run': 'What would be deleted?',
      'afterwit purge --all': 'Leave nothing behind.',
    },
  },
  run: async ({ preview: isPreview = false, speaker }, home) =>
    await (await import('../../open/whole-memory.ts')).purge(isPreview, speaker ?? home.speaker, home),
});
