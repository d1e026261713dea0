import { type TextView, TextViewBuilder } from './text-view.ts';

const escapes = /(?:%[0-9A-Fa-f]{2})+/g;

/** The lines with `%3D` and the like, read as what they stand for; undefined where there are none. */
export function decodedView(text: string): TextView | undefined {
  if (!text.includes('%')) return undefined;
  const view = new TextViewBuilder(text);
  let lineEnd = 0;
  for (const { 0: run, index } of text.matchAll(escapes)) {
    if (index >= lineEnd) {
      const before = text.lastIndexOf('\n', index);
      // Lines without any were read as they stand.
      if (before > lineEnd) view.replace(lineEnd, before, '');
      const next = text.indexOf('\n', index);
      lineEnd = next === -1 ? text.length : next;
    }
    const bytes = Buffer.from(run.replaceAll('%', ''), 'hex');
    // One part for each character as far as possible, so that a secret begins and ends where it does.
    if (bytes.every((byte) => byte < 128)) {
      bytes.forEach((byte, place) => {
        view.replace(index + 3 * place, index + 3 * place + 3, String.fromCharCode(byte));
      });
    } else {
      view.replace(index, index + run.length, bytes.toString('utf8'));
    }
  }
  if (view.isEmpty) return undefined;
  view.replace(lineEnd, text.length, '');
  return view.build();
}
