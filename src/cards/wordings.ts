import type { ItemType, MemoryItem } from '../model/memory-item.ts';
import { failureOf } from '../model/recorded-failure.ts';
import { patternFor } from '../text/pattern-for.ts';
import { tellingLine } from '../wording/telling-line.ts';

/** Wording of a card for one type of memory. */
interface CardWording {
  readonly trigger: (item: MemoryItem) => string;
  /** What to do; always begins with a verb. */
  readonly action: (content: string) => string;
  readonly otherwise: (item: MemoryItem) => string;
}

/** Verbs with which instructions to programmers begin. Content that begins with one needs no added verb. */
const verbs: ReadonlySet<string> = new Set(
  `add apply ask avoid await build bump call change check clean clear close commit configure convert copy create decide
  define delete disable do document drop edit enable ensure escape execute expect export extend extract fetch fix follow
  format generate give guard handle import include increase initialise initialize insert install invoke keep leave let
  limit link load lock look lower make mark merge mock move name never open override parse pass patch pin prefer prefix
  provide pull push put quote raise read rebuild regenerate reinstall reload remove rename replace reset restart restore return revert
  run save seed select send set skip sort split start stop store stub switch test try turn unset update upgrade use
  validate verify wait wrap write`.split(/\s+/),
);

function leadBy(verb: string): (content: string) => string {
  return (content) => (beginsWithKnownVerb(content) ? content : `${verb}: ${content}`);
}

function beginsWithKnownVerb(content: string): boolean {
  const [word = ''] = patternFor(content, /^[A-Za-z]+/, () => /^\p{L}+/u).exec(content) ?? [];
  return verbs.has(word.toLowerCase());
}

/** Verbs that a card begins with where its memory has none. */
const leads = ['Apply', 'Avoid', 'Observe', 'Follow', 'Respect', 'Consider', 'Continue'] as const;

/** Whether an action says first what to do. */
export function startsWithVerb(action: string): boolean {
  return beginsWithKnownVerb(action) || leads.some((lead) => action.startsWith(lead));
}

function about({ references, title }: MemoryItem): string {
  return references.length > 0 ? `work on ${references.slice(0, 3).join(', ')}` : title;
}

function failing({ body, title }: MemoryItem): string {
  const failure = failureOf(body);
  if (failure === undefined) return title;
  const { command } = failure;
  return [command && `\`${command.family}\` fails`, tellingLine(failure)].filter(Boolean).join(': ');
}

export const cardWordings: Readonly<Record<ItemType, CardWording>> = {
  fix: {
    trigger: failing,
    action: leadBy('Apply'),
    otherwise: () => 'the same failure again',
  },
  failure: {
    trigger: failing,
    action: leadBy('Avoid'),
    otherwise: () => 'the same failure again',
  },
  constraint: {
    trigger: about,
    action: leadBy('Observe'),
    otherwise: () => 'a rule of this project is broken',
  },
  decision: {
    trigger: about,
    action: leadBy('Follow'),
    otherwise: () => 'a settled question is decided again, perhaps otherwise',
  },
  preference: {
    trigger: about,
    action: leadBy('Respect'),
    otherwise: () => 'the result is not what was wanted',
  },
  project_fact: {
    trigger: about,
    action: leadBy('Consider'),
    otherwise: () => 'it has to be found out again',
  },
  task_state: {
    trigger: about,
    action: leadBy('Continue from'),
    otherwise: () => 'work is done twice',
  },
  command_result: {
    trigger: about,
    action: leadBy('Consider'),
    otherwise: () => 'the command is run again for nothing',
  },
};
