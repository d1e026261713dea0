const assignments = /^(?:[A-Z_][A-Z0-9_]*=(?:"[^"]*"|'[^']*'|\S+)\s+)*/;
const program = /^(?:\.{0,2}\/)?[a-z0-9][\w./@+-]*$/;
const option = /\s--?[a-z]/i;
const longestCall = 300;

/**
 * Whether both are commands and nothing else, which call one program with options. They are examples of its use: another option takes the
 * place of none.
 */
export function callOneProgram(one: string, other: string): boolean {
  const called = programOf(one);
  return called !== undefined && called === programOf(other);
}

function programOf(text: string): string | undefined {
  const line = text
    .trim()
    .replace(/^[-*]\s+/, '')
    .replace(/^`([^`]*)`$/, '$1')
    .replace(/^\$\s+/, '');
  if (line.length > longestCall || /\n|\s[#(]|[.:]$/.test(line) || !option.test(line)) return undefined;
  const [called = ''] = line.replace(assignments, '').split(/\s+/, 1);
  return program.test(called) ? called : undefined;
}
