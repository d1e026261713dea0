import { type NewMemory, prepareItem } from '../../src/lessons/prepare-item.ts';
import { profileFailure } from '../../src/query/profile-failure.ts';
import { redact } from '../../src/redaction/redact.ts';
import type { SeededRandom } from '../doors/seeded-random.ts';
import type { PlantedSecret, SecretTemplate } from './secret-template.ts';
import { drawKey, drawWord } from './secret-values.ts';

/** Secrets known only by the text after the cut: the length of the token, the quote, the host of the address. */
function anySecret(random: SeededRandom): PlantedSecret {
  const secret = drawKey(random, 36);
  const text = random.pick([
    `${['gh', 'p_'].join('')}${secret}`,
    `"password": "${secret}"`,
    `postgres://app:${secret}@db.internal:5432/app`,
    `mysql -uroot -p${secret} orders`,
    `${['np', 'm_'].join('')}${secret}`,
    `api_key = "${secret}"`,
  ]);
  return { text, secret };
}

const words = (random: SeededRandom, characters: number): string => {
  let text = '';
  while (text.length < characters) text += `${drawWord(random)} `;
  return text.slice(0, characters).replace(/.$/, ' ');
};

function asTitle(title: string, content: string): string {
  const { item } = prepareItem({
    id: '00000000-0000-8000-8000-000000000000' as NewMemory['id'],
    title,
    content,
    scope: 'global' as NewMemory['scope'],
    tags: [title],
    references: [],
    anchors: [],
    speaker: { kind: 'user', name: 'ada', source: 'library' },
    nowMs: 0,
  });
  return JSON.stringify(item);
}

function through(kept: (text: string, random: SeededRandom) => string, near: number): SecretTemplate {
  return (random) => {
    const { text, secret } = anySecret(random);
    const before = words(random, Math.max(1, near - 4 - random.below(text.length)));
    return { text: kept(`${before}${text} ${words(random, 60)}`, random), secret };
  };
}

const failing = (output: string) => profileFailure({ output });

/** Cut texts on their way into memory, with secrets at the cuts. */
export const cutTemplates: readonly SecretTemplate[] = [
  through((text) => asTitle(text, 'x'), 100),
  through((text) => asTitle('', text), 100),
  through((text) => JSON.stringify(failing(`Error: ${text}`)), 400),
  through((text) => JSON.stringify(failing(`Error: ${text}`)), 1_200),
  through(
    (text, random) =>
      JSON.stringify(failing(`Error: no\n${'x y\n'.repeat(500)}${text}\n${words(random, 30)}`)),
    240,
  ),
  through((text) => JSON.stringify(profileFailure({ output: 'Error: no', environment: [text] })), 200),
  through((text) => JSON.stringify(profileFailure({ output: 'Error: no', command: text })), 300),
  through((text) => JSON.stringify(profileFailure({ output: 'Error: no', file: text })), 1_200),
  // The key of a block whose first line is far away.
  (random) => {
    const secret = drawKey(random, 64);
    const block = ['-----BEGIN', 'PRIVATE KEY-----\n']
      .join(' ')
      .concat(
        Array.from({ length: 30 }, () => drawKey(random, 64)).join('\n'),
        `\n${secret}\n`,
        ['-----END', 'PRIVATE KEY-----'].join(' '),
      );
    return { text: JSON.stringify(failing(`${'x y\n'.repeat(600)}${block}\nError: bad key\n`)), secret };
  },
  // A text that an agent cut before: the end of a token is missing.
  (random) => {
    const secret = drawKey(random, 14);
    return { text: redact(`${words(random, 60)}${['gh', 'p_'].join('')}${secret}…`), secret };
  },
  (random) => {
    const secret = drawKey(random, 20);
    return { text: redact(`config: {"password": "${secret}`), secret };
  },
  (random) => {
    const secret = drawKey(random, 14);
    return { text: redact(`connecting to postgres://app:${secret}`), secret };
  },
];
