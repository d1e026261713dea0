import { appendFileSync, chmodSync, cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copiesOf, type TestRepository, temporaryFolder } from './build-repository.ts';

/** A repository in which everything that can name a program names one that leaves a file behind. */
export interface HostileRepository {
  readonly repository: TestRepository;
  /** The programs that have run since the last call. */
  firedCanaries(): readonly string[];
}

const hooks = words(`
  post-index-change post-checkout pre-auto-gc reference-transaction post-rewrite pre-commit fsmonitor-watchman
  proc-receive update pre-push sendemail-validate
`);

/** Settings that hold a command; the canary is named after its setting. */
const commandSettings = words(`
  core.fsmonitor core.sshCommand core.pager core.editor core.askPass core.gitProxy core.alternateRefsCommand
  credential.helper sequence.editor web.browser sendemail.smtpServer interactive.diffFilter
  diff.evil.textconv diff.drv.command diff.tool difftool.evil.cmd merge.evil.driver mergetool.evil.cmd
  filter.evil.clean filter.evil.smudge filter.proc.process
  gpg.program gpg.ssh.program gpg.x509.program gpg.ssh.defaultKeyCommand
  pager.log pager.rev-list pager.diff-tree pager.for-each-ref pager.cat-file pager.config
  trailer.evil.command trailer.evil.cmd uploadpack.packObjectsHook receive.procReceiveRefs
  remote.origin.uploadpack remote.origin.receivepack remote.origin.vcs man.evil.cmd instaweb.httpd
`);

/** Commands the reader uses, each shadowed by an alias that would run a program. */
const aliasedCommands = words(
  'log rev-list rev-parse cat-file ls-tree diff-tree for-each-ref config symbolic-ref',
);

function words(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}

/** Every place in a repository that can name a program. Each holds a canary of its own. */
export const hostileVectors: readonly string[] = [
  ...hooks.flatMap((hook) => [`hook.${hook}`, `hooksPath.${hook}`]),
  ...commandSettings,
  ...aliasedCommands.map((command) => `alias.${command}`),
  'ext',
  'include',
];

/** @param vectors which of {@link hostileVectors} hold a canary: one that is run alone cannot be hidden by another's */
export function buildHostileRepository(vectors: readonly string[] = hostileVectors): HostileRepository {
  const { repository } = baited();
  /** Programs that ran leave files there. */
  const canaries = join(temporaryFolder(), 'fired');
  mkdirSync(canaries);
  const program = (name: string): string | undefined => {
    if (!vectors.includes(name)) return undefined;
    const file = join(repository.path, '.git', `canary-${name}`);
    writeFileSync(file, `#!/bin/sh\n: > '${canaries}/${name}'\nexit 0\n`);
    chmodSync(file, 0o755);
    return file;
  };
  plantHooks(repository, program);
  plantSettings(repository, program);
  writeFileSync(join(repository.path, '.git/info/attributes'), 'f diff=drv\n');
  // Files that differ from the index must be read, and so filtered.
  for (const name of ['a.bin', 'c.flt', 'd.prc'])
    writeFileSync(join(repository.path, name), 'another size\n');
  return {
    repository,
    firedCanaries() {
      const fired = readdirSync(canaries).sort();
      for (const name of fired) rmSync(join(canaries, name));
      return fired;
    },
  };
}

/** The same with a hole: a partial clone whose remote is a program to be run for what is missing. */
export function makePartial(hostile: HostileRepository): void {
  const { repository } = hostile;
  repository.git('config', 'core.repositoryFormatVersion', '1');
  repository.git('config', 'extensions.partialClone', 'origin');
  repository.git('config', 'remote.origin.promisor', 'true');
  repository.git('config', '--unset', 'core.fsmonitor');
  repository.git('config', '--unset', 'remote.origin.vcs');
  for (const object of ['main:a.bin', 'main~1^{tree}']) {
    const file = repository.objectFile(repository.git('rev-parse', object));
    rmSync(file);
  }
}

const baited = copiesOf(commitBait);

function commitBait(repository: TestRepository): void {
  const attributes = '*.bin diff=evil\n*.drv diff=drv\n*.flt filter=evil\n*.prc filter=proc\n';
  const files = { 'a.bin': '1\n', 'b.drv': '1\n', 'c.flt': '1\n', 'd.prc': '1\n', e: '1\n' };
  repository.commit('one', { '.gitattributes': attributes, ...files });
  repository.commit('two', {
    'a.bin': '2\n',
    'b.drv': '2\n',
    'c.flt': '2\n',
    'd.prc': '2\n',
    e: null,
    f: '1\n2\n',
  });
  const tree = repository.git('rev-parse', 'HEAD^{tree}');
  const who = 'A <a@b> 1700000000 +0000';
  const signature = 'gpgsig -----BEGIN PGP SIGNATURE-----\n \n AAAA\n -----END PGP SIGNATURE-----';
  const signed = `tree ${tree}\nparent ${repository.id('HEAD')}\nauthor ${who}\ncommitter ${who}\n${signature}\n\nsigned\n`;
  const id = repository.gitWith(signed, 'hash-object', '-t', 'commit', '-w', '--stdin');
  repository.git('update-ref', 'refs/heads/main', id);
  repository.commit('four', { 'a.bin': '4\n', '.mailmap': 'B <b@b> <ada@example.org>\n' });
  repository.git('tag', '-a', '-m', 'tag', 'v1');
  repository.git('branch', '$(touch$IFS$1pwn)');
  repository.git('branch', ';touch$IFS$1pwn');
  repository.git('replace', repository.id('HEAD~1'), repository.id('HEAD~2'));
}

/** Makes the program of a canary; undefined when the canary is not to be planted. */
type Program = (name: string) => string | undefined;

function plantHooks(repository: TestRepository, program: Program): void {
  const folder = join(repository.path, '.git/hook-path');
  mkdirSync(folder);
  const place = (from: string | undefined, to: string): void => {
    if (from !== undefined) cpSync(from, to);
  };
  for (const hook of hooks) {
    place(program(`hook.${hook}`), join(repository.path, '.git/hooks', hook));
    place(program(`hooksPath.${hook}`), join(folder, hook));
  }
  // With it, the hooks beside the settings would not be looked at.
  if (readdirSync(folder).length > 0) addSettings(repository, [['core.hooksPath', folder]]);
}

/** Writes what `git config` would, which would be a process for each of some sixty settings. */
function addSettings(
  repository: TestRepository,
  settings: readonly (readonly [name: string, value: string])[],
): void {
  const text = settings.map(([name, value]) => {
    const [, section, subsection, key] = /^(\w+)(?:\.(.+))?\.([\w-]+)$/.exec(name) ?? [];
    const head = subsection === undefined ? section : `${section} "${subsection}"`;
    return `[${head}]\n\t${key} = "${value.replaceAll(/["\\]/g, '\\$&')}"\n`;
  });
  appendFileSync(join(repository.path, '.git/config'), text.join(''));
}

function plantSettings(repository: TestRepository, program: Program): void {
  const settings: (readonly [string, string])[] = [];
  const config = (name: string, value: string): void => void settings.push([name, value]);
  const plant = (setting: string, name: string, wrap = (file: string) => file): void => {
    const file = program(name);
    if (file !== undefined) config(setting, wrap(file));
  };
  for (const setting of commandSettings) plant(setting, setting);
  for (const command of aliasedCommands) plant(`alias.${command}`, `alias.${command}`, (file) => `!${file}`);
  config('log.showSignature', 'true');
  config('protocol.allow', 'always');
  config('protocol.ext.allow', 'always');
  plant('remote.origin.url', 'ext', (file) => `ext::${file}`);
  config('remote.origin.fetch', '+refs/heads/*:refs/remotes/origin/*');
  const external = program('include');
  if (external !== undefined) {
    const included = join(repository.path, '.git/included');
    writeFileSync(included, `[diff]\n\texternal = ${external}\n`);
    config('include.path', included);
    config(`includeIf.gitdir:${repository.path}/.path`, included);
  }
  addSettings(repository, settings);
}
