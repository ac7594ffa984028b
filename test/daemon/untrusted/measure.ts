/** Measures one entry of the corpus, in a process of its own: prints what took how much processor time, in milliseconds. */
import { corpus } from './corpus.ts';

const sizes = [0.5 * 1024 * 1024, 1024 * 1024] as const;
/** The best of so many counts where one round does not show linear time yet. */
const rounds = 4;

const entry = corpus[Number(process.argv[2])];
if (entry === undefined) throw new Error('there is no such entry');
const parse = await entry.load();

for (const unit of entry.units) {
  const [halfText, wholeText] = sizes.map((size) => `${unit.repeat(Math.floor(size / unit.length))}\u0001x`);
  let half = 0;
  let whole = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds && !isLinear({ half, whole }); round++) {
    const measured = await timeOf(halfText ?? '');
    half = round === 0 ? measured : Math.min(half, measured);
    whole = Math.min(whole, await timeOf(wholeText ?? ''));
  }
  process.stdout.write(`${JSON.stringify({ unit, half, whole, isLinear: isLinear({ half, whole }) })}\n`);
}

/** Twice the text takes a linear parser twice the time and a quadratic one four times; the rest is noise. */
function isLinear({ half, whole }: { half: number; whole: number }): boolean {
  return whole <= 3 * half + 60;
}

async function timeOf(text: string): Promise<number> {
  const before = process.cpuUsage();
  try {
    await parse(text);
  } catch {
    // Refused: as good as read.
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
