/** What an argument, or a field of one, must be. */
export interface ArgumentShape {
  /** As a message has it: `text`, `a list of texts`. */
  readonly kind: string;
  readonly isRequired?: true;
  /** What is wrong with a value that is there. Never repeats the value, which may be a secret. */
  readonly faultOf: (value: unknown, name: string) => string | undefined;
}

/** Fields of all kinds of a request. */
type FieldOf<Request> = Request extends unknown ? keyof Request : never;

type FieldShapes<Request> = Readonly<Record<FieldOf<Request> & string, ArgumentShape>>;

export const text = ofKind('text', (value) => typeof value === 'string');
export const flag = ofKind('true or false', (value) => typeof value === 'boolean');
/** What range it must be in, is checked where it is used. */
export const number = ofKind('a number', (value) => typeof value === 'number' && !Number.isNaN(value));
export const action = ofKind('a function', (value) => typeof value === 'function');
export const signal = ofKind('an AbortSignal', (value) => isObject(value) && 'aborted' in value);
export const object = ofKind('an object', isObject);
/** Another check says what it must be. */
export const anything = ofKind('anything', () => true);
/** Such as the bytes of a file that is read as a stream. */
export const stream = ofKind(
  'an async iterable',
  (value) => isObject(value) && Symbol.asyncIterator in value,
);
/** What is read one by one, whether or not it has to be waited for. */
export const series = ofKind(
  'an iterable',
  (value) => isObject(value) && (Symbol.asyncIterator in value || Symbol.iterator in value),
);

export function required(shape: ArgumentShape): ArgumentShape {
  return { ...shape, isRequired: true };
}

export function oneOf(...values: readonly string[]): ArgumentShape {
  const kind = `one of ${values.map((value) => `"${value}"`).join(', ')}`;
  return {
    kind,
    faultOf: (value, name) => {
      if (typeof value !== 'string') return mustBe(kind, value, name);
      return values.includes(value) ? undefined : `${name} must be ${kind}, and is another text.`;
    },
  };
}

export function listOf(shape: ArgumentShape): ArgumentShape {
  const kind = `a list, of ${shape.kind} each`;
  return {
    kind,
    faultOf: (value, name) => {
      if (!Array.isArray(value)) return mustBe(kind, value, name);
      return firstFault(value, (each, index) => shapeFault(required(shape), each, `${name}[${index}]`));
    },
  };
}

export const texts = listOf(text);

export function either(one: ArgumentShape, list: ArgumentShape): ArgumentShape {
  const kind = `${one.kind} or ${list.kind}`;
  return {
    kind,
    faultOf: (value, name) => {
      if (one.faultOf(value, name) === undefined) return;
      return Array.isArray(value) ? list.faultOf(value, name) : mustBe(kind, value, name);
    },
  };
}

/** Something that is handed in to be called, such as a clock. */
export function havingMethods(...methods: readonly string[]): ArgumentShape {
  const kind = `an object with ${methods.map((method) => `${method}()`).join(' and ')}`;
  return ofKind(kind, (value) =>
    methods.every((method) => isObject(value) && typeof Reflect.get(value, method) === 'function'),
  );
}

/** Fields that are not named are not looked at, so that newer callers are understood. */
export function request<Request>(fields: FieldShapes<Request>): ArgumentShape {
  return {
    kind: 'an object',
    faultOf: (value, name) => {
      if (!isObject(value)) return mustBe('an object', value, name);
      return firstFault(Object.entries<ArgumentShape>(fields), ([field, shape]) =>
        shapeFault(shape, Reflect.get(value, field), `${name}.${field}`),
      );
    },
  };
}

/** A request of several kinds, each with fields of its own. */
export function requestOf(kindField: string, kinds: Readonly<Record<string, ArgumentShape>>): ArgumentShape {
  const known = required(oneOf(...Object.keys(kinds)));
  return {
    kind: 'an object',
    faultOf: (value, name) => {
      if (!isObject(value)) return mustBe('an object', value, name);
      const kind: unknown = Reflect.get(value, kindField);
      const unknownKind = shapeFault(known, kind, `${name}.${kindField}`);
      return unknownKind ?? kinds[String(kind)]?.faultOf(value, name);
    },
  };
}

/** What is wrong with the value of an argument, in a sentence; undefined when it fits. */
export function shapeFault(shape: ArgumentShape, value: unknown, name: string): string | undefined {
  if (value !== undefined) return shape.faultOf(value, name);
  return shape.isRequired ? mustBe(shape.kind, value, name) : undefined;
}

function ofKind(kind: string, fits: (value: unknown) => boolean): ArgumentShape {
  return { kind, faultOf: (value, name) => (fits(value) ? undefined : mustBe(kind, value, name)) };
}

function mustBe(kind: string, value: unknown, name: string): string {
  return `${name} must be ${kind}, and is ${nameKind(value)}.`;
}

function nameKind(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (Number.isNaN(value)) return 'NaN';
  if (typeof value === 'string') return 'text';
  if (typeof value === 'boolean') return 'true or false';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

function firstFault<Each>(
  all: readonly Each[],
  faultOf: (each: Each, index: number) => string | undefined,
): string | undefined {
  for (const [index, each] of all.entries()) {
    const fault = faultOf(each, index);
    if (fault !== undefined) return fault;
  }
  return;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
