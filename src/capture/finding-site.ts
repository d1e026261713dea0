import type { FindingSite } from '../model/finding.ts';
import { redact } from '../redaction/redact.ts';
import { placeForm, placeMark } from '../text/code-form.ts';
import { bareCommand } from './command-lines.ts';
import type { ProjectFiles } from './declared-names.ts';
import { codeOf } from './describe-seen-fix.ts';
import type { MendedFinding } from './finding-tracker.ts';
import { isHarmlessCommand } from './is-harmless-command.ts';

const plain = /^[\w./@+()[\] -]{1,200}$/;
const plainName = /^[\w$.:/@<>*-]{2,80}$/;
const plainDirective = /^[\x20-\x7e]{3,100}$/;
const plainReason = /^[\w ,.'"()/:;-]{3,100}$/;
const quoted = /[`'"\u2018\u201c]([^`'"\u2019\u201d\s]{2,80})[`'"\u2019\u201d]/;

/** Returns the action of a session at one place: code and names, redacted. Undefined where none may be told. */
export function siteOf(
  { finding, way, path, removed, added, suppression, command }: MendedFinding,
  { id, atMs, files }: { readonly id: string; readonly atMs: number; readonly files: ProjectFiles },
): FindingSite | undefined {
  if (!isOpen(path || '.', plain)) return undefined;
  const about = quoted.exec(finding.says)?.[1] ?? '';
  const site = {
    ...{ id, way, atMs, path: redact(path || '.'), form: redact(placeForm(finding)) },
    mark: placeMark(finding),
    ...(isOpen(about, plainName) ? { about: redact(about) } : {}),
  };
  if (way === 'command') {
    const line = bareCommand(command ?? '');
    return isHarmlessCommand(line, files) && redact(line) === line
      ? { ...site, command: redact(line) }
      : undefined;
  }
  if (suppression !== undefined) {
    const { directive, reason } = suppression;
    if (!isOpen(directive, plainDirective)) return site;
    const told = isOpen(reason, plainReason) ? { reason: redact(reason) } : {};
    return { ...site, added: [redact(directive)], ...told };
  }
  const code = (lines: readonly string[]) =>
    lines
      .flatMap((line) => codeOf(line) ?? [])
      .flatMap((line) => (redact(line) === line ? [redact(line)] : []));
  return { ...site, removed: code(removed), added: code(added) };
}

function isOpen(text: string, shape: RegExp): boolean {
  return shape.test(text) && redact(text) === text;
}
