import { createHash } from 'node:crypto';

export interface Canary {
  readonly kind: string;
  /** The value that must be found nowhere. */
  readonly secret: string;
  /** Text as a user or a program would write it, with the secret in it. */
  readonly text: string;
}

const alphabets = {
  any: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789',
  upper: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567',
  hex: '0123456789abcdef',
} as const;

/** Letters that look random and are the same in every run. */
function letters(seed: string, count: number, alphabet: keyof typeof alphabets = 'any'): string {
  const choices = alphabets[alphabet];
  let text = '';
  for (let block = 0; text.length < count; block++) {
    const bytes = createHash('sha256').update(`${seed}/${block}`).digest();
    for (const byte of bytes) text += choices[byte % choices.length];
  }
  return text.slice(0, count);
}

/** Each is put together here, so that no file of the repository holds anything that looks like a secret. */
const kinds: Readonly<Record<string, (seed: string) => Omit<Canary, 'kind'>>> = {
  forge: (seed) => plain(['ghp', letters(seed, 36)].join('_')),
  cloud: (seed) => plain(['AKIA', letters(seed, 16, 'upper')].join('')),
  chat: (seed) =>
    plain(['xoxb', letters(`${seed}a`, 12, 'hex').replace(/\D/g, '4'), letters(seed, 24)].join('-')),
  payment: (seed) => plain(['sk', 'live', letters(seed, 24)].join('_')),
  registry: (seed) => plain(['npm', letters(seed, 36)].join('_')),
  assignment: (seed) => hidden(letters(seed, 32), (secret) => `DB_PASSWORD="${secret}"`),
  header: (seed) => hidden(letters(seed, 40), (secret) => `Authorization: Bearer ${secret}`),
  url: (seed) => hidden(letters(seed, 20), (secret) => `postgres://app:${secret}@db.internal:5432/app`),
  privateKey: (seed) =>
    hidden(letters(seed, 64), (secret) =>
      ['-----BEGIN', 'PRIVATE KEY-----\n']
        .join(' ')
        .concat(secret, '\n', ['-----END', 'PRIVATE KEY-----'].join(' ')),
    ),
  argument: (seed) => hidden(letters(seed, 18), (secret) => `mysql -uroot -p${secret} orders`),
  apiKeyHeader: (seed) => hidden(letters(seed, 22), (secret) => `X-Api-Key: ${secret}`),
  cookie: (seed) => hidden(letters(seed, 26), (secret) => `Cookie: session=${secret}`),
  said: (seed) => hidden(letters(seed, 16), (secret) => `the password is ${secret}`),
  encoded: (seed) => {
    const text = Buffer.from(`DB_PASSWORD=${letters(seed, 30)}`).toString('base64');
    return { secret: text.slice(20, 44), text: `payload ${text}` };
  },
  long: (seed) => hidden(letters(seed, 600).slice(-20), () => `password="${letters(seed, 600)}"`),
  webToken: (seed) =>
    hidden(letters(seed, 43), (secret) =>
      [
        Buffer.from('{"alg":"HS256","typ":"JWT"}').toString('base64url'),
        Buffer.from('{"sub":"kettle-7","iat":1767350000,"scope":"boil"}').toString('base64url'),
        secret,
      ].join('.'),
    ),
};

function plain(secret: string): Omit<Canary, 'kind'> {
  return { secret, text: `token ${secret}` };
}

function hidden(secret: string, wrap: (secret: string) => string): Omit<Canary, 'kind'> {
  return { secret, text: wrap(secret) };
}

/** One canary of each kind, other ones for every name. */
export function canariesFor(name: string): readonly Canary[] {
  return Object.entries(kinds).map(([kind, make]) => ({
    kind: `${kind} of ${name}`,
    ...make(`${name}/${kind}`),
  }));
}
