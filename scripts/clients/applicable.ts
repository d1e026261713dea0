/**
 * The server scenarios that ask what every server must do. The others call tools, resources and prompts of a server that is made for the
 * suite, or are about HTTP and about what the protocol has deprecated (`docs/research/doors.md`).
 */
export const applicable: readonly string[] = [
  'server-initialize',
  'ping',
  'tools-list',
  'resources-list',
  'prompts-list',
];
