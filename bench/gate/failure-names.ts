import type { FailureSlots } from './failure-families.ts';

const firsts =
  'amber basin cedar delta ember fjord grove haven inlet juniper kelp lumen marsh nimbus orchid pebble quartz raven sable tundra umber violet willow zephyr'.split(
    ' ',
  );
const seconds =
  'audit billing catalog dispatch export fleet gateway harvest intake journal kernel ledger metrics notify orders parser queue roster search tenant upload vault webhook yield'.split(
    ' ',
  );

/** Names for one memory: none of them is drawn twice within `taken`. */
export function drawSlots(random: () => number, taken: Set<string>): FailureSlots {
  const word = (): string => {
    for (;;) {
      const name = `${pick(firsts, random)}_${pick(seconds, random)}${random() < 0.5 ? '' : `_${pick(firsts, random)}`}`;
      if (taken.has(name)) continue;
      taken.add(name);
      return name;
    }
  };
  return {
    project: pick(firsts, random),
    module: word(),
    key: word(),
    table: word(),
    area: pick(seconds, random),
    revision: `00${10 + Math.floor(random() * 80)}_${pick(seconds, random)}`,
    port: 3000 + Math.floor(random() * 6000),
  };
}

export function pick<T>(all: readonly T[], random: () => number): T {
  return all[Math.floor(random() * all.length)] as T;
}
