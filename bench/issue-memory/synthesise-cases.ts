import { SeededRandom } from '../doors/seeded-random.ts';
import type { ScaleCases, ScaleMemory, ScaleProbe } from './issue-data.ts';
import { learnTemplates, type RecordTemplate, renderRecord, type Slots, slotsOf } from './learn-templates.ts';

const seed = 61;
const positives = 200;
const negatives = 200;
/** A template that gives fewer of the memories it was learned from is not what they were written from. */
const leastFidelity = 0.9;
/** Draws per memory: of few names, not many combinations can be made. */
const mostDraws = 20;
const longestTrace = 400;

interface MadeUp {
  readonly template: RecordTemplate;
  readonly slots: Slots;
}

/**
 * More memories like those given: the same templates, names made from halves of the names in their slots. Probes as in the
 * given ones: another activity (`while …`), with and without command, file and stack; and names that no memory has.
 */
export function synthesiseCases(given: readonly ScaleMemory[], count: number): ScaleCases {
  const random = new SeededRandom(seed);
  const templates = learnTemplates(given).filter(({ fidelity }) => fidelity >= leastFidelity);
  const pools = slotPools(given);
  const draw = (): MadeUp => ({ template: random.pick(templates), slots: drawSlots(pools, random) });
  const memories = new Map<string, MadeUp>();
  for (let draws = 0; templates.length > 0 && memories.size < count && draws < mostDraws * count; draws++) {
    const one = draw();
    // Two that differ in the activity alone could not be told apart by anyone.
    memories.set(`${one.template.name} ${errorOf({ ...one, slots: { ...one.slots, verb: '' } })}`, one);
  }
  const all = [...memories.values()];
  const verbs = pools.verb ?? [];
  return {
    name: `made up, ${count}`,
    memories: all.map((one, at) => ({ id: idOf(at), record: renderRecord(one.template, one.slots) })),
    probes: [
      ...random
        .shuffle(all.map((one, at) => ({ one, at })))
        .slice(0, positives)
        .flatMap(({ one, at }) => probesOf(one, at, random.pick(verbs), random)),
      ...Array.from({ length: negatives }, (_, at) => unseenProbe(draw(), at)),
    ],
  };
}

function idOf(at: number): string {
  return `made-up-${at}`;
}

function errorOf({ template, slots }: MadeUp): string {
  return renderRecord(template, slots).raw_error ?? '';
}

function probesOf(
  { template, slots }: MadeUp,
  at: number,
  verb: string,
  random: SeededRandom,
): readonly ScaleProbe[] {
  const { raw_error: error, command, file_path: file } = renderRecord(template, { ...slots, verb });
  const trace = `  File "${file}", line ${1 + random.below(longestTrace)}, in main`;
  return [
    {
      id: `pos-${idOf(at)}`,
      kind: 'positive_same_repo',
      expected_id: idOf(at),
      query: { error_text: `${error}\n${trace}`, command: command ?? '', file_path: file ?? '' },
    },
    {
      id: `bare-${idOf(at)}`,
      kind: 'positive_error_only',
      expected_id: idOf(at),
      query: { error_text: error ?? '', command: '', file_path: '' },
    },
  ];
}

function unseenProbe({ template, slots }: MadeUp, at: number): ScaleProbe {
  const prefixes: Readonly<Record<string, string>> = {
    svc: 'zz',
    svc_: 'zz',
    mod: 'zz',
    key: 'zz_',
    KEY: 'ZZ_',
    opt: 'zz-',
    tab: 'zz_',
    file: 'zz_',
  };
  const unseen = Object.fromEntries(
    Object.entries(slots).map(([name, value]) => [name, `${prefixes[name] ?? ''}${value}`]),
  );
  return {
    id: `neg-${at}`,
    kind: 'hard_negative_unseen_entity',
    expected_id: null,
    query: {
      error_text: errorOf({ template, slots: unseen }),
      command: `python -m ${unseen.svc_}`,
      file_path: `${unseen.svc_}/app.py`,
    },
  };
}

/** Values of each slot; of names in two halves, the first and the second halves apart. */
function slotPools(memories: readonly ScaleMemory[]): Readonly<Record<string, readonly string[]>> {
  const all = memories.map(slotsOf);
  const valuesOf = (name: string) => [...new Set(all.flatMap((slots) => slots[name] ?? []))].sort();
  const halves = (name: string, separator: string, half: 0 | 1) => [
    ...new Set(
      valuesOf(name).map((value) => {
        const at = value.indexOf(separator);
        return half === 0 ? value.slice(0, at) : value.slice(at + separator.length);
      }),
    ),
  ];
  return {
    ...Object.fromEntries(
      ['verb', 'dir', 'hx', 'k', 'm', 'n', 'mod', 'page'].map((name) => [name, valuesOf(name)]),
    ),
    port: valuesOf('port'),
    service: halves('svc', '-', 0),
    role: halves('svc', '-', 1),
    key: valuesOf('key'),
    file: valuesOf('file'),
    table: halves('tab', '_', 0),
    rows: halves('tab', '_', 1),
  };
}

function drawSlots(pools: Readonly<Record<string, readonly string[]>>, random: SeededRandom): Slots {
  const pick = (name: string) => random.pick(pools[name] ?? []) ?? '';
  const svc = `${pick('service')}-${pick('role')}`;
  const key = pick('key');
  return {
    ...Object.fromEntries(
      ['verb', 'dir', 'hx', 'k', 'm', 'n', 'mod', 'page', 'port'].map((name) => [name, pick(name)]),
    ),
    file: `${pick('table')}_${pick('file').replace(/^[^_]*_/, '')}`,
    tab: `${pick('table')}_${pick('rows')}`,
    svc,
    svc_: svc.replaceAll('-', '_'),
    key,
    KEY: key.toUpperCase(),
    opt: key.replaceAll('_', '-'),
  };
}
