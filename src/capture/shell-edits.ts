import type { FileEdit } from '../model/session-event.ts';
import { patchFiles } from '../text/patch-files.ts';

const longestCommand = 100_000;
const path = `(?:'([^'\\n]{1,300})'|"([^"\\n]{1,300})"|([\\w./@+-]{1,300}\\.\\w{1,12}))`;
const inPlace = new RegExp(
  `\\b(?:sed|perl)\\s+(?:-\\S+\\s+)*-\\w*i\\S*\\s[^\\n;&|]{0,2000}?\\s${path}\\s*(?=$|[\\n;&|])`,
  'g',
);
const written = new RegExp(`(?<![\\d&>=-])>{1,2}\\s*${path}`, 'g');
const heredoc = /<<-?\s*['"]?(\w+)['"]?[^\n]*\n([\s\S]*?)\n\s*\1(?=\n|$)/;
const mostLines = 400;

/** Files that a command line says itself to write: `sed -i`, `> file`, a patch in a here-document. Temporary files are none. */
export function shellEdits(commandLine: string): readonly FileEdit[] {
  const command = commandLine.slice(0, longestCommand);
  const patched = patchFiles(command);
  if (patched.length > 0) return patched;
  const text = heredoc.exec(command)?.[2];
  // Inside a here-document, `>` is the text's own.
  const line = command.replace(heredoc, '');
  return [
    ...namesIn(line, inPlace).map((name) => editOf(name, undefined)),
    ...namesIn(line, written).map((name) => editOf(name, text)),
  ];
}

function editOf(name: string, text: string | undefined): FileEdit {
  return { path: name, added: text?.split('\n', mostLines) ?? [], removed: [] };
}

function namesIn(command: string, shape: RegExp): readonly string[] {
  return [...command.matchAll(shape)]
    .map(([, single, double, plain]) => single ?? double ?? plain ?? '')
    .filter((name) => !/^(?:\/tmp\/|\/var\/|\/dev\/|\$)/.test(name));
}
