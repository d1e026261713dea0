import { expect, it } from 'vitest';
import { flagOf } from './command.ts';
import { listCommands, optionsOf } from './commands.ts';
import { renderCompletion, shells } from './render-completion.ts';

it.each(shells)('completes every command and option in %s', (shell) => {
  const program = renderCompletion(shell);
  for (const [, command] of listCommands()) {
    for (const word of command.words) expect(program).toContain(word);
    for (const [name, definition] of Object.entries(optionsOf(command))) {
      const flag = flagOf(name, definition);
      expect(program).toContain(shell === 'fish' ? `-l ${flag.slice(2)} ` : flag);
    }
  }
});

it('quotes descriptions for fish', () => {
  for (const line of renderCompletion('fish').trimEnd().split('\n')) {
    const outside = line.replace(/\\['\\]/g, '').replace(/'[^']*'/g, '');
    expect(outside).not.toMatch(/['";&|$`]/);
  }
});
