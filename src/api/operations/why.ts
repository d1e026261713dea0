import { where } from '../common-fields.ts';
import { text } from '../field.ts';
import { ofHome } from '../operation.ts';

export const why = ofHome({
  name: 'why',
  summary: 'Explain why a recall showed what it showed.',
  input: {
    decision: text('Id of the decision, at least 4 digits. Default: the latest one of this repository.', {
      placeholder: 'DECISION',
      agent: 'Its id; default the latest',
    }),
    where: where('Without an id, the latest one of all repositories.'),
  },
  takes: ['decision'],
  terminal: {
    words: ['why'],
    arguments: ['decision'],
    details: [
      'Shows the decision, the best candidates with what speaks against them, and its outcomes; with --full, every candidate with its scores. The receipt names memories without quoting them, so a forgotten memory appears without its text.',
    ],
    examples: [
      { command: 'afterwit why', explanation: 'Why was the last memory shown, or not shown?' },
      { command: 'afterwit why 1a2b3c4d --full', explanation: 'All about an earlier decision.' },
    ],
    jsonType: 'DecisionExplanation',
  },
  run: async ({ decision, where = 'here' }, { store, here, confined }) => {
    const { explainDecision } = await import('../../engine/decisions/explain-decision.ts');
    const isHere = confined || (decision === undefined && where === 'here');
    const scopes = isHere ? here().scopes : undefined;
    return explainDecision(store, decision, scopes);
  },
});
