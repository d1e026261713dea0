import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clean, itemId, memoryItem } from '../../tests/fakes/memory-item.ts';
import type { Standing } from '../model/decision.ts';
import type { RefusalReason } from '../model/gate.ts';
import type { ItemBody } from '../model/item-body.ts';
import { globalScope, type Scope, scopeOf, trustLevels } from '../model/provenance.ts';
import { type AdmissionUnit, admit } from './admit.ts';

const scopes = [scopeOf('repo', 'r1'), globalScope];

function standing(changes: Partial<Standing> = {}): Standing {
  return { outcomes: {}, successPrior: 0.5, ...changes };
}

function unit(changes: Partial<AdmissionUnit> = {}): AdmissionUnit {
  return { item: memoryItem(), expired: false, standing: standing(), ...changes };
}

function admission(one: AdmissionUnit, asked: boolean) {
  return admit([one], { asked, scopes })[0];
}

const refusedToAll: readonly [RefusalReason, AdmissionUnit][] = [
  ['quarantined', unit({ item: memoryItem({ quarantined: true }) })],
  ['out_of_scope', unit({ item: memoryItem({ scope: scopeOf('repo', 'another') }) })],
  ['out_of_scope', unit({ item: memoryItem({ scope: 'repo:r' as Scope }) })],
  ['not_active', unit({ item: memoryItem({ status: 'superseded' }) })],
  ['not_active', unit({ item: memoryItem({ status: 'archived' }) })],
  ['expired', unit({ expired: true })],
  ['orphaned', unit({ freshness: 'orphaned' })],
  ['rejected_before', unit({ standing: standing({ rejectedBy: 'person' }) })],
  ['rejected_before', unit({ rejectedHere: true })],
];

const refusedUnasked: readonly [RefusalReason, AdmissionUnit][] = [
  ['untrusted', unit({ item: memoryItem({ trust: 'untrusted' }) })],
  ['untrusted', unit({ item: memoryItem({ trust: 'imported' }) })],
  ['unverified', unit({ item: memoryItem({ trust: 'agent' }) })],
  ['stale', unit({ freshness: 'stale' })],
  ['other_branch', unit({ onBranch: false })],
  ['rejected_before', unit({ standing: standing({ rejectedBy: 'agent' }) })],
  ['applied', unit({ freshness: 'applied' })],
  ['avoided_strategy', unit({ stance: 'avoid' })],
  ['shown_before', unit({ shownHere: true })],
];

describe('admit', () => {
  it('refuses a stale memory to a request that refuses stale memories even when asked', () => {
    const stale = unit({ freshness: 'stale', item: memoryItem({ trust: 'agent' }) });
    const request = { asked: true, scopes, alsoRefused: ['stale'] } as const;
    expect(admit([stale], request)).toEqual([{ admitted: false, refusals: ['stale'], warnings: [] }]);
    const said = unit({ item: memoryItem({ trust: 'agent' }) });
    expect(admit([said], request)).toEqual([{ admitted: true, refusals: [], warnings: ['unverified'] }]);
  });

  it.each([
    ['a person said it', unit()],
    ['it was verified', unit({ item: memoryItem({ trust: 'verified' }) })],
    ['the code is as it was', unit({ freshness: 'fresh' })],
    [
      'its change stands, and another case of its failure is at hand',
      unit({ freshness: 'applied', isOtherCase: true }),
    ],
    ['the file changed elsewhere', unit({ freshness: 'drifted' })],
    ['it is of this history', unit({ onBranch: true })],
    ['it helped', unit({ standing: standing({ outcomes: { rejected: 1, verified: 2 } }) })],
    [
      'it is a rule of this repository',
      unit({ item: memoryItem({ trust: 'imported', scope: scopeOf('repo', 'r1') }) }),
    ],
  ])('lets a memory in unasked when %s', (_, one) => {
    expect(admission(one, false)).toEqual({ admitted: true, refusals: [], warnings: [] });
  });

  it.each(refusedToAll)('refuses a memory that is %s, even when asked', (reason, one) => {
    expect(admission(one, true)).toEqual({ admitted: false, refusals: [reason], warnings: [] });
    expect(admission(one, false)?.refusals).toContain(reason);
  });

  it.each(refusedUnasked)(
    'refuses a memory that is %s unasked, and warns of it when asked',
    (reason, one) => {
      expect(admission(one, false)).toEqual({ admitted: false, refusals: [reason], warnings: [] });
      expect(admission(one, true)).toEqual({ admitted: true, refusals: [], warnings: [reason] });
    },
  );

  it('says everything that speaks against a memory', () => {
    const one = unit({ item: memoryItem({ quarantined: true, trust: 'agent' }), freshness: 'stale' });
    expect(admission(one, false)?.refusals).toEqual(['quarantined', 'unverified', 'stale']);
  });

  it('admits the better of two that contradict each other, whichever says so', () => {
    const first = memoryItem({ id: itemId(1) });
    const second = memoryItem({ id: itemId(2), relatedItems: [{ id: itemId(1), relation: 'contradicts' }] });
    for (const [one, other] of [
      [first, second],
      [second, first],
    ] as const) {
      const admissions = admit([unit({ item: one }), unit({ item: other })], { asked: true, scopes });
      expect(admissions.map(({ admitted }) => admitted)).toEqual([true, false]);
      expect(admissions[1]?.refusals).toEqual(['contradicts_another']);
    }
  });

  it.each([true, false])(
    'admits exactly one of two memories that contradict each other, at all pairs of trust levels (asked: %s)',
    (asked) => {
      const scope = scopeOf('repo', 'r1');
      for (const one of trustLevels) {
        for (const other of trustLevels) {
          const units = [one, other].map((trust, index) =>
            unit({
              item: memoryItem({ id: itemId(index + 1), trust, scope, origin: `origin/${index}` }),
              contrary: [itemId(2 - index)],
            }),
          );
          const alone = units.filter((each) => admit([each], { asked, scopes })[0]?.admitted);
          const admitted = admit(units, { asked, scopes }).filter((each) => each.admitted);
          expect([one, other, admitted.length]).toEqual([one, other, Math.min(1, alone.length)]);
        }
      }
    },
  );

  it.each([
    ['agent', 'imported'],
    ['untrusted', 'imported'],
    ['agent', 'user'],
    ['imported', 'verified'],
  ] as const)('keeps the word of %s out beside that of %s, though it fits better', (less, more) => {
    const units = [less, more].map((trust, index) =>
      unit({ item: memoryItem({ id: itemId(index + 1), trust }), contrary: [itemId(2 - index)] }),
    );
    expect(admit(units, { asked: true, scopes }).map(({ admitted }) => admitted)).toEqual([false, true]);
  });

  it('admits the later of two whose place one may take, and both where contradictions are not looked for', () => {
    const older = unit({ item: memoryItem({ id: itemId(1) }) });
    const link = [{ id: itemId(1), relation: 'may_supersede' }] as const;
    const newer = unit({ item: memoryItem({ id: itemId(2), relatedItems: link }) });
    const admittedOf = (units: readonly AdmissionUnit[], mayContradict = false) =>
      admit(units, { asked: true, scopes, mayContradict }).map(({ admitted }) => admitted);
    expect(admittedOf([older, newer])).toEqual([false, true]);
    expect(admittedOf([newer, older])).toEqual([true, false]);
    expect(admittedOf([older, newer], true)).toEqual([true, true]);
    const doubted = unit({ item: memoryItem({ id: itemId(2), relatedItems: link, trust: 'agent' }) });
    expect(admittedOf([doubted, older])).toEqual([false, true]);
  });

  it('admits one of several of which each may take the place of another', () => {
    const ids = [1, 2, 3];
    const link = fc.subarray(ids);
    const time = fc.integer({ min: 1, max: 2 });
    fc.assert(
      fc.property(fc.array(fc.tuple(link, time), { minLength: 3, maxLength: 3 }), (drawn) => {
        const units = drawn.map(([linked, updatedAtMs], at) => {
          const others = linked.filter((id) => id !== at + 1);
          const relatedItems = others.map((id) => ({ id: itemId(id), relation: 'may_supersede' as const }));
          return unit({ item: memoryItem({ id: itemId(at + 1), updatedAtMs, relatedItems }) });
        });
        expect(admit(units, { asked: true, scopes }).some(({ admitted }) => admitted)).toBe(true);
      }),
    );
  });

  it('admits the later of two that may replace each other', () => {
    const links = [2, 1].map((id) => [{ id: itemId(id), relation: 'may_supersede' }] as const);
    const admittedOf = (times: readonly number[]) => {
      const units = times.map((updatedAtMs, at) =>
        unit({ item: memoryItem({ id: itemId(at + 1), updatedAtMs, relatedItems: links[at] ?? [] }) }),
      );
      return [units, units.toReversed()].map((ordered) =>
        admit(ordered, { asked: true, scopes }).map(({ admitted }) => admitted),
      );
    };
    const second = [
      [false, true],
      [true, false],
    ];
    expect(admittedOf([1, 2])).toEqual(second);
    expect(admittedOf([2, 1])).toEqual(second.toReversed());
    // At the same time: one of them, in either order.
    expect(admittedOf([1, 1])).toEqual(second);
  });

  it('is not kept out by a memory that it is not linked with', () => {
    const elsewhere = [{ id: itemId(3), relation: 'contradicts' }] as const;
    const units = [1, 2].map((id) => unit({ item: memoryItem({ id: itemId(id), relatedItems: elsewhere }) }));
    expect(admit(units, { asked: true, scopes }).map(({ admitted }) => admitted)).toEqual([true, true]);
  });

  it.each(['stale', 'unverified'] as const)(
    'does not let a memory that is %s and so refused keep out the one it contradicts',
    (reason) => {
      const trust = reason === 'unverified' ? 'agent' : 'user';
      const refused = unit({
        item: memoryItem({ id: itemId(1), trust }),
        contrary: [itemId(2)],
        ...(reason === 'stale' ? { freshness: 'stale' } : {}),
      });
      const other = unit({ item: memoryItem({ id: itemId(2), trust: 'agent' }) });
      const request = { scopes, alsoRefused: reason === 'stale' ? [reason] : [] };
      const admissions = admit([refused, other], { asked: reason === 'stale', ...request });
      expect(admissions[0]?.refusals).toContain(reason);
      expect(admissions[1]?.refusals).not.toContain('contradicts_another');
    },
  );

  describe('of a lesson that another took the place of', () => {
    const successor = unit({ item: memoryItem({ id: itemId(1), content: clean('Run the new script.') }) });
    const past = (changes: Parameters<typeof memoryItem>[0] = {}) =>
      unit({
        item: memoryItem({ id: itemId(2), status: 'superseded', supersededById: itemId(1), ...changes }),
      });
    const refused = { admitted: false, refusals: ['not_active'], warnings: [] };
    const variant = { kind: 'variant' } as unknown as ItemBody;

    it('shows it after its successor when asked, and says so', () => {
      expect(admit([successor, past()], { asked: true, scopes })[1]).toEqual({
        admitted: true,
        refusals: [],
        warnings: ['not_active'],
      });
    });

    it.each([
      ['it stands first', [past(), successor], {}],
      ['its successor is not there', [unit({ item: memoryItem({ id: itemId(3) }) }), past()], {}],
      ['it says the same', [successor, past({ content: clean('Run the new script.') })], {}],
      ['it is no lesson', [successor, past({ body: variant })], {}],
      ['it was put away', [successor, past({ status: 'archived' })], {}],
      ['nothing was asked', [successor, past()], { asked: false }],
      ['all that holds was asked for', [successor, past()], { alsoRefused: ['not_active'] }],
    ] as const)('refuses it where %s', (_, units, request) => {
      const admissions = admit(units, { asked: true, scopes, ...request });
      expect(admissions.find((__, at) => units[at]?.item.id === itemId(2))).toEqual(refused);
    });
  });

  it('does not let a refused memory keep out the one it contradicts', () => {
    const refused = memoryItem({ id: itemId(1), quarantined: true });
    const other = memoryItem({ id: itemId(2), relatedItems: [{ id: itemId(1), relation: 'contradicts' }] });
    const admissions = admit([unit({ item: refused }), unit({ item: other })], { asked: true, scopes });
    expect(admissions.map(({ admitted }) => admitted)).toEqual([false, true]);
  });

  describe('of an origin that no person vouches for', () => {
    const rules = [1, 2, 3].map((number) =>
      unit({
        item: memoryItem({
          id: itemId(number),
          scope: scopeOf('repo', 'r1'),
          trust: 'imported',
          origin: 'import/s1',
        }),
      }),
    );
    const other = unit({
      item: memoryItem({
        id: itemId(4),
        scope: scopeOf('repo', 'r1'),
        trust: 'imported',
        origin: 'import/s2',
      }),
    });

    it('takes one memory unasked', () => {
      const admissions = admit([...rules, other], { asked: false, scopes });
      expect(admissions.map(({ admitted }) => admitted)).toEqual([true, false, false, true]);
      expect(admissions[1]?.refusals).toEqual(['too_many_of_one_origin']);
    });

    it('takes all when asked', () => {
      const admissions = admit([...rules, other], { asked: true, scopes });
      expect(admissions.every(({ admitted, warnings }) => admitted && warnings.length === 0)).toBe(true);
    });
  });

  it('takes all that a person stands behind', () => {
    const units = [1, 2, 3].map((number) => unit({ item: memoryItem({ id: itemId(number) }) }));
    expect(admit(units, { asked: true, scopes }).every(({ admitted }) => admitted)).toBe(true);
  });
});
