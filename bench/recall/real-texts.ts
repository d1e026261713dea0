import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { splitPassages } from '../../src/text/passages.ts';
import { readJsonLines } from '../datasets/json-lines.ts';

const commitFiles = [
  'pallets__flask',
  'psf__requests',
  'pytest-dev__pytest',
  'dask__dask',
  'tobymao__sqlglot',
];
const fewestCharacters = 30;
const mostCharacters = 600;

/** Rules and commit messages of real repositories, each once, in an order that never changes. */
export function readRealTexts(data: string): readonly string[] {
  const rules = readJsonLines<{ readonly rule: string }>(join(data, 'rules', 'timeline.jsonl.gz'));
  const commits = commitFiles
    .map((name) => join(data, 'replay', 'commits', `${name}.jsonl.gz`))
    .filter((file) => existsSync(file))
    .flatMap((file) => readJsonLines<{ readonly subject: string; readonly body: string | null }>(file));
  const benign = readJsonLines<{ readonly text: string }>(join(data, 'security', 'benign_commits.jsonl.gz'));
  const all = [
    ...rules.map(({ rule }) => rule),
    ...commits.map(({ subject, body }) => `${subject}\n\n${body ?? ''}`),
    ...benign.map(({ text }) => text),
  ];
  const cut = all.map((text) => text.trim().slice(0, mostCharacters));
  return [...new Set(cut)].filter((text) => text.length >= fewestCharacters);
}

/** Titles of real issues: questions that hardly any of those texts answers. */
export function readRealIssues(data: string): readonly string[] {
  const issues = readJsonLines<{ readonly issue: string }>(join(data, 'replay', 'issues.jsonl.gz'));
  return [...new Set(issues.map(({ issue }) => (issue.split('\n', 1)[0] ?? '').trim()))].filter(Boolean);
}

/** A step that shares no divisor with any count of texts: neighbours in the one order are strangers in the other. */
const stride = 7_919;

/**
 * The n-th memory of any number: the real texts, then sentences of two of them together, which gives a million different ones with the
 * word frequencies of people's texts.
 */
export function nthMemory(texts: readonly string[], n: number): string {
  const own = texts[n % texts.length] ?? '';
  const round = Math.floor(n / texts.length);
  if (round === 0) return own;
  const other = texts[(n * stride + round * 31) % texts.length] ?? '';
  return `${sentenceOf(own, round)} ${sentenceOf(other, round + 1)}`;
}

function sentenceOf(text: string, round: number): string {
  const sentences = splitPassages(text);
  const place = sentences[round % Math.max(1, sentences.length)];
  return place === undefined ? text : text.slice(place.start, place.end).trim();
}
