import { preview, speaker } from '../common-fields.ts';
import { ofHome } from '../operation.ts';

export const purge = ofHome({
  name: 'purge',
  summary: 'Overwrite and delete everything that afterwit stores on this machine.',
  input: {
    preview,
    speaker,
  },
  terminal: {
    words: ['purge'],
    otherNames: ['reset', 'uninstall'],
    details: [
      'Deletes all memories and backups, the indexes of all repositories, logs and caches. It cannot be undone, and only a person may do it. Repositories are not touched, nor the settings of agents: disconnect those first (setup --remove). Your settings (config.json of the home) stay. A program that setup --from-here keeps in the home stays as long as an agent starts it.',
    ],
    examples: [
      { command: 'afterwit purge --dry-run', explanation: 'What would be deleted?' },
      { command: 'afterwit purge --all', explanation: 'Leave nothing behind.' },
    ],
    jsonType: 'PurgeReport',
  },
  run: async ({ preview: isPreview = false, speaker }, home) =>
    await (await import('../../open/whole-memory.ts')).purge(isPreview, speaker ?? home.speaker, home),
});
