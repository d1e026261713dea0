/** Finds every occurrence of many literals in one pass over a text: the automaton of Aho and Corasick (1975). */
export interface LiteralScanner {
  /** Occurrences in the order in which they end; those that end together, the longest first. */
  readonly scan: (text: string, visit: (literal: number, end: number) => void) => void;
}

const unknown = 0;

/** @param literals Lower-case ASCII; ASCII letters of the text match in either case. */
export function buildLiteralScanner(literals: readonly string[]): LiteralScanner {
  const { classOf, classes } = classifyCharacters(literals);
  const { next, ending, states } = buildTrie(literals, classOf, classes);
  const shorter = completeTransitions(next, ending, states, classes);

  return {
    scan(text, visit) {
      let state = 0;
      for (let index = 0; index < text.length; index++) {
        const code = text.charCodeAt(index);
        state = code < 128 ? (next[state * classes + (classOf[code] ?? unknown)] ?? 0) : 0;
        if (ending[state] === -1 && shorter[state] === 0) continue;
        for (let match = state; match !== 0; match = shorter[match] ?? 0) {
          const literal = ending[match] ?? -1;
          if (literal >= 0) visit(literal, index + 1);
        }
      }
    },
  };
}

/** Characters that no literal holds share a class, which keeps the table of transitions small. */
function classifyCharacters(literals: readonly string[]) {
  const classOf = new Uint8Array(128);
  let classes = 1;
  for (const character of new Set(literals.join(''))) {
    classOf[character.charCodeAt(0)] = classes;
    classOf[character.toUpperCase().charCodeAt(0)] = classes;
    classes++;
  }
  return { classOf, classes };
}

function buildTrie(literals: readonly string[], classOf: Uint8Array, classes: number) {
  const mostStates = literals.reduce((sum, literal) => sum + literal.length, 1);
  const next = new Uint16Array(mostStates * classes);
  const ending = new Int16Array(mostStates).fill(-1);
  let states = 1;
  literals.forEach((literal, index) => {
    let state = 0;
    for (let position = 0; position < literal.length; position++) {
      const edge = state * classes + (classOf[literal.charCodeAt(position)] ?? unknown);
      if (next[edge] === 0) next[edge] = states++;
      state = next[edge] ?? 0;
    }
    ending[state] = index;
  });
  return { next, ending, states };
}

/**
 * Fills in, breadth first, where a state goes on a character its literals do not have: where its longest proper suffix
 * goes. Returns for each state the state of the next shorter literal that ends with it, 0 for none.
 */
function completeTransitions(
  next: Uint16Array,
  ending: Int16Array,
  states: number,
  classes: number,
): Uint16Array {
  const suffix = new Uint16Array(states);
  const shorter = new Uint16Array(states);
  const queue = [0];
  for (const state of queue) {
    for (let symbol = 0; symbol < classes; symbol++) {
      const edge = state * classes + symbol;
      const fallback = state === 0 ? 0 : (next[(suffix[state] ?? 0) * classes + symbol] ?? 0);
      const target = next[edge] ?? 0;
      if (target === 0) {
        next[edge] = fallback;
        continue;
      }
      suffix[target] = fallback;
      shorter[target] = (ending[fallback] ?? -1) >= 0 ? fallback : (shorter[fallback] ?? 0);
      queue.push(target);
    }
  }
  return shorter;
}
