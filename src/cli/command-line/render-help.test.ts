import { describe, expect, it } from 'vitest';
import { layOut } from '../page.ts';
import { lineWidth, renderLines } from '../terminal/line.ts';
import { callOf, describeOption, spellOption } from './command.ts';
import { type CommandName, listCommandGroups, listCommands, optionsOf } from './commands.ts';
import { helpOn, helpOnGroup } from './render-help.ts';

const pageOf = (width: number) => ({ width, nowMs: 0 });

function helpText(name: CommandName, width: number, all = false): string {
  return renderLines(layOut(helpOn(name, all), pageOf(width)), (_style, text) => text);
}

function words(text: string): string {
  return text.replace(/\s+/g, ' ');
}

describe.each(listCommands())('help on %s', (name, command) => {
  it('names its arguments, options and examples', () => {
    // Wide enough that no description is wrapped among those of another column.
    const text = words(helpText(name, 1_000));
    for (const [option, definition] of Object.entries(optionsOf(command))) {
      expect(text).toContain(spellOption(option, definition));
      expect(text).toContain(words(describeOption(definition)));
    }
    if (name === 'status') return;
    expect(text).toContain(callOf(command));
    for (const argument of Object.values(command.arguments)) expect(text).toContain(argument.description);
    for (const example of Object.keys(command.examples)) expect(text).toContain(example);
  });

  it.each([80, 120])('fits %i columns', (width) => {
    for (const line of layOut(helpOn(name), pageOf(width)))
      expect(lineWidth(line)).toBeLessThanOrEqual(width);
  });
});

it('lists at most 15 commands by their moment, and says how to see the others', () => {
  const text = helpText('status', 1_000);
  const calls = text.match(/^ {2}afterwit (?!\[).*$/gm) ?? [];
  expect(calls.length).toBeGreaterThan(9);
  expect(calls.length).toBeLessThanOrEqual(15);
  expect(text).toContain('\nWhen something fails\n');
  expect(text).toContain('afterwit --help --all');
});

it('lists every command in the whole overview', () => {
  const text = helpText('status', 1_000, true);
  for (const { title } of listCommandGroups()) expect(text).toContain(`\n${title}\n`);
  for (const [, command] of listCommands()) {
    expect(text).toContain(callOf(command));
    expect(text).toContain(command.summary);
  }
});

describe('help on a group of commands', () => {
  it('lists them', () => {
    const text = renderLines(layOut(helpOnGroup('repo'), pageOf(1_000)), (_style, words) => words);
    for (const name of ['show', 'link ID', 'split']) expect(text).toContain(`afterwit repo ${name}`);
    expect(text).not.toContain('afterwit recall');
  });

  it.each([80, 120])('fits %i columns', (width) => {
    for (const line of layOut(helpOnGroup('failures'), pageOf(width)))
      expect(lineWidth(line)).toBeLessThanOrEqual(width);
  });
});
