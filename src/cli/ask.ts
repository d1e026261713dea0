import type { Fields, Input } from '../api/field.ts';
import type { AnyOperation, Operation } from '../api/operation.ts';
import { inputOf } from './input/input-of.ts';
import { type Block, whenShown } from './page.ts';
import type { RunCommand, Session } from './session.ts';

type Asked<Its extends Fields, Given> = Omit<AnyOperation, 'input'> &
  Pick<Operation, 'takes' | 'of'> & {
    readonly input: Its;
    readonly run: (input: never, on: never) => Given;
  };

/** A command that hands its words to an operation, and shows the answer. @param show the answer as people see it */
export function asking<Its extends Fields, Given>(
  operation: Asked<Its, Given>,
  show: (answer: Awaited<Given>, input: Input<Its>, session: Session) => Block,
): RunCommand {
  return async (session) => {
    const input = await inputOf(operation, session);
    const value = await ask(operation, input, session);
    return { value, shown: whenShown(() => show(value, input, session)) };
  };
}

/** Has an operation answered by the library. A long operation is watched, and may be stopped. */
export async function ask<Its extends Fields, Given>(
  { name, input: its, takes = [], of }: Asked<Its, Given>,
  input: Input<Its>,
  { memory, home, signal, onProgress }: Session,
): Promise<Awaited<Given>> {
  const opened: unknown = of === 'repository' ? await memory() : await home();
  const others: Record<string, unknown> = { ...input };
  if ('signal' in its) others.signal = signal;
  if ('onProgress' in its) others.onProgress = onProgress;
  const taken = takes.map((field) => others[field]);
  for (const field of takes) delete others[field];
  const hasOthers = Object.entries(its).some(
    ([field, { terminal, switch: short }]) =>
      !takes.includes(field) && (terminal !== false || short !== undefined),
  );
  const methods = opened as Readonly<Record<string, (...handed: unknown[]) => Promise<Awaited<Given>>>>;
  const method = methods[name];
  if (method === undefined) throw new TypeError(`The library has no ${name}`);
  return await method(...taken, ...(hasOthers ? [others] : []));
}
