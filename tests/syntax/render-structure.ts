import type { CodeStructure } from '../../src/model/code.ts';

/** A structure in lines that a person can check against the source. */
export function renderStructure(structure: CodeStructure): string {
  const { symbols, imports, calls, documentation } = structure;
  const nameOf = (position: number) =>
    [symbols[position]?.container, symbols[position]?.name].filter((part) => part !== undefined).join('.');
  return [
    `${structure.parser}${structure.hasErrors ? ', with errors' : ''}: ${documentation ?? '-'}`,
    ...symbols.map(({ kind, startLine, endLine, bases, documentation: text }, position) =>
      [
        `${startLine}-${endLine} ${kind} ${nameOf(position)}`,
        ...(bases === undefined ? [] : [`< ${bases.join(', ')}`]),
        ...(text === undefined ? [] : [`: ${text}`]),
      ].join(' '),
    ),
    ...imports.map(({ line, module, names }) => `${line} import ${module} {${names.join(', ')}}`),
    ...calls.map(
      ({ line, caller, callee }) =>
        `${line} call ${caller === undefined ? '' : `${nameOf(caller)} > `}${callee}`,
    ),
    '',
  ].join('\n');
}
