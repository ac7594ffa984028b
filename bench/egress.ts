/**
 * Measures a network by rule (docs/network.md) next to the network `full`, against one server: requests on a connection
 * that is kept, new connections, a large download, and the start of a run. "pass" is a connection that is passed through,
 * "intercept" one whose requests are read. Both sides are taken in turns. Linux as root only: the server is in a network
 * namespace.
 * `npm run bench:egress -- [--rounds 5] [--requests 200] [--starts 20] [--megabytes 1024]`
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type BenchServer, serverName, startBenchServer } from './egress/bench-server.ts';
import { type Figures, measurements } from './egress/programs.ts';
import { openRuleClient, type RuleClient } from './egress/rule-client.ts';
import { startBenchDaemon } from './measure/bench-daemon.ts';
import { describeMachine } from './measure/machine.ts';
import { percentile } from './measure/percentile.ts';
import { interleave, p50, print, printGoal, printTimes } from './sandboxes/goals.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    requests: { type: 'string', default: '200' },
    starts: { type: 'string', default: '20' },
    megabytes: { type: 'string', default: '1024' },
  },
});
const rounds = Number(values.rounds);
const sizes = { requests: Number(values.requests), megabytes: Number(values.megabytes) };
/** Long enough for the pool to refill: the pause of a person, and of most agents. */
const thinkMs = 700;
const ways = ['full', 'pass', 'intercept'] as const;
type Way = (typeof ways)[number];

const daemon = await startBenchDaemon();
const server = await startBenchServer();
try {
  print(await describeMachine(daemon));
  const client = await openRuleClient(daemon, server);
  await measureTraffic(client, server);
  await measureStart(client);
} finally {
  server.stop();
  await daemon.stop();
}

/** Each program measures itself and prints its figures, so that the start of its run does not count. */
async function measureTraffic(client: RuleClient, { address, authority }: BenchServer): Promise<void> {
  for (const { name, code, unit, goals } of measurements) {
    const figures = new Map<Way, number[]>(ways.map((way) => [way, []]));
    for (let round = 0; round < rounds; round++)
      for (const way of ways) {
        const target = way === 'full' ? address : serverName;
        const printed = await client.run(way, { code, args: [target, JSON.stringify(sizes)], authority });
        figures.get(way)?.push((JSON.parse(printed) as Figures).value);
      }
    const middle = (way: Way) => percentile(figures.get(way) ?? [], 50);
    print(`\n${name}, ${unit}; middle of ${rounds} runs`);
    for (const way of ways) print(`  ${way.padEnd(10)} ${middle(way).toFixed(2).padStart(10)}`);
    for (const [way, limit] of Object.entries(goals) as [Way, number][]) {
      // More is better for a rate, less for a time; the goal is a multiple of the time in both cases.
      const isRate = unit === 'MB/s';
      const value = isRate ? middle('full') / middle(way) : middle(way) / middle('full');
      printGoal(`${way} next to full`, { value, limit: isRate ? 1 / limit : limit });
    }
  }
}

async function measureStart(client: RuleClient): Promise<void> {
  print(`\na run that prints one line, start to answer; ${thinkMs} ms of pause before each`);
  const times = await interleave(
    ways.map((way) => ({
      name: way,
      prepare: () => sleep(thinkMs),
      run: async () => {
        const printed = await client.run(way, { code: 'print(1)', args: [], authority: '' });
        if (printed !== '1\n') throw new Error(`a run printed ${JSON.stringify(printed)}`);
      },
    })),
    Number(values.starts),
  );
  printTimes(times);
  for (const way of ['pass', 'intercept'] as const)
    printGoal(`start, ${way} next to full`, { value: p50(times, way) / p50(times, 'full'), limit: 0.4 });
}
