import { main } from '../../../src/mcp/main.ts';

process.exitCode = await main(process.argv.slice(2));
