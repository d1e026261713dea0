import { expect, it } from 'vitest';
import { redact } from '../../src/redaction/redact.ts';
import { harmlessClasses } from './harmless-shapes.ts';
import { leftOf, type Plant } from './secret-shapes.ts';
import { serviceClasses } from './service-shapes.ts';

const seeds = Array.from({ length: 10 }, (_, number) => `seed ${number}`);
const shapesOf = (classes: readonly (readonly [string, Readonly<Record<string, Plant>>])[]) =>
  classes.flatMap(([, plants]) => Object.entries(plants));

it('takes out secrets of services that no row names', () => {
  const known = shapesOf(serviceClasses).filter(([name, plant]) =>
    seeds.every((seed) => {
      const { text, secret } = plant(seed + name);
      return leftOf(secret, redact(text)) === undefined;
    }),
  );
  expect(known.length).toBeGreaterThanOrEqual(57);
});

it('leaves what was drawn and is no secret', () => {
  const touched = shapesOf(harmlessClasses).flatMap(([name, plant]) =>
    seeds.flatMap((seed) => {
      const { text } = plant(seed + name);
      return redact(text) === text ? [] : [name];
    }),
  );
  expect(touched.length).toBeLessThanOrEqual(1);
});
