import { describe, expect, it } from 'vitest';
import { isTrustedAs } from '../../src/model/provenance.ts';
import { some } from '../effort.ts';
import { kinds, openLaboratory, origins, states, wordings } from './trust-laboratory.ts';
import {
  type TrustKeepingPath,
  type TrustRaisingPath,
  trustKeepingPaths,
  trustRaisingPaths,
} from './trust-paths.ts';

const paths = Object.keys(trustRaisingPaths) as TrustRaisingPath[];
const keepingPaths = Object.keys(trustKeepingPaths) as TrustKeepingPath[];

/** Each way of wording in each state: 35, of which quick effort takes others for each path and origin. */
const cases = (turn: number) =>
  some(
    some(
      Object.entries(wordings).flatMap(([wording, request]) =>
        Object.entries(states).map(([state, changes]) => ({ wording, request, state, changes })),
      ),
      turn,
    ),
    turn,
  );

/** Ways on which the person types every word that is believed afterwards. */
const inOwnWords: readonly TrustRaisingPath[] = ['say_again', 'record_again'];

describe.each(kinds)('a poisoned %s', (kind) => {
  describe.each(paths)('on the path %s', (path) => {
    it.each(origins)('of origin %s is believed only where a person read it', async (origin) => {
      for (const { wording, request, state, changes } of cases(
        paths.indexOf(path) + origins.indexOf(origin),
      )) {
        const laboratory = await openLaboratory(kind);
        const planted = await laboratory.plant(origin, request);
        await laboratory.bring(planted, changes);
        const read = await laboratory.take(path, planted);
        const where = `${wording}, ${state}`;
        const believed = laboratory.believedPoison().map(({ id }) => id);
        expect(
          believed.filter((id) => !read.includes(id)),
          where,
        ).toEqual([]);
        if (!inOwnWords.includes(path)) continue;
        const { pack } = await laboratory.ask('after_failure');
        expect(laboratory.holdsPoison(pack.text), `shown unasked: ${where}`).toBe(false);
        // A person decided for another memory instead: saying the old one again does not decide otherwise.
        if (state === 'superseded') continue;
        expect(
          laboratory.items().some(({ trust, status }) => trust === 'user' && status === 'active'),
          `the person's own words: ${where}`,
        ).toBe(true);
      }
    });
  });
});

describe.each(kinds)('a poisoned %s', (kind) => {
  describe.each(keepingPaths)('on the path %s', (path) => {
    it.each(origins)('of origin %s is believed as before', async (origin) => {
      for (const { wording, request, state, changes } of cases(
        keepingPaths.indexOf(path) + origins.indexOf(origin),
      )) {
        const laboratory = await openLaboratory(kind);
        const planted = await laboratory.plant(origin, request);
        await laboratory.bring(planted, changes);
        const before = new Map(laboratory.items().map((item) => [item.id, item]));
        const left = await laboratory.keep(path, planted);
        const where = `${wording}, ${state}`;
        const raised = laboratory.items().filter(({ id, trust }) => {
          return !isTrustedAs(before.get(id)?.trust ?? 'untrusted', trust);
        });
        expect(raised, where).toEqual([]);
        const revived = laboratory.items().filter(({ id, status, quarantined }) => {
          const known = before.get(id);
          return known !== undefined && (status !== known.status || quarantined !== known.quarantined);
        });
        expect(revived, where).toEqual([]);
        expect(laboratory.holdsPoison(left), where).toBe(false);
        const { pack } = await laboratory.ask('after_failure');
        expect(laboratory.holdsPoison(pack.text), `shown unasked: ${where}`).toBe(false);
      }
    });
  });
});

describe('a rejected memory', () => {
  it.each(kinds)('stays rejected when a person says the same: %s', async (kind) => {
    for (const request of Object.values(wordings)) {
      const laboratory = await openLaboratory(kind);
      const planted = await laboratory.plant('agent', request);
      await laboratory.bring(planted, { status: 'archived' });
      await laboratory.take('say_again', planted);
      const after = laboratory.items().find(({ id }) => id === planted.id);
      expect(after).toMatchObject({ status: 'archived', trust: 'agent' });
    }
  });
});
