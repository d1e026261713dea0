import {
  count,
  type Form,
  filledText,
  flag,
  integer,
  isObject,
  listOf,
  oneOf,
  shapeOf,
  share,
  text,
} from './form.ts';
import { uuid } from './id-forms.ts';

const entityKinds = [
  ...['module', 'file', 'symbol', 'environment_variable', 'config_key', 'package', 'version', 'port'],
  ...['table', 'column', 'device', 'dtype', 'shape', 'flag', 'test', 'name'],
];

const failure = shapeOf(
  {
    errorLines: listOf(text),
    excerpt: text,
    exceptionTypes: listOf(text),
    entities: listOf(shapeOf({ kind: oneOf(entityKinds), value: text })),
  },
  {
    command: shapeOf({ program: text, family: text }, { subcommand: text }),
    family: shapeOf({ name: text, confidence: share }, { rootCause: text }),
    frames: listOf(shapeOf({ path: text }, { function: text })),
    file: text,
    environment: listOf(text),
    guessed: flag,
    told: listOf(count),
    circumstanceLines: count,
  },
);

const variant = shapeOf(
  { patternId: uuid, failure },
  {
    command: text,
    symptom: text,
    context: text,
    verification: text,
    appliesWhen: listOf(text),
    notWhen: listOf(text),
    seen: text,
    changed: listOf(shapeOf({ path: filledText }, { name: text })),
    alsoSeen: listOf(text),
    doubt: shapeOf({ kind: oneOf(['merge', 'contradiction']), variantId: uuid }),
  },
);

const episode = shapeOf(
  { variantId: uuid, failure, outcome: oneOf(['verified', 'resolved', 'unresolved']) },
  {
    command: text,
    validation: shapeOf({}, { command: text, exitCode: integer }),
    attempts: listOf(text),
    session: text,
  },
);

const pattern = shapeOf({ symptom: text }, { family: text, rootCause: text, preventionRule: text });

const preference = shapeOf({ stance: oneOf(['prefer', 'avoid']), strategy: filledText });

const version = shapeOf({ fingerprint: filledText }, { seen: text });

const forms: Readonly<Record<string, Form>> = {
  ...{ pattern, variant, episode, preference, version },
  hard_rule: shapeOf({}, { command: text }),
};

/**
 * Required form of a body, by its kind. For a body of a later version, only the fields that this version reads are
 * checked.
 */
export const bodyForm: Form = {
  expected: 'the body of a memory',
  misfit(value, place) {
    if (!isObject(value) || typeof value.kind !== 'string')
      return { place, expected: 'an object with a kind' };
    const known = Object.hasOwn(forms, value.kind) ? forms[value.kind] : undefined;
    return (known ?? shapeOf({}, { failure })).misfit(value, place);
  },
};

/** A place in the code. */
export const anchorForm = shapeOf(
  { path: filledText, blobId: filledText },
  {
    symbol: shapeOf({ name: text, firstLine: text, lineCount: count, digest: filledText }),
    removed: listOf(text),
  },
);
