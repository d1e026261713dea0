import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sized, some, times } from '../../tests/effort.ts';
import { anyCharacter } from '../../tests/fakes/any-character.ts';
import { redact } from './redact.ts';

/** Fragments of everything the detectors look at, which chance puts together in unforeseen ways. */
const fragments =
  `password token key api_key secret pass curl | -u | --user= | = | : | :: | => | " | ' | \\ | \\n | , | ; | ://
  @ | [redacted:token] [redacted: ] | -----BEGIN | PRIVATE KEY----- | -----END KEY MIIEvQIBADANBgkqhkiG9w0B a1B2c3D4e5F6
  q7Zk2mX9vB4tR8nW3p hunter22 abc 1 x xxxxxxxx \${V} <v> $2a$ $6$ login adafruit datadog sumo AKIA ghp_ SG. tk-us- sk_live_
  ey A3- xoxb- s. Q~ _mmk data: kind: Secret authorization: bearer -H sig= ( ) { } < > / … …aB3dE5gH7jK9mN %70 %3D`
    .split(/[|\s]+/)
    .filter(Boolean);
const separators = [' ', '\n', '\n  ', '\t', '', '', '', '\u200b', '\r\n', '\0'];
const hostileText = fc
  .array(
    fc.tuple(
      fc.oneof(
        { weight: 8, arbitrary: fc.constantFrom(...fragments) },
        { weight: 1, arbitrary: fc.string({ unit: anyCharacter, maxLength: 6 }) },
        { weight: 1, arbitrary: fc.string({ unit: fc.constantFrom(...'abcXYZ0189_-.+/='), maxLength: 60 }) },
      ),
      fc.constantFrom(...separators),
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.flat().join(''));

it('is idempotent, and settles', () => {
  fc.assert(
    fc.property(hostileText, (text) => {
      const redacted = redact(text);
      expect(redact(redacted)).toBe(redacted);
      expect(redacted).not.toContain('unsettled');
    }),
    { numRuns: times(10_000) },
  );
});

it('settles on texts that are one fragment many times', () => {
  for (const fragment of fragments) {
    for (const separator of ['', ' ', '=', '="', ':', '-', 'a1B2c3D4e5F6g7H8']) {
      const redacted = redact(`${fragment}${separator}`.repeat(sized(400, 100)));
      expect(redacted).not.toContain('unsettled');
      expect(redact(redacted)).toBe(redacted);
    }
  }
});

/** Few fragments many times, now and then a word or a long secret between them. */
const crowdedText = fc
  .tuple(
    fc.array(fc.tuple(fc.constantFrom(...fragments), fc.constantFrom(...separators)), {
      minLength: 1,
      maxLength: 6,
    }),
    fc.array(
      fc.record({
        chosen: fc.nat({ max: 5 }),
        often: fc.integer({ min: 1, max: 400 }),
        between: fc.constantFrom('', '', '\n', ' word'.repeat(40), `password="${'aB3dE5'.repeat(200)}"`),
      }),
      { minLength: 20, maxLength: 100 },
    ),
  )
  .map(([few, runs]) =>
    runs
      .map(({ chosen, often, between }) => (few[chosen % few.length] ?? []).join('').repeat(often) + between)
      .join(''),
  );

it('is idempotent, where secrets are announced without end', () => {
  fc.assert(
    fc.property(crowdedText, (text) => {
      const redacted = redact(text);
      expect(redact(redacted)).toBe(redacted);
    }),
    { numRuns: times(400) },
  );
});

/** The number of pattern calls and matched characters: the work of readers beyond their bounded windows. */
function stepsOf(text: string): number {
  const { exec, test } = RegExp.prototype;
  let steps = 0;
  RegExp.prototype.exec = function (given) {
    const match = exec.call(this, given);
    steps += 1 + (match?.[0].length ?? 0);
    return match;
  };
  RegExp.prototype.test = function (given) {
    const from = this.lastIndex;
    const isMatch = test.call(this, given);
    steps += 1 + Math.max(0, this.lastIndex - from);
    return isMatch;
  };
  try {
    redact(text);
  } finally {
    Object.assign(RegExp.prototype, { exec, test });
  }
  return steps;
}

it('takes steps in proportion to the length of a text, whatever it repeats', () => {
  const alone = [
    ...fragments,
    ...separators.filter((one) => one !== ''),
    '\\',
    '\\n',
    '&amp;',
    '`',
    "' + '",
    '**',
    '<b>',
    '%2570',
  ];
  const repeated = [
    ...alone,
    ...alone.flatMap((one) => ['ghp_', 'password=', '="'].map((other) => one + other)),
  ];
  for (const one of some(repeated)) {
    const [few, many] = [1, 4].map((often) =>
      stepsOf(one.repeat(Math.ceil((often * sized(20_000, 6_000)) / one.length))),
    ) as [number, number];
    expect(many, JSON.stringify(one)).toBeLessThan(5 * few + 2_000);
  }
});

it('leaves hashes, identifiers and numbers', () => {
  const hex = (length: number) =>
    fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: length, maxLength: length });
  const base64 = fc.base64String({ minLength: 88, maxLength: 88 });
  const benign = fc.oneof(
    hex(40).map((sha) => `commit ${sha}\n`),
    fc.tuple(hex(7), hex(7)).map(([before, after]) => `index ${before}..${after} 100644\n`),
    hex(64).map((digest) => `sha256:${digest} --hash=sha256:${digest}\n`),
    base64.map((digest) => `"integrity": "sha512-${digest}"\n`),
    fc.uuid().map((id) => `request ${id} done, id=${id}\n`),
    fc.ipV4().map((address) => `listening on http://${address}:8080/\n`),
    fc.integer().map((number) => `expected ${number} to be 4, at src/api/key-${number}.test.ts:4:2\n`),
    fc.date({ noInvalidDate: true }).map((date) => `${date.toISOString()} INFO auth: token refreshed\n`),
  );
  fc.assert(
    fc.property(fc.array(benign, { maxLength: 8 }), (lines) => {
      expect(redact(lines.join(''))).toBe(lines.join(''));
    }),
    { numRuns: times(1_000) },
  );
});
