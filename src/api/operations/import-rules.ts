import { preview } from '../common-fields.ts';
import { ofRepository } from '../operation.ts';

export const importRules = ofRepository({
  name: 'importRules',
  summary:
    'Keep the memory in step with the rule files of this repository: AGENTS.md, CLAUDE.md and their like.',
  input: {
    preview,
  },
  terminal: {
    words: ['import-rules'],
    details: [
      'Reads AGENTS.md, CLAUDE.md, GEMINI.md, the rules of Cursor and the instructions of Copilot as they stand in the working tree, in every folder. New rules are remembered; a rule that is gone gives way to the one in its place, or is archived; one that is back is revived. What a person decided about a rule stays.',
      'Rules hold in this repository only, and are believed as the words of a file.',
    ],
    examples: [
      { command: 'afterwit import-rules --dry-run', explanation: 'What would change?' },
      { command: 'afterwit import-rules', explanation: 'Change it.' },
    ],
    jsonType: 'RulesReport',
  },
  run: async (options, on) => {
    const { importRules: importFrom } = await import('../../engine/rules/import-rules.ts');
    return await importFrom(options, { ...(await on.remembering()), git: on.dependencies.git });
  },
});
