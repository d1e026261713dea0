import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { times } from '../../tests/effort.ts';
import { anyCharacter } from '../../tests/fakes/any-character.ts';
import { redact } from './redact.ts';

/**
 * A kind of token and how one looks: what it begins with, in parts, and the rest as a pattern to draw from. No token
 * stands here whole, so that no scanner of secrets reports this file.
 */
type Sample = readonly [kind: string, beginning: readonly string[], rest: RegExp];

const samples: readonly Sample[] = [
  ['github-token', ['gh', 'p_'], /^[A-Za-z0-9]{36}$/],
  ['github-token', ['gh', 's_'], /^[A-Za-z0-9]{36}$/],
  ['github-token', ['github', '_pat_'], /^\w{82}$/],
  ['gitlab-token', ['gl', 'pat-'], /^[\w]{20}$/],
  ['gitlab-token', ['gl', 'rt-'], /^t1_[A-Za-z0-9]{27}\.[a-z0-9]{9}$/],
  ['gitlab-token', ['gl', 'cbt-'], /^[A-Za-z0-9]{2}_[A-Za-z0-9]{20}$/],
  ['atlassian-token', ['ATA', 'TT3'], /^[A-Za-z0-9]{186}$/],
  ['bitbucket-token', ['AT', 'BB'], /^[A-Za-z0-9]{32}$/],
  ['npm-token', ['np', 'm_'], /^[A-Za-z0-9]{36}$/],
  ['pypi-token', ['pypi-', 'AgEIcHlwaS5vcmc'], /^[A-Za-z0-9]{90}$/],
  ['docker-token', ['dckr', '_pat_'], /^[A-Za-z0-9]{27}$/],
  ['artifactory-key', ['AK', 'Cp'], /^[A-Za-z0-9]{69}$/],
  ['aws-access-key', ['AK', 'IA'], /^[A-Z2-7]{16}$/],
  ['aws-access-key', ['AS', 'IA'], /^[A-Z2-7]{16}$/],
  ['gcp-api-key', ['AI', 'za'], /^[A-Za-z0-9]{35}$/],
  ['google-oauth-secret', ['GOC', 'SPX-'], /^[A-Za-z0-9]{28}$/],
  ['alibaba-access-key', ['LT', 'AI'], /^[A-Za-z0-9]{20}$/],
  ['digitalocean-token', ['dop', '_v1_'], /^[0-9a-f]{64}$/],
  ['cloudflare-token', ['cf', 'at_'], /^[A-Za-z0-9]{48}$/],
  ['vercel-token', ['vc', 'p_'], /^[A-Za-z0-9]{44}$/],
  ['databricks-token', ['da', 'pi'], /^[0-9a-f]{32}$/],
  ['tailscale-key', ['ts', 'key-'], /^auth-[A-Za-z0-9]{12}-[A-Za-z0-9]{24}$/],
  ['age-secret-key', ['AGE-', 'SECRET-KEY-1'], /^[0-9A-Z]{58}$/],
  ['vault-token', ['hv', 's.'], /^[A-Za-z0-9]{95}$/],
  ['doppler-token', ['dp', '.pt.'], /^[A-Za-z0-9]{43}$/],
  ['pulumi-token', ['pu', 'l-'], /^[0-9a-f]{40}$/],
  ['dynatrace-token', ['dt0', 'c01.'], /^[A-Z0-9]{24}\.[A-Z0-9]{64}$/],
  ['sentry-token', ['sn', 'tryu_'], /^[0-9a-f]{64}$/],
  ['openshift-token', ['sha', '256~'], /^[A-Za-z0-9]{43}$/],
  ['postman-key', ['PM', 'AK-'], /^[0-9a-f]{24}-[0-9a-f]{34}$/],
  ['anthropic-key', ['sk-', 'ant-api'], /^03-[A-Za-z0-9]{93}AA$/],
  ['openai-key', ['sk', '-proj-'], /^[A-Za-z0-9]{74}T3BlbkFJ[A-Za-z0-9]{74}$/],
  ['groq-key', ['gs', 'k_'], /^[A-Za-z0-9]{52}$/],
  ['huggingface-token', ['h', 'f_'], /^[A-Za-z]{34}$/],
  ['slack-token', ['xo', 'xb-'], /^[1-9]\d{11}-[1-9]\d{12}-[A-Za-z0-9]{24}$/],
  ['slack-token', ['xa', 'pp-'], /^1-A[A-Z0-9]{10}-\d{13}-[0-9a-f]{64}$/],
  ['slack-webhook', ['hooks', '.slack.com/services/'], /^T[A-Z0-9]{8}\/B[A-Z0-9]{8}\/[A-Za-z0-9]{24}$/],
  ['discord-webhook', ['/api/', 'webhooks/'], /^\d{18}\/[A-Za-z0-9]{68}$/],
  ['stripe-key', ['sk', '_live_'], /^[A-Za-z0-9]{24}$/],
  ['stripe-webhook-secret', ['wh', 'sec_'], /^[A-Za-z0-9]{32}$/],
  ['square-token', ['sq0', 'atp-'], /^[A-Za-z0-9]{22}$/],
  ['shopify-token', ['sh', 'pat_'], /^[0-9a-f]{32}$/],
  ['twilio-key', ['S', 'K'], /^[0-9a-f]{32}$/],
  ['sendgrid-key', ['S', 'G.'], /^[A-Za-z0-9]{22}\.[A-Za-z0-9]{43}$/],
  ['figma-token', ['fi', 'gd_'], /^[A-Za-z0-9]{40}$/],
  // Known by something within them.
  ['discord-token', ['M', 'T'], /^[A-Za-z0-9]{22}\.[A-Za-z0-9]{6}\.[A-Za-z0-9]{38}$/],
  ['azure-secret', [''], /^[A-Za-z0-9]{3}\dQ~[A-Za-z0-9]{34}$/],
  ['terraform-token', [''], /^[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9]{67}$/],
  ['maxmind-key', [''], /^[A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk$/],
  ['facebook-token', [''], /^[1-9]\d{14}\|[A-Za-z0-9]{27}$/],
  ['facebook-token', [''], /^[1-9]\d{15}%[A-Za-z0-9]{32}$/],
  ['telegram-token', [''], /^[1-9]\d{9}:AA[A-Za-z0-9]{33}$/],
  ['jwt', ['ey', 'J'], /^[A-Za-z0-9]{30}\.eyJ[A-Za-z0-9]{60}\.[A-Za-z0-9]{43}$/],
];

const token = fc
  .constantFrom(...samples)
  .chain(([, beginning, rest]) => fc.stringMatching(rest).map((drawn) => beginning.join('') + drawn));

function draw(rest: RegExp): readonly string[] {
  return fc.sample(fc.stringMatching(rest), { seed: 20_240_607, numRuns: 5 });
}

describe('tokens that announce themselves', () => {
  it.each(samples)('%s: %j', (kind, beginning, rest) => {
    for (const drawn of draw(rest)) {
      expect(redact(`before ${beginning.join('')}${drawn} after`)).toBe(`before [redacted:${kind}] after`);
    }
  });
});

/** Places of a secret in random text, which never touches it: that would be another token. */
const around: readonly ((secret: string, text: string) => string)[] = [
  (secret, text) => `${text} ${secret} ${text}`,
  (secret, text) => `${text}\n${secret}\n${text}`,
  (secret, text) => `${text}"${secret}"${text}`,
  (secret, text) => `${text}'${secret}'${text}`,
  (secret, text) => `${text}\`${secret}\`${text}`,
  (secret, text) => `${text}(${secret})${text}`,
  (secret, text) => `${text}=${secret};${text}`,
  (secret, text) => JSON.stringify({ text, nested: [`${text}\n${secret}\n${text}`] }),
  (secret, text) => JSON.stringify(JSON.stringify({ text, value: secret })),
  (secret, text) => `https://host.test/path?a=${encodeURIComponent(text.toWellFormed())}&t=${secret}&b=1`,
  (secret, text) => encodeURIComponent(`${text.toWellFormed()}=`) + secret,
  (secret, text) => `export TOKEN=${secret} # ${text}`,
  (secret, text) => `curl -H 'Authorization: Bearer ${secret}' https://host.test # ${text}`,
  (secret, text) => `\u001b[31m${secret}\u001b[0m ${text}`,
  (secret, text) => `+  value: <b>${secret}</b> ${text}`,
];

it('lets no part of a token survive, whatever stands around it', () => {
  fc.assert(
    fc.property(
      token,
      fc.constantFrom(...around),
      fc.oneof(fc.string({ maxLength: 40 }), fc.string({ unit: anyCharacter, maxLength: 20 })),
      (secret, embed, text) => {
        const redacted = redact(embed(secret, text));
        expect(redacted).toContain('[redacted:');
        expect(redacted).not.toContain(secret.slice(-12));
        expect(redacted).not.toContain(secret.slice(-30, -15));
      },
    ),
    { numRuns: times(600) },
  );
});

it('lets no part of a token survive that hidden characters break up', () => {
  fc.assert(
    fc.property(token, fc.constantFrom('\u200b', '\0', '\u2060', '\u202e', '\u{e0041}'), (secret, hidden) => {
      expect(redact(`a ${Array.from(secret).join(hidden)} b`)).toMatch(/^a \S*\[redacted:[a-z0-9-]+\] b$/);
    }),
  );
});

it('takes out a token that follows a private key whose end is missing, as a whole', () => {
  const key = `${['-----BEGIN', 'PRIVATE KEY-----'].join(' ')}\n${'aB3x'.repeat(16)}\n`;
  const token = ['eyJhbGciOiJIUzI1NiJ9', 'eyJzdWIiOiJrZXR0bGUtNyJ9', 'Zx8_q3Lw0Tn5'].join('.');
  expect(redact(key + token)).toBe('[redacted:private-key]\n[redacted:jwt]');
  expect(redact(`${key}MIIEvQIBADANBg...`)).toBe('[redacted:private-key]...');
});
