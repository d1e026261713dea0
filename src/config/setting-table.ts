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

/** The option tables, and who may set their options beside the user. */
const groups: readonly {
  readonly prefix: string;
  readonly options: OptionTable;
  readonly repositoryMaySet?: true;
  readonly environmentMaySet?: false;
}[] = [
  { prefix: 'git', options: gitOptions },
  { prefix: 'capture', options: captureOptions, environmentMaySet: false },
  { prefix: 'gate', options: gateOptions },
  { prefix: 'hooks', options: hookOptions },
  { prefix: 'disclosure', options: disclosureOptions },
  { prefix: 'judging', options: judgingOptions },
  { prefix: 'locate', options: locateOptions, repositoryMaySet: true },
  { prefix: 'logging', options: loggingOptions },
  { prefix: 'memory.v3', options: v3Options },
  { prefix: 'memory.v3', options: turnOptions, environmentMaySet: false },
  { prefix: 'memory.v3.scope', options: scopeOptions },
  { prefix: 'memory.v3.lifecycle', options: lifecycleOptions },
  { prefix: 'memory.v3.consolidation', options: consolidationOptions },
  { prefix: 'memory.v3.contradiction', options: contradictionOptions },
  { prefix: 'memory.v3.activeHooks', options: activeHookOptions },
  { prefix: 'memory.v3.graphExpansion', options: graphExpansionOptions },
  { prefix: 'memory.v3.rerank', options: rerankOptions },
  { prefix: 'memory', options: forgettingOptions },
  { prefix: 'memory', options: promotionOptions },
  { prefix: 'memory', options: promptBudgetOptions },
  { prefix: 'memory', options: extractionOptions },
  { prefix: 'models', options: modelOptions, environmentMaySet: false },
  { prefix: 'models.embeddings', options: embeddingOptions, environmentMaySet: false },
  { prefix: 'packing', options: packingOptions, repositoryMaySet: true },
  { prefix: 'speaker', options: speakerOptions, environmentMaySet: false },
];

/** `packing.budgetTokens` → `AFTERWIT_PACKING_BUDGET_TOKENS`. */
export function environmentVariableOf(name: string): string {
  const words = name.replaceAll('.', '_').replaceAll(/[A-Z]/g, (letter) => `_${letter}`);
  return `AFTERWIT_${words.toUpperCase()}`;
}

/** Every setting there is, in the order of the reference page. */
export const settingTable: readonly Setting[] = groups.flatMap(
  ({ prefix, options, repositoryMaySet = false, environmentMaySet = true }) =>
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
