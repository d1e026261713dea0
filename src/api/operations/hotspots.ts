import { asOf, limit } from '../common-fields.ts';
import { flag } from '../field.ts';
import { ofRepository } from '../operation.ts';

const defaultLimit = 20;

export const hotspots = ofRepository({
  name: 'hotspots',
  summary: 'List the source files that have changed often recently.',
  input: {
    asOf,
    limit: limit('Maximum number of entries to show.', { most: 100 }),
    all: flag('Include documentation, tests and configuration.'),
  },
  terminal: {
    words: ['hotspots'],
    details: ['A change counts half after each 180 days of age.'],
    examples: [{ command: 'afterwit hotspots --limit 20', explanation: 'The twenty hottest source files.' }],
    jsonType: 'HotspotList',
  },
  run: async ({ asOf, limit: mostFiles = defaultLimit, all }, on) => {
    const { rankHotspots } = await import('../../engine/history/file-history.ts');
    const settings = on.dependencies.settings.history;
    return await on.histories.read(asOf, (history) => rankHotspots(history, settings, mostFiles, all));
  },
});
