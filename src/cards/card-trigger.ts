import { failureOf } from '../model/item-body.ts';
import type { MemoryItem } from '../model/memory-item.ts';
import { tellingLine } from '../wording/telling-line.ts';

/** When a memory applies: what fails, the files that it names, or its title. */
export function cardTrigger({ type, body, references, principal, title }: MemoryItem): string {
  if (type !== 'fix' && type !== 'failure') {
    // The file that a rule stands in says where it is from, not what it is about.
    const places = references.filter((reference) => principal !== `file:${reference}`);
    return places.length > 0 ? `work on ${places.slice(0, 3).join(', ')}` : title;
  }
  const failure = failureOf(body);
  if (failure === undefined) return title;
  const { command } = failure;
  return [command && `\`${command.family}\` fails`, tellingLine(failure)].filter(Boolean).join(': ');
}
