import { type SyncOrder, syncOnce } from '../play-team.ts';

const order = JSON.parse(process.argv[2] ?? '') as SyncOrder;
process.stdout.write('begin\n');
await syncOnce(order);
