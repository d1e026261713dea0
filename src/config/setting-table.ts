import { embeddingOptions, modelOptions, turnOptions } from '../asking/options.ts';
import { captureOptions, extractionOptions } from '../capture/options.ts';
import { gateOptions } from '../gate/options.ts';
import { judgingOptions } from '../judging/options.ts';
import { contradictionOptions } from '../lessons/options.ts';
import {
  consolidationOptions,
  forgettingOptions,
  lifecycleOptions,
  promotionOptions,
} from '../lifecycle/options.ts';
import { locateOptions } from '../locate/options.ts';
import { disclosureOptions, packingOptions, promptBudgetOptions } from '../packing/options.ts';
import { activeHookOptions, graphExpansionOptions, rerankOptions } from '../retrieval/options.ts';
import {
  gitOptions,
  hookOptions,
  loggingOptions,
  scopeOptions,
  speakerOptions,
  v3Options,
} from './core-options.ts';
import type { Option, OptionTable } from './option.ts';

/** One setting: its option, its names, and the sources that may set it. */
export interface Setting {
  /** Dotted name, the path of its key in a settings file. */
  readonly name: string;
  readonly option: Option;
  readonly environmentVariable: string;
  /** A repository's own file may set it. Programs, paths, limits of trust and logging are the user's alone. */
  readonly repositoryMaySet: boolean;
  /** A variable of the environment may set it. An agent chooses the environment of its commands. */
  readonly environmentMaySet: boolean;
}

/** The option tables, and whether a repository may set their options. */
const groups: readonly {
  readonly prefix: string;
  readonly options: OptionTable;
  readonly repositoryMaySet: boolean;
  readonly environmentMaySet?: boolean;
}[] = [
  { prefix: 'git', options: gitOptions, repositoryMaySet: false },
  { prefix: 'capture', options: captureOptions, repositoryMaySet: false, environmentMaySet: false },
  { prefix: 'gate', options: gateOptions, repositoryMaySet: false },
  { prefix: 'hooks', options: hookOptions, repositoryMaySet: false },
  { prefix: 'disclosure', options: disclosureOptions, repositoryMaySet: false },
  { prefix: 'judging', options: judgingOptions, repositoryMaySet: false },
  { prefix: 'locate', options: locateOptions, repositoryMaySet: true },
  { prefix: 'logging', options: loggingOptions, repositoryMaySet: false },
  { prefix: 'memory.v3', options: v3Options, repositoryMaySet: false },
  { prefix: 'memory.v3', options: turnOptions, repositoryMaySet: false, environmentMaySet: false },
  { prefix: 'memory.v3.scope', options: scopeOptions, repositoryMaySet: false },
  { prefix: 'memory.v3.lifecycle', options: lifecycleOptions, repositoryMaySet: false },
  { prefix: 'memory.v3.consolidation', options: consolidationOptions, repositoryMaySet: false },
  { prefix: 'memory.v3.contradiction', options: contradictionOptions, repositoryMaySet: false },
  { prefix: 'memory.v3.activeHooks', options: activeHookOptions, repositoryMaySet: false },
  { prefix: 'memory.v3.graphExpansion', options: graphExpansionOptions, repositoryMaySet: false },
  { prefix: 'memory.v3.rerank', options: rerankOptions, repositoryMaySet: false },
  { prefix: 'memory', options: forgettingOptions, repositoryMaySet: false },
  { prefix: 'memory', options: promotionOptions, repositoryMaySet: false },
  { prefix: 'memory', options: promptBudgetOptions, repositoryMaySet: false },
  { prefix: 'memory', options: extractionOptions, repositoryMaySet: false },
  { prefix: 'models', options: modelOptions, repositoryMaySet: false, environmentMaySet: false },
  {
    prefix: 'models.embeddings',
    options: embeddingOptions,
    repositoryMaySet: false,
    environmentMaySet: false,
  },
  { prefix: 'packing', options: packingOptions, repositoryMaySet: true },
  { prefix: 'speaker', options: speakerOptions, repositoryMaySet: false, environmentMaySet: false },
];

/** `packing.budgetTokens` → `AFTERWIT_PACKING_BUDGET_TOKENS`. */
export function environmentVariableOf(name: string): string {
  const words = name.replaceAll('.', '_').replaceAll(/[A-Z]/g, (letter) => `_${letter}`);
  return `AFTERWIT_${words.toUpperCase()}`;
}

/** Every setting there is, in the order of the reference page. */
export const settingTable: readonly Setting[] = groups.flatMap(
  ({ prefix, options, repositoryMaySet, environmentMaySet = true }) =>
    Object.entries(options).map(([key, option]) => {
      const name = `${prefix}.${key}`;
      const environmentVariable = environmentVariableOf(name);
      return { name, option, environmentVariable, repositoryMaySet, environmentMaySet };
    }),
);

const settingsByName: ReadonlyMap<string, Setting> = new Map(
  settingTable.map((setting) => [setting.name, setting]),
);

export function findSetting(name: string): Setting | undefined {
  return settingsByName.get(name);
}

/** Whether settings have names that go on after this one. */
export function isPartOfNames(name: string): boolean {
  return settingTable.some((setting) => setting.name.startsWith(`${name}.`));
}
