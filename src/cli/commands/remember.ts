import type { RememberRequest } from '../../api/inputs.ts';
import * as operations from '../../api/operations.ts';
import type { RecordedFailure } from '../../model/answers/failure-answers.ts';
import type { RememberedItem } from '../../model/answers/item-answers.ts';
import { invalidArgument } from '../../model/errors.ts';
import { failedCommandOf } from '../../model/item-body.ts';
import { stoppedBy } from '../../model/memory-item.ts';
import { countOf } from '../../wording/formats.ts';
import {
  describePrincipal,
  describeScope,
  describeStrategy,
  shortUuid,
  typeWords,
} from '../../wording/memory-words.ts';
import { describedFailure, inputOf } from '../ask.ts';
import type { OptionValues } from '../command-line/commands.ts';
import {
  type Block,
  bold,
  field,
  fieldLines,
  indent,
  itemMark,
  joined,
  type Part,
  type Step,
  steps,
  text,
  yellow,
} from '../page.ts';
import type { Answer, Session } from '../session.ts';

export async function remember(session: Session): Promise<Answer> {
  const { options } = session;
  const { content, failure: told, type, ...others } = await inputOf(operations.remember, session);
  const failure = options.hard ? undefined : describedFailure(told);
  const details = detailsOf(options.passed, others.details);
  const strategy = strategyOf(options);
  const memory = await session.memory();
  if (failure !== undefined && strategy === undefined) {
    const happened = whereItHappened(failure, others.files);
    const recorded = await memory.record({ ...others, fix: content, failure: happened, details });
    return { value: recorded, shown: showRecorded(recorded) };
  }
  const remembered = await memory.remember({
    ...{ ...others, content, type, failure, details, strategy },
    ...(options.hard ? { hard: { command: told?.command } } : {}),
  });
  return { value: remembered, shown: showRemembered(remembered) };
}

function detailsOf(
  passed: string | undefined,
  details: RememberRequest['details'],
): RememberRequest['details'] {
  return passed === undefined ? details : { ...details, validation: { command: passed, exitCode: 0 } };
}

/** In the first of the files. */
function whereItHappened<Failure>(failure: Failure, [happenedIn]: readonly string[] = []) {
  // `src/a.ts` from `src/a.ts:Part`; the colon of a drive letter does not count.
  return { ...failure, file: happenedIn?.replace(/(?<=.{2}):[^:/\\]*$/, '') };
}

function strategyOf({ prefer, avoid }: OptionValues): RememberRequest['strategy'] {
  if (prefer !== undefined && avoid !== undefined)
    throw invalidArgument('--prefer and --avoid are two preferences. Remember each with its own reason.');
  if (prefer !== undefined) return { stance: 'prefer', words: prefer };
  return avoid === undefined ? undefined : { stance: 'avoid', words: avoid };
}

const rememberedNews: Readonly<Record<RememberedItem['kind'], Part>> = {
  added: bold('Remembered'),
  known: bold('Already known, and now confirmed'),
  quarantined: yellow('Held back until a person approves it'),
};

function showRemembered(remembered: RememberedItem): Block {
  const { kind, item, redactedSecrets, supersedes = [], maySupersede = [] } = remembered;
  const files = item.anchors.map(({ path, symbol }) =>
    symbol === undefined ? path : `${path}:${symbol.name}`,
  );
  return [
    text(rememberedNews[kind], ': ', itemMark(item.id)),
    indent(
      2,
      text(bold(item.title)),
      field('what', `${typeWords[item.type]}, ${describeScope(item.scope)}`),
      field('said by', describePrincipal(item.principal)),
      field('fixes', failedCommandOf(item.body)),
      field('strategy', describeStrategy(item.body)),
      field('stops', stoppedBy(item)),
      field('files', joined(files)),
      supersedes.map(({ id, title }) => field('replaces', itemMark(id), `  ${title}`)),
      maySupersede.map(({ id, title }) => field('perhaps', 'replaces ', itemMark(id), `  ${title}`)),
      showSecrets(redactedSecrets),
    ),
    steps('Next', ...nextOfRemembered(remembered)),
  ];
}

function showSecrets(count: number): Block {
  return count > 0 && text(yellow(`${countOf(count, 'secret')} removed from it.`));
}

function nextOfRemembered({
  kind,
  item,
  supersedes = [],
  maySupersede = [],
}: RememberedItem): readonly Step[] {
  const id = shortUuid(item.id);
  const [older] = supersedes;
  const approve: Step = [`afterwit review approve ${id}`, 'a person vouches for it'];
  if (kind === 'quarantined') return [approve];
  if (older !== undefined)
    return [[`afterwit review approve ${shortUuid(older.id)}`, 'the older one holds after all']];
  if (maySupersede.length > 0) return [[`afterwit review approve ${id}`, 'it does replace the older one']];
  const show: Step = [`afterwit show ${id}`, 'everything that is stored about it'];
  // A memory of an agent is not shown unasked until a person confirms it.
  return item.trust === 'agent' ? [show, approve] : [show];
}

/** News of a recorded failure, beside its id. */
const recordedNews: Readonly<Record<RecordedFailure['kind'], string>> = {
  created: ', the first fix of a new pattern of failures',
  split: ', another fix of a known pattern of failures',
  attached: ', a known fix, met again',
  known: ', to which nothing is new',
  needs_review: ', and what is known stays as it is until then',
};

function showRecorded(recorded: RecordedFailure): Block {
  const { kind, pattern, variant, episode, redactedSecrets } = recorded;
  const rule = pattern.body?.kind === 'pattern' ? pattern.body.preventionRule : undefined;
  const outcome = episode.body?.kind === 'episode' ? episode.body.outcome : undefined;
  return [
    text(headlineOf(recorded), ': ', itemMark(variant.id), `${recordedNews[kind]}.`),
    indent(
      2,
      field('pattern', itemMark(pattern.id), '  ', pattern.title),
      field('variant', itemMark(variant.id), '  ', bold(variant.title)),
      fieldLines('fix', variant.content, 'green'),
      field('command', failedCommandOf(variant.body)),
      field('rule', rule),
      field('said by', describePrincipal(variant.principal)),
      field('holds', describeScope(variant.scope)),
      outcome === 'verified' && field('checked', 'the named command passed after it'),
      showSecrets(redactedSecrets),
    ),
    steps('Next', ...nextOfRecorded(recorded)),
  ];
}

function headlineOf({ kind, variant }: RecordedFailure): Part {
  if (kind === 'known') return bold('Already known');
  return kind === 'needs_review' || variant.quarantined
    ? yellow('Held back until a person decides about it')
    : bold('Remembered');
}

function nextOfRecorded({ kind, variant }: RecordedFailure): readonly Step[] {
  const id = shortUuid(variant.id);
  if (kind === 'needs_review')
    return [['afterwit failures review', 'both variants, and the possible decisions']];
  const show: Step = [`afterwit failures show ${id}`, 'everything that is known about it'];
  const approve: Step = [`afterwit review approve ${id}`, 'a person vouches for it'];
  if (variant.quarantined) return [approve];
  return variant.trust === 'agent' ? [show, approve] : [show];
}
