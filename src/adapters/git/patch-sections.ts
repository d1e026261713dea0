/** Patch text of one file: what was kept, and how much there was. */
export interface PatchSection {
  readonly text: Buffer;
  readonly bytes: number;
}

interface PatchSectionLimits {
  /** Bytes kept of one section. */
  readonly sectionBytes: number;
  /** Bytes kept of all. */
  readonly totalBytes: number;
}

export interface PatchSections {
  /** False once the limits leave no room for another section: no more chunks are needed. */
  push(chunk: Buffer): boolean;
  end(): readonly PatchSection[];
}

const mark = Buffer.from('\ndiff --git ');

/**
 * Cuts a patch into its files. A line that begins with `diff --git ` is always git's own: lines of content begin with a
 * space, a sign or a backslash, and line breaks in paths are quoted.
 */
export function createPatchSections(limits: PatchSectionLimits): PatchSections {
  const sections: PatchSection[] = [];
  let kept: Buffer[] = [];
  let keptBytes = 0;
  let seenBytes = 0;
  let room = limits.totalBytes;
  /** The end of the last chunk, which may be the beginning of a mark. Begins with a line break that is not in the patch. */
  let rest: Buffer = Buffer.from('\n');
  let started = false;

  const keep = (part: Buffer): void => {
    seenBytes += part.length;
    const wanted = part.subarray(0, Math.max(0, Math.min(limits.sectionBytes, room) - keptBytes));
    if (wanted.length === 0) return;
    kept.push(Buffer.from(wanted));
    keptBytes += wanted.length;
  };
  const finish = (): void => {
    if (started) sections.push({ text: Buffer.concat(kept), bytes: seenBytes });
    room -= keptBytes;
    started = false;
    kept = [];
    keptBytes = 0;
    seenBytes = 0;
  };
  return {
    push(chunk) {
      const bytes = Buffer.concat([rest, chunk]);
      let start = 0;
      for (let at = bytes.indexOf(mark); at !== -1; at = bytes.indexOf(mark, start)) {
        if (started) keep(bytes.subarray(start, at + 1));
        finish();
        if (room <= 0) return false;
        started = true;
        start = at + 1;
      }
      // The line break before a mark belongs to the section that ends with it: held back until that is known.
      const settled = Math.max(start, bytes.length - mark.length + 1);
      if (started) keep(bytes.subarray(start, settled));
      rest = Buffer.from(bytes.subarray(settled));
      return true;
    },
    end() {
      if (started) keep(rest);
      finish();
      return sections;
    },
  };
}
