import type { FileEdit } from '../model/session.ts';
import { patchFiles } from '../text/line-changes.ts';

const longestCommand = 100_000;
const path = `(?:'([^'\\n]{1,300})'|"([^"\\n]{1,300})"|([\\w./@+-]{1,300}\\.\\w{1,12}))`;
const inPlace = new RegExp(
  `\\b(?:sed|perl)\\s+(?:-\\S+\\s+)*-\\w*i\\S*\\s[^\\n;&|]{0,2000}?\\s${path}\\s*(?=$|[\\n;&|])`,
  'g',
);
const written = new RegExp(`(?<![\\d&>=-])>{1,2}\\s*${path}`, 'g');
const heredocStart = /<<-?[ \t]*['"]?(\w+)['"]?[^\n]{0,500}\n/g;
/** A line of a few here-documents at most; of more, none is looked for in another. */
const mostHeredocs = 8;
const mostLines = 400;

/** Files that a command line says itself to write: `sed -i`, `> file`, a patch in a here-document. Temporary files are none. */
export function shellEdits(commandLine: string): readonly FileEdit[] {
  const command = commandLine.slice(0, longestCommand);
  const patched = patchFiles(command);
  if (patched.length > 0) return patched;
  const heredoc = findHeredoc(command);
  const text = heredoc?.text;
  // Inside a here-document, `>` is the text's own.
  const line = heredoc === undefined ? command : command.slice(0, heredoc.start) + command.slice(heredoc.end);
  return [
    ...namesIn(line, inPlace).map((name) => editOf(name, undefined)),
    ...namesIn(line, written).map((name) => editOf(name, text)),
  ];
}

/** The first that ends. Each beginning is followed to the end of the text, so only a few are. */
function findHeredoc(command: string) {
  const openings = command.matchAll(heredocStart);
  for (let count = 0; count < mostHeredocs; count++) {
    const { value: opening } = openings.next();
    if (opening === undefined) return undefined;
    const from = opening.index + opening[0].length;
    const end = new RegExp(`\\n[ \\t]*${opening[1]}(?=\\n|$)`, 'g');
    end.lastIndex = from - 1;
    const found = end.exec(command);
    if (found !== null)
      return { start: opening.index, end: end.lastIndex, text: command.slice(from, found.index) };
  }
  return undefined;
}

function editOf(name: string, text: string | undefined): FileEdit {
  return { path: name, added: text?.split('\n', mostLines) ?? [], removed: [] };
}

function namesIn(command: string, shape: RegExp): readonly string[] {
  return [...command.matchAll(shape)]
    .map(([, single, double, plain]) => single ?? double ?? plain ?? '')
    .filter((name) => !/^(?:\/tmp\/|\/var\/|\/dev\/|\$)/.test(name));
}
