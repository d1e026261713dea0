import { join } from 'node:path';
import { applicable } from './applicable.ts';
import { openBridge } from './open-bridge.ts';
import { type ClientTry, runProgram } from './run-program.ts';

/** Runs the server scenarios of the conformance suite that apply to us. Returns those that failed. */
export async function runScenarios({ folder, work, server }: ClientTry): Promise<readonly string[]> {
  const suite = join(folder, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
  const bridge = await openBridge({ command: process.execPath, args: server });
  const failed: string[] = [];
  try {
    for (const scenario of applicable) {
      const words = [suite, 'server', '--url', bridge.url, '--scenario', scenario, '--output-dir', work];
      const { status, stdout, stderr } = await runProgram(words, work);
      const counts = /Passed: \d+\/\d+.*/.exec(`${stdout}\n${stderr}`)?.[0];
      const passed = status === 0 && counts !== undefined;
      console.log(`${passed ? 'passed' : 'FAILED'} conformance ${scenario}: ${counts ?? 'no result'}`);
      if (passed) continue;
      failed.push(scenario);
      console.log(`${stdout}\n${stderr}`);
    }
  } finally {
    await bridge.close();
  }
  return failed;
}
