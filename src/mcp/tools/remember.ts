import { remember as operation } from '../../api/operations.ts';
import type { RememberedItem } from '../../model/answers/item-answers.ts';
import { shortUuid } from '../../wording/short-uuid.ts';
import { defineTool } from './tool.ts';

export const remember = defineTool({
  name: 'remember',
  description:
    'Keep what the next session must know. Once a failure is fixed and the command passes: what fixed it, with the failure. Also decisions, constraints, preferences. Not what code or git tell anyway.',
  input: operation.input,
  annotations: { destructiveHint: false, idempotentHint: true, openWorldHint: false },
  async answer(memory, request, speaker) {
    return { text: toText(await memory.remember({ ...request, speaker })) };
  },
});

const outcomes: Readonly<Record<RememberedItem['kind'], string>> = {
  added: 'Remembered',
  known: 'Remembered before, now confirmed',
  quarantined: 'Kept for a person to review (`afterwit review`); shown to nobody until then',
};

function toText({ kind, item, redactedSecrets, supersedes = [], maySupersede = [] }: RememberedItem): string {
  const secrets =
    redactedSecrets === 0 ? '' : ` ${redactedSecrets} secret(s) in it were replaced by placeholders.`;
  const older = [
    ...supersedes.map(({ id }) => ` It takes the place of ${shortUuid(id)}.`),
    ...maySupersede.map(
      ({ id }) => ` It may replace ${shortUuid(id)}: a person is asked (\`afterwit review\`).`,
    ),
  ].join('');
  return `${outcomes[kind]}: ${item.type} ${shortUuid(item.id)}.${older}${secrets}`;
}
