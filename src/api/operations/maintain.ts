import { watching } from '../common-fields.ts';
import { ofHome } from '../operation.ts';

export const maintain = ofHome({
  name: 'maintain',
  summary: 'Count what was shown, archive what expired long ago, summarise what was said often.',
  input: {
    ...watching,
  },
  terminal: {
    words: ['maintain'],
    otherNames: ['gc', 'compact', 'consolidate'],
    details: [
      'Runs by itself after sessions that an agent had (memory.v3.consolidation.interval), and by hand. May be stopped at any moment: what was done stays done, and the next run goes on.',
    ],
    examples: [{ command: 'afterwit maintain', explanation: 'Tidy the memory up.' }],
    jsonType: 'MaintenanceReport',
  },
  run: async (options, home) => await (await import('../../open/maintenance.ts')).maintainHome(home, options),
});
