import type { EmbeddingSettings, ModelSettings, TurnSettings } from '../asking/options.ts';
import type { CaptureSettings, ExtractionSettings } from '../capture/options.ts';
import type { CodebaseSettings } from '../codebase/options.ts';
import type { FailureSettings } from '../failures/options.ts';
import type { GateSettings } from '../gate/options.ts';
import type { HistorySettings } from '../history/options.ts';
import type { JudgingSettings } from '../judging/options.ts';
import type { ContradictionSettings } from '../lessons/options.ts';
import type { ConsolidationSettings, ForgettingSettings, PromotionSettings } from '../lifecycle/options.ts';
import type { LocateSettings } from '../locate/options.ts';
import type { SettingsOf } from '../model/settings-of.ts';
import {
  type DisclosureSettings,
  type PackingSettings,
  packingOptions,
  type promptBudgetOptions,
} from '../packing/options.ts';
import type {
  ActiveHookSettings,
  GraphExpansionSettings,
  RerankSettings,
  RetrievalSettings,
} from '../retrieval/options.ts';
import { constantValues, type hookConstants } from './constants.ts';
import type { gitOptions, hookOptions, loggingOptions, scopeOptions } from './core-options.ts';
import { type DottedValues, freezeTree, nest } from './dotted-names.ts';
import { settingTable } from './setting-table.ts';

/** Which scopes are read; frozen. */
export type ScopeSettings = SettingsOf<typeof scopeOptions>;

/** All settings of the user, and the constants beside them, as frozen data. Each stage gets its own slice. */
export interface Settings {
  readonly git: SettingsOf<typeof gitOptions>;
  readonly capture: CaptureSettings;
  readonly codebase: CodebaseSettings;
  readonly disclosure: DisclosureSettings;
  readonly gate: GateSettings;
  readonly history: HistorySettings;
  readonly hooks: SettingsOf<typeof hookOptions> & Readonly<Record<keyof typeof hookConstants, number>>;
  readonly failures: FailureSettings;
  readonly judging: JudgingSettings;
  readonly locate: LocateSettings;
  readonly logging: SettingsOf<typeof loggingOptions>;
  readonly memory: ForgettingSettings &
    ExtractionSettings &
    PromotionSettings &
    SettingsOf<typeof promptBudgetOptions> & {
      readonly v3: TurnSettings & {
        readonly enabled: boolean;
        readonly activeHooks: ActiveHookSettings;
        readonly consolidation: ConsolidationSettings;
        readonly contradiction: ContradictionSettings;
        readonly graphExpansion: GraphExpansionSettings;
        readonly rerank: RerankSettings;
        readonly scope: ScopeSettings;
      };
    };
  readonly models: ModelSettings & { readonly embeddings: EmbeddingSettings };
  readonly packing: PackingSettings;
  readonly retrieval: RetrievalSettings;
  readonly speaker: {
    readonly automation: string;
  };
}

const defaultValues: DottedValues = {
  ...constantValues,
  ...Object.fromEntries(settingTable.map(({ name, option }) => [name, option.default])),
};

const leastBudget = packingOptions.budgetTokens.minimum;
const formerBudget = 'memory.softPromptBudgetTokens';

/** There is one budget: who sets it by Memory V2's name sets `packing.budgetTokens`. */
function budgetByFormerName(values: DottedValues): DottedValues {
  const tokens = values[formerBudget];
  return typeof tokens === 'number' && tokens > 0
    ? { 'packing.budgetTokens': Math.max(leastBudget, tokens) }
    : {};
}

/** The behaviour of Memory V2, phase by phase: in force, whatever else is set, while `memory.v3.enabled` is off. */
const memoryV2: DottedValues = {
  // The record's planning pre-brief.
  'hooks.sessionStart': 'off',
  'memory.v3.activeHooks.fileSalience': false,
  'memory.v3.consolidation.enabled': false,
  'memory.v3.consolidation.interval': 0,
  'memory.v3.contradiction.enabled': false,
  'memory.v3.graphExpansion.maxHops': 0,
  'memory.v3.lifecycle.enabled': false,
  'memory.v3.rerank.enabled': false,
  'memory.v3.scope.mode': 'repo',
};

/** Settings with some changed values, constants included; the values must be checked before (`config/check-settings.ts`). */
export function settingsWith(values: DottedValues): Settings {
  return freezeTree(
    nest({
      ...defaultValues,
      ...budgetByFormerName(values),
      ...values,
      ...(values['memory.v3.enabled'] === false ? memoryV2 : {}),
    }),
  ) as unknown as Settings;
}

export const defaultSettings: Settings = settingsWith({});
