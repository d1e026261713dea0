import fc from 'fast-check';
import { expect, it } from 'vitest';
import { times } from '../../tests/effort.ts';
import { redact } from './redact.ts';

/** Whatever the detectors look at, cut up, so that chance puts it together in ways that nobody would think of. */
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
        { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 6 }) },
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
      const redacted = redact(`${fragment}${separator}`.repeat(400));
      expect(redacted).not.toContain('unsettled');
      expect(redact(redacted)).toBe(redacted);
    }
  }
});

/** Few fragments many times, now and then a word or a long secret between them: more than may be asked about. */
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

it('is idempotent, where it takes out what nobody read', () => {
  let crowded = 0;
  fc.assert(
    fc.property(crowdedText, (text) => {
      const redacted = redact(text);
      if (redacted.includes('[redacted:crowded]')) crowded++;
      expect(redact(redacted)).toBe(redacted);
    }),
    { numRuns: times(400) },
  );
  expect(crowded).toBeGreaterThan(0);
});

it('is idempotent, where what was taken out earned what the rest was read with', () => {
  // Read in full, the run leaves just enough for the value; of its marker it would not.
  for (let often = 3_900; often <= 4_100; often += 40) {
    const redacted = redact(`${'%70'.repeat(often)}password="${'aB3dE5'.repeat(200)}"`);
    expect(redact(redacted)).toBe(redacted);
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
