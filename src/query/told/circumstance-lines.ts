import { redact } from '../../redaction/redact.ts';
import { stableLine } from '../../text/output-lines.ts';
import { mayBeMarked, saysNoFailure } from '../logs/line-marks.ts';
import { terminalLines } from '../logs/terminal-lines.ts';
import { openToolEnvelope } from '../logs/tool-envelope.ts';
import { isWrapperLine } from '../logs/wrapper-lines.ts';

/** Of a longer output the end. */
const readEnd = 262_144;
const mostLines = 128;

/**
 * Lines of an output that could tell why a command failed, had it failed: masked and redacted, each once, the last first. Only these
 * are worth knowing again; most outputs of commands that pass have none.
 */
export function circumstanceLines(output: string): readonly string[] {
  const lines = terminalLines(openToolEnvelope(output).output.slice(-readEnd));
  const found = new Set<string>();
  for (let at = lines.length - 1; at >= 0 && found.size < mostLines; at--) {
    const line = lines[at] ?? '';
    if (!mayBeMarked(line) || saysNoFailure(line) || isWrapperLine(line)) continue;
    found.add(stableLine(line));
  }
  return found.size === 0 ? [] : redact([...found].join('\n')).split('\n');
}
