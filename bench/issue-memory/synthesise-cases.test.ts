import { describe, expect, it } from 'vitest';
import type { ScaleMemory } from './issue-data.ts';
import { learnTemplates } from './learn-templates.ts';
import { synthesiseCases } from './synthesise-cases.ts';

const services = ['ink-press', 'wax-press', 'sand-tray', 'quill-rack', 'ink-rack', 'seal-tray'];
const memories = services.flatMap((svc, at): readonly ScaleMemory[] => {
  const svc_ = svc.replace('-', '_');
  const slots = {
    svc,
    svc_,
    n: 10 + at,
    key: `${svc_}_size`,
    verb: at % 2 === 0 ? 'copying a page' : 'closing a book',
  };
  return [
    {
      id: `m${at}`,
      template: 'tray',
      slots,
      record: {
        title: `${svc} is dry`,
        raw_error: `InkError: ${svc} holds ${slots.n} drops of ${slots.key} while ${slots.verb}`,
        canonical_fix: `Fill ${svc}`,
        command: `python -m ${svc_}`,
        file_path: `${svc_}/page${at}.py`,
      },
    },
  ];
});

describe('learnTemplates', () => {
  it('finds the texts that memories were written from', () => {
    const [template] = learnTemplates(memories);
    expect(template).toMatchObject({ name: 'tray', fidelity: 1 });
    expect(template?.fields.raw_error).toBe('InkError: {svc} holds {n} drops of {key} while {verb}');
    expect(template?.fields.file_path).toBe('{svc_}/{page}.py');
  });
});

describe('synthesiseCases', () => {
  const { memories: made, probes } = synthesiseCases(memories, 20);
  const texts = made.map(({ record }) => record.raw_error ?? '');

  it('makes as many as asked, no two of which are one failure', () => {
    expect(made).toHaveLength(20);
    expect(new Set(texts.map((text) => text.replace(/ while .*/, ''))).size).toBe(20);
    expect(synthesiseCases(memories, 20)).toEqual({ name: 'made up, 20', memories: made, probes });
  });

  it('asks for each with and without its place, and for names that none has', () => {
    const { length } = probes.filter(({ kind }) => kind === 'positive_error_only');
    expect(length).toBe(20);
    const unseen = probes.filter(({ expected_id }) => expected_id === null);
    expect(unseen.length).toBe(200);
    for (const { query } of unseen) {
      expect(query.error_text).toContain('zz');
      expect(texts.join('\n')).not.toContain('zz');
    }
  });
});
