import { expect, it } from 'vitest';
import type { RedactedText } from '../model/brands.ts';
import type { FindingSite, FindingWay } from '../model/finding.ts';
import { compileWayCard } from './way-card.ts';

const text = (said: string) => said as RedactedText;
const site = (way: FindingWay, at: number, lines: Pick<FindingSite, 'added'> = {}): FindingSite => ({
  ...{ id: `session${at}${at}`, way, path: text(`src/pot${at}.go`), atMs: at },
  ...{ form: text('form'), mark: `mark${at}` },
  ...lines,
});
const cardOf = (...sites: readonly FindingSite[]) =>
  compileWayCard({
    body: { kind: 'finding', tool: text('golangci-lint'), rule: text('typecheck'), sites },
    findings: [
      { tool: 'golangci-lint', rule: 'typecheck', path: 'src/lid.go', line: 3, says: 'undefined: boil' },
    ],
    stands: () => false,
  })?.text;

it('tells a way only where it says how', () => {
  expect(cardOf(site('removed', 1), site('changed', 2))).toBeUndefined();
  expect(cardOf(site('removed', 1), site('removed', 2))).toBe(
    'golangci-lint typecheck: removed 2 of 2 times',
  );
  expect(cardOf(site('removed', 1), site('changed', 2, { added: [text('return nil')] }))).toMatch(
    /^golangci-lint typecheck: mended 2 of 2 times \((?:removed|changed) 1, (?:removed|changed) 1\)\n {2}\+ return nil$/,
  );
  expect(cardOf(site('suppressed', 1), site('removed', 2), site('changed', 3))).toContain(
    'suppressed 1 of 3',
  );
});
