import { AfterwitError } from '../../model/errors.ts';
import { type ArgumentShape, shapeFault } from './argument-shape.ts';

/** Arguments of one function by name, in their order. */
export type Arguments = Readonly<Record<string, ArgumentShape>>;

/** Arguments of all methods of an object. */
export type MethodArguments<Opened> = {
  readonly [Name in keyof Opened & string as Opened[Name] extends Method ? Name : never]: Arguments;
};

type Method = (...given: never[]) => unknown;

/**
 * Checks a call for callers without types: a program in JavaScript, or one that hands on what a model wrote.
 *
 * @throws INVALID_ARGUMENT with the name of what does not fit
 */
export function checkArguments(name: string, shapes: Arguments, given: readonly unknown[]): void {
  for (const [index, [argument, shape]] of Object.entries(shapes).entries()) {
    const fault = shapeFault(shape, given[index], argument);
    if (fault === undefined) continue;
    const call = `${name}(${Object.keys(shapes).join(', ')})`;
    throw new AfterwitError('INVALID_ARGUMENT', `${call} cannot be called like this: ${fault}`);
  }
}

/**
 * The same object, but that calls with arguments of another shape are refused before anything is done: by a promise, or at once
 * by a method of `lazy` ones, which give no promise.
 */
export function withCheckedArguments<Opened extends object>(
  opened: Opened,
  methods: Readonly<Record<string, unknown>>,
  lazy: readonly string[] = [],
): Opened {
  return new Proxy(opened, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target);
      const shapes = typeof key === 'string' ? methods[key] : undefined;
      if (typeof key !== 'string' || !isTable(shapes)) return value;
      if (typeof value !== 'function')
        return typeof value === 'object' && value !== null ? withCheckedArguments(value, shapes) : value;
      return (...given: readonly unknown[]) => {
        try {
          checkArguments(key, shapes as Arguments, given);
        } catch (fault) {
          if (lazy.includes(key)) throw fault;
          return Promise.reject(fault);
        }
        return Reflect.apply(value, target, given);
      };
    },
  });
}

function isTable(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
