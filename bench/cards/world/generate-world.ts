import { seededRandom } from '../../../src/numeric/seeded-random.ts';
import { type ContextTask, type ContextUnit, contextUnit } from './context-unit.ts';
import { type RuleFamily, type RuleFamilyName, type RuleSlots, ruleFamilies } from './rule-families.ts';

/** `v1`: the right unit says most, stale notes look like it. `v3`: it says little, and two look-alikes say more. */
export type WorldSuite = 'v1' | 'v3';

/** Section 4.1: 50 rules with 5 tasks each. */
const worldScale = { rules: 50, tasksOfRule: 5 } as const;

/** To see that everything runs; its figures mean nothing. */
export const smokeScale: WorldScale = { rules: 8, tasksOfRule: 2 };

export interface WorldScale {
  readonly rules: number;
  readonly tasksOfRule: number;
}

/** A made-up repository with rules of its own, what earlier tasks taught of them, and the tasks that need them. */
export interface GeneratedWorld {
  readonly units: readonly ContextUnit[];
  /** Ids of units where one contains the other. */
  readonly containments: readonly (readonly [string, string])[];
  readonly tasks: readonly ContextTask[];
}

/** Equal arguments give equal worlds. */
export function generateWorld(
  suite: WorldSuite,
  familyName: RuleFamilyName,
  seed: number,
  { rules, tasksOfRule }: WorldScale = worldScale,
): GeneratedWorld {
  const random = seededRandom(seed);
  const family = ruleFamilies[familyName];
  const all = Array.from({ length: rules }, (_, at) => slotsOf(family, at));
  const files = new Map<string, string>();
  for (const slots of all) for (const [path, text] of modulesOf(family, suite, slots)) files.set(path, text);
  files.set('README.md', readmeOf(family, suite, all));
  const { units, containments } = unitsOf(files);
  return {
    units: [...units, ...all.map((slots) => lessonOf(family, suite, slots))],
    containments,
    tasks: all.flatMap((slots, rule) =>
      Array.from({ length: tasksOfRule }, (_, at): ContextTask => {
        const otherDomain = family.domains[(rule + at + 3) % family.domains.length] as string;
        const template = family.instructions[
          Math.floor(random() * family.instructions.length)
        ] as RuleFamily['rule'];
        return {
          id: `${slots.domain}_${slots.number}_${at}`,
          instruction: template({ ...slots, otherDomain }),
          plannedActions: actionsOf(slots),
          goldIds: [lessonId(slots), symbolId(slots.module, slots.functionName), fileId(slots.module)],
        };
      }),
    ),
  };
}

function slotsOf({ domains, verbs }: RuleFamily, at: number): RuleSlots {
  const number = String(at).padStart(2, '0');
  const domain = domains[at % domains.length] as string;
  return {
    number,
    domain,
    otherDomain: domain,
    functionName: `${verbs[at % verbs.length]}_${domain}_rule_${number}`,
    module: `${domain}_rule_${number}.py`,
    keyword: `${domain}_policy_${number}`,
  };
}

function* modulesOf(
  family: RuleFamily,
  suite: WorldSuite,
  slots: RuleSlots,
): Iterable<readonly [string, string]> {
  const { module, functionName } = slots;
  const besides = (suffix: string) => module.replace('.py', `_${suffix}.py`);
  yield [module, defining(functionName, suite === 'v1' ? family.rule(slots) : family.brief(slots))];
  yield [besides('legacy'), defining(`legacy_${functionName}`, family.staleNote(slots))];
  if (suite === 'v1') return;
  for (const { suffix, text } of family.lookAlikes)
    yield [besides(suffix), defining(`${functionName}_${suffix}`, text(slots))];
}

function defining(name: string, documentation: string): string {
  return [`def ${name}(value):`, `    """${documentation}"""`, '    return value', ''].join('\n');
}

function readmeOf(family: RuleFamily, suite: WorldSuite, all: readonly RuleSlots[]): string {
  const lines = all.map((slots) =>
    suite === 'v1'
      ? `- ${family.rule(slots)}`
      : `- ${slots.functionName} -> ${slots.keyword} (current policy)`,
  );
  return ['# A project with rules of its own', '', ...lines, ''].join('\n');
}

function unitsOf(files: ReadonlyMap<string, string>) {
  const units: ContextUnit[] = [];
  const containments: (readonly [string, string])[] = [];
  for (const [path, text] of [...files].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    units.push(contextUnit({ id: fileId(path), kind: 'file', source: path, content: text, confidence: 1 }));
    const [, name] = /^def (\w+)/.exec(text) ?? [];
    if (name === undefined) continue;
    const id = symbolId(path, name);
    units.push(contextUnit({ id, kind: 'symbol', source: `${path}:1`, content: text.trim(), confidence: 1 }));
    containments.push([fileId(path), id]);
  }
  return { units, containments };
}

/** The lesson of an earlier task, as a memory. */
function lessonOf(family: RuleFamily, suite: WorldSuite, slots: RuleSlots): ContextUnit {
  const { domain, keyword } = slots;
  const taught = suite === 'v1' ? `${family.rule(slots)} ${family.lesson(slots)}` : family.briefLesson(slots);
  const content = [
    `Seen in: an earlier issue about the current ${domain} policy, ${keyword}.`,
    `Rule to reuse: ${taught}`,
    `Actions that were right: ${actionsOf(slots).join('; ')}`,
    `Area: ${domain}`,
  ].join('\n');
  return contextUnit({
    id: lessonId(slots),
    kind: 'rule',
    source: `task:base_${domain}_${slots.number}`,
    content,
    confidence: 0.9,
  });
}

function actionsOf({ module, functionName }: RuleSlots): readonly string[] {
  return [`inspect ${module}`, `update ${functionName}`];
}

function lessonId({ domain, number }: RuleSlots): string {
  return `memory:base_${domain}_${number}`;
}

function fileId(path: string): string {
  return `file:${path}`;
}

function symbolId(path: string, name: string): string {
  return `symbol:${path}:${name}:1`;
}
