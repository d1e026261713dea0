/** One setting as a stage's `options.ts` describes it. Its kind is that of its default. */
export interface NumberOption {
  readonly description: string;
  readonly default: number;
  /** The unit that the number counts or measures. */
  readonly unit?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  /** Where afterwit stays useful: a repository's own file may choose from this narrower range only. */
  readonly inRepository?: { readonly minimum?: number; readonly maximum?: number };
}

interface TextOption {
  readonly description: string;
  readonly default: string;
  /** The only values it takes, when they are few. */
  readonly choices?: readonly string[];
}

interface SwitchOption {
  readonly description: string;
  readonly default: boolean;
}

export type Option = NumberOption | TextOption | SwitchOption;

export type SettingValue = Option['default'];

/** Options by name; a name may be dotted. */
export type OptionTable = Readonly<Record<string, Option>>;

/** Things that come in whole numbers. */
const countedUnits: ReadonlySet<string> = new Set([
  'commits',
  'files',
  'terms',
  'milliseconds',
  'seconds',
  'days',
  'hours',
  'memories',
  'tokens',
]);

export function isNumberOption(option: Option): option is NumberOption {
  return typeof option.default === 'number';
}

export function isSwitch(option: Option): option is SwitchOption {
  return typeof option.default === 'boolean';
}

export function isWholeNumber({ unit }: NumberOption): boolean {
  return unit !== undefined && countedUnits.has(unit);
}

/** Whether a value is a number of the option's kind, within its range or not. */
export function isNumberOf(option: NumberOption, value: unknown): value is number {
  return isWholeNumber(option) ? Number.isSafeInteger(value) : Number.isFinite(value);
}

/** The value that a text stands for, in a variable or on a command line. Text that is none stays text, to be refused. */
export function valueOfText(option: Option, text: string): SettingValue {
  const word = text.trim().toLowerCase();
  if (isSwitch(option)) return word === 'true' || word === 'false' ? word === 'true' : text;
  const isNumber = isNumberOption(option) && /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/.test(word);
  return isNumber ? Number(word) : text;
}

export function takesValue(option: Option, value: unknown): boolean {
  if (isSwitch(option)) return typeof value === 'boolean';
  if (isNumberOption(option)) {
    const { minimum = -Infinity, maximum = Infinity } = option;
    return isNumberOf(option, value) && value >= minimum && value <= maximum;
  }
  return typeof value === 'string' && value !== '' && (option.choices?.includes(value) ?? true);
}

/** The option as a repository's own file may set it. */
export function optionInRepository(option: Option): Option {
  return isNumberOption(option) ? { ...option, ...option.inRepository } : option;
}

/** The values an option takes, in words: `a whole number from 1 to 10000`. */
export function describeValues(option: Option): string {
  if (isSwitch(option)) return 'true or false';
  if (!isNumberOption(option)) {
    return option.choices === undefined ? 'a text that is not empty' : `one of ${option.choices.join(', ')}`;
  }
  const noun = isWholeNumber(option) ? 'a whole number' : 'a number';
  const { minimum, maximum } = option;
  if (minimum !== undefined && maximum !== undefined) return `${noun} from ${minimum} to ${maximum}`;
  if (minimum !== undefined) return `${noun} of at least ${minimum}`;
  return maximum === undefined ? noun : `${noun} of at most ${maximum}`;
}
