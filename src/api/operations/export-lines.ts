import { exportedScopes, type OpenedHome } from '../../open/home-context.ts';
import { exportedWhere } from '../common-fields.ts';
import { ofHome } from '../operation.ts';

export const exportLines = ofHome({
  name: 'exportLines',
  summary: 'Write memories as lines of JSON, to move, archive or process them.',
  input: {
    where: exportedWhere,
  },
  terminal: {
    words: ['export'],
    details: [
      'Writes one memory per line, with the fields of Memory V2 and V3 and its outcomes; failures with their patterns, variants and episodes. Includes the memories of this repository, of the user, and global ones, unless --scope or --all is given. Decisions are not included; backup copies everything.',
      'The same memories always give the same file, byte for byte, so an export can be kept in git.',
    ],
    examples: [
      {
        command: 'afterwit export --scope repo --out memories.jsonl',
        explanation: 'Everything about this repository.',
      },
      { command: 'afterwit export --all --out memories.jsonl', explanation: 'All of it.' },
      {
        command: 'afterwit export --layout v2 --out ./for-v2',
        explanation: 'For a program that keeps memories as Memory V2 does.',
      },
    ],
    jsonType: 'ExportReport',
  },
  run: ({ where }, home: OpenedHome) => home.exportLines(exportedScopes(home, where)),
});
