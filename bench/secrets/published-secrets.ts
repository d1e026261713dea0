import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readJsonLines } from '../datasets/json-lines.ts';

/** A text that holds a generated secret of a published format, and that secret. */
export interface PublishedSecret {
  readonly text: string;
  readonly secret: string;
}

interface PublishedRule {
  readonly id: string;
  readonly regex?: string;
  readonly secretGroup?: number;
}

interface LabelledText {
  readonly rule: string;
  readonly text: string;
  readonly label?: number;
}

function rows(data: string, name: string): readonly LabelledText[] {
  const path = join(data, 'security', `${name}.jsonl.gz`);
  return existsSync(path) ? readJsonLines<LabelledText>(path) : [];
}

/** The secret of each labelled text by the rule of its format, without the host that all secrets of the format share. */
export function readPublishedSecrets(data: string): readonly PublishedSecret[] {
  const path = join(data, 'security', 'gitleaks_rules.json.gz');
  const [{ rules = [] } = {}] = existsSync(path)
    ? readJsonLines<{ readonly rules: readonly PublishedRule[] }>(path)
    : [];
  const byId = new Map(rules.map((rule) => [rule.id, rule]));
  return rows(data, 'secrets_positive_gitleaks').map(({ rule, text }) => ({
    text,
    // The name of a header and the scheme of an address are the same for everyone.
    secret: secretIn(text, byId.get(rule))
      .replace(/^["']?[\w-]+:\s*(?:(?:Basic|Bearer|Token)\s+)?(?=\S)/i, (name) =>
        rule === 'curl-auth-header' ? '' : name,
      )
      .replace(/^https?:\/\/[^/\s@]+(?=\/)/, ''),
  }));
}

function secretIn(text: string, rule: PublishedRule | undefined): string {
  const match = rule?.regex === undefined ? undefined : patternOf(rule.regex)?.exec(text);
  if (!match) return text.match(/[^\s"'`]+/g)?.toSorted((a, b) => b.length - a.length)[0] ?? text;
  return match[rule?.secretGroup ?? 0] === undefined || !rule?.secretGroup
    ? (match.slice(1).find((group) => group !== undefined && group !== '') ?? match[0])
    : (match[rule.secretGroup] ?? match[0]);
}

/** A pattern of RE2 as one of JavaScript; undefined where it cannot be. */
function patternOf(regex: string): RegExp | undefined {
  const source = regex
    .replaceAll('[:alnum:]', 'A-Za-z0-9')
    .replaceAll('\\z', '(?![^])')
    .replaceAll('(?P<', '(?<');
  const at = source.indexOf('(?i)');
  const scoped = at < 0 ? source : `${source.slice(0, at)}(?i:${source.slice(at + 4)})`;
  try {
    return new RegExp(scoped);
  } catch {
    return undefined;
  }
}

/** Texts that two scanners of secrets are published to leave alone. */
export function readFalsePositives(data: string): readonly string[] {
  return [
    ...rows(data, 'secrets_negative_gitleaks'),
    ...rows(data, 'secrets_secretlint').filter(({ label }) => label === 0),
  ].map(({ text }) => text);
}

export function readBenignMessages(data: string): readonly string[] {
  return rows(data, 'benign_commits').map(({ text }) => text);
}
