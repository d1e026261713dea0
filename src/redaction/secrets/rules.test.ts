import fc from 'fast-check';
import { expect, it } from 'vitest';
import { redact } from '../redact.ts';
import { accountRules } from './rows/accounts.ts';
import { keyRules } from './rows/keys.ts';
import { cutTailRule, markedRules, placeRules } from './rows/places.ts';
import { serviceRule, tokenRows } from './rows/tokens.ts';

import type { SecretRule } from './rule.ts';

/** Every row as a rule; a token's keyword belongs to it. */
const rules: readonly SecretRule[] = [
  ...tokenRows.map(([id, keywords, shape]) => ({ id, keywords: keywords.split(' '), shape })),
  ...markedRules,
  serviceRule,
  ...placeRules,
  ...accountRules,
  ...keyRules,
  cutTailRule,
];
/** Texts before and behind, one of which a row asks for. */
const contexts = [
  ['is', ''],
  ['curl https://host.test', ''],
  ['x = ', ''],
  ['CREATE USER ada ', ''],
  ['is', '\nkind: Secret\n'],
  ['db.test', ''],
  [`'secret_key' => '`, `'`],
  ['cache:6380', ',ssl=True'],
] as const;
const longestDrawn = 8;

/** A shape as a pattern to draw from: no longer than it must be, without what only looks around. */
function drawable(shape: string): string {
  let source = shape.replaceAll('\\k<glue>', '=').replaceAll('\\k<quote>', "'");
  source = source.replaceAll(`(?<quote>["'])`, "'").replaceAll(/\{(\d+),(\d+)\}/g, (_, least, most) => {
    const fewest = Math.max(Number(least), Math.min(Number(most), longestDrawn));
    return `{${fewest}}`;
  });
  for (let before = ''; before !== source; ) {
    before = source;
    source = source.replace(
      /\(\?<?[=!](?:[^()[\]\\]|\\.|\[(?:[^\]\\]|\\.)*\]|\((?:[^()[\]\\]|\\.|\[(?:[^\]\\]|\\.)*\])*\))*\)/,
      '',
    );
  }
  return source.replaceAll(/\(\?<\w+>/g, '(?:').replaceAll('\\b', '');
}

/** Text around a value drawn for a row by a fixed seed, so that no file holds a secret; undefined if its rule takes none. */
function exampleOf({
  id,
  head = '',
  keywords,
  shape,
}: SecretRule): readonly [string, string, string] | undefined {
  const [keyword = ''] = keywords;
  const parts = [drawable(head), keyword.replace(/[.|$*+?^()[\]{}\\]/g, '\\$&'), drawable(shape)];
  const pattern = new RegExp(`^${parts.map((part) => part && `(?:${part})`).join('')}$`);
  const drawn = fc.sample(fc.stringMatching(pattern), { seed: 20_261_123, numRuns: 60 });
  for (const [before, after] of contexts)
    for (const text of drawn) {
      const blank = /^[\w-]/.test(text) && /\w$/.test(before) ? ' ' : '';
      const parted = [`${before}${blank}`, text, `${after} end`] as const;
      if (redact(parted.join('')).includes(`[redacted:${id}]`)) return parted;
    }
  return undefined;
}

/** As documentation shows a secret: each letter and digit of the value is the same. */
function fillerOf(text: string, keyword: string): string {
  const at = text.toLowerCase().indexOf(keyword.toLowerCase());
  const masked = (part: string) => part.replaceAll(/[A-Za-z0-9]/g, 'x');
  return (
    masked(text.slice(0, at)) + text.slice(at, at + keyword.length) + masked(text.slice(at + keyword.length))
  );
}

it('each row takes what was drawn of it, and leaves a filler but for those whose secrets look like one', () => {
  const takesFiller: string[] = [];
  for (const rule of rules.filter(({ example }) => example === undefined)) {
    const parts = exampleOf(rule);
    expect(parts, rule.id).toBeDefined();
    const [before, text, after] = parts as readonly [string, string, string];
    const filler = before + fillerOf(text, rule.keywords[0] ?? '') + after;
    if (redact(filler) !== filler) takesFiller.push(`${rule.id} ${rule.keywords[0]}`);
  }
  expect(takesFiller).toMatchInlineSnapshot(`
    [
      "gitlab-token glcbt-",
      "atlassian-token ATATT3",
      "defined-networking-key dnkey-",
      "sendgrid-key SG.",
      "frameio-token fio-u-",
      "typeform-token tfp_",
      "cookie cookie",
      "cookie set-cookie",
      "cookie --cookie",
      "cookie  -b",
      "netrc-password login ",
      "password-hash $1$",
      "signature sig=",
      "signature signature=",
      "kubernetes-secret 
    data:",
      "password identified by",
      "password identified with",
      "password password(",
    ]
  `);
});

it('each row is bounded, so that a keyword costs no more than its window', () => {
  const open = rules.filter(({ head = '', shape }) =>
    /[*+]|\{\d+,\}/.test(`${head}${shape}`.replace(/\\./g, 'e').replace(/\[[^\]]*\]/g, 'c')),
  );
  expect(open.map(({ id }) => id)).toEqual([]);
});

it('each row has an id that a marker can hold, and keywords that the scanner can find', () => {
  expect(rules.filter(({ id }) => !/^(?=.{1,40}$)[a-z0-9]+(?:-[a-z0-9]+)*$/.test(id))).toEqual([]);
  expect(rules.flatMap(({ keywords }) => keywords).filter((keyword) => keyword.length < 2)).toEqual([]);
});

const alphabets: Readonly<Record<string, string>> = {
  any: 'q7Zk2mX9vB4tR8nW3pL5sD1cH6jF0gT2yU7eA9oQ4iK8rV3bN6xM1zC5wP',
  base64: 'q7Zk2mX9v/B4tR8nW3+pL5sD1cH6jF0gT2yU7eA9oQ4iK8rV3bN6xM1zC5wP',
  hex: 'e3b7c1904af25d68b1f09e7c3a5d2684',
  digit: '8301957264',
};

function filled(template: string): string {
  return template.replace(/‹(\w+) (\d+)›/g, (_, kind: string, count: string) =>
    (alphabets[kind] ?? '').repeat(9).slice(0, Number(count)),
  );
}

const withExamples = rules.flatMap(({ id, keywords, example }) =>
  example === undefined ? [] : [{ id, keyword: keywords[0], taken: example[0], left: example[1] }],
);

it.each(withExamples)(
  '$id $keyword takes its example, and leaves what looks like it',
  ({ id, taken, left }) => {
    expect(redact(filled(taken))).toContain(`[redacted:${id}]`);
    expect(redact(filled(left))).toBe(filled(left));
  },
);
