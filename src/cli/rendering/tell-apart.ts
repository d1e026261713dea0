import type { RecalledMemory } from '../../model/answers/recollection.ts';
import type { FailureEntity } from '../../model/failure.ts';
import { failureOf } from '../../model/item-body.ts';
import { type Line, line, span } from '../terminal/line.ts';
import { blank, labelled, type Page } from './page.ts';

const mostNames = 4;

/** What distinguishes several possible matches: the names and conditions that only one of them has. */
export function tellApart(candidates: readonly RecalledMemory[], page: Page): readonly Line[] {
  if (candidates.length < 2) return [];
  const features = candidates.map(featuresOf);
  const rows = features.map((own, position) => {
    const others = new Set(features.filter((_, other) => other !== position).flat());
    return own.filter((feature) => !others.has(feature)).slice(0, mostNames);
  });
  if (rows.every((row) => row.length === 0)) return [];
  return [
    blank,
    line(span('How they differ', 'bold')),
    ...rows.flatMap((row, position) =>
      row.length === 0 ? [] : labelled(`${position + 1}`.padStart(2), [row.join('; ')], page, 0),
    ),
  ];
}

function featuresOf({ item: { body } }: RecalledMemory): readonly string[] {
  const failure = failureOf(body);
  const variant = body?.kind === 'variant' ? body : undefined;
  return [
    ...(failure?.entities ?? []).filter(({ kind }) => kind !== 'name').map(nameOf),
    ...(failure?.command === undefined ? [] : [`command ${failure.command.family}`]),
    ...(failure?.file === undefined ? [] : [`file ${failure.file}`]),
    ...(variant?.context === undefined ? [] : [`while: ${variant.context}`]),
    ...(variant?.appliesWhen ?? []).map((condition) => `if ${condition}`),
  ];
}

function nameOf({ kind, value }: FailureEntity): string {
  return `${kind.replaceAll('_', ' ')} ${value}`;
}
